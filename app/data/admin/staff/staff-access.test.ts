import { expect, test } from 'vitest'
import { lacking } from './staff-access.ts'

test('staff lack a second factor only where the shop requires one', () => {
  const factor = (enrolled: boolean, given: boolean, required: boolean) => lacking({ second_factor: { enrolled, given, required } })
  expect(factor(false, false, false)).toBeNull()
  expect(factor(true, true, true)).toBeNull()
  expect(factor(false, false, true)).toBe('set-up')
  expect(factor(true, false, true)).toBe('give-code')
  expect(lacking(null)).toBeNull()
  expect(lacking({})).toBeNull()
})
