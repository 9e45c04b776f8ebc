import { expect, test } from 'vitest'
import { nextSimulation } from './simulated-notifications.ts'

test('one tick in ten shows a simulation', () => {
  expect(nextSimulation(0.0999, [])).toBe(0)
  expect(nextSimulation(0.1, [])).toBeNull()
})

test('a simulated notification is not shown twice, and they run out', () => {
  expect(nextSimulation(0, [0])).toBe(1)
  expect(nextSimulation(0, [0, 1, 2])).toBeNull()
})
