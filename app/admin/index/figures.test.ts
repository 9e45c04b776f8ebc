import { expect, it } from 'vitest'
import { capped, changeOf, linePoints, tenths } from './figures.ts'

it('a change is compared with the period before, rounded half up', () => {
  expect(changeOf({ amount: 1380, amount_before: 1000 })).toBe(380)
  expect(changeOf({ amount: 500.05, amount_before: 1000 })).toBe(-500)
  expect(changeOf({ amount: 100, amount_before: 0 })).toBeNull()
  expect([380, -125, 0, 10_000, 10_001, -1_245_006].map(tenths)).toEqual(['38.0%', '12.5%', '0.0%', '1,000.0%', 'over 1,000%', 'over 1,000%'])
})
it('a queue is counted to a thousand', () => expect([capped(0), capped(1000), capped(1001)]).toEqual(['0', '1,000', '1,000+']))
it('a line starts at zero', () => {
  expect(linePoints([0, 5, 10], 10, 100, 40)).toBe('0.0,40.0 50.0,20.0 100.0,0.0')
  expect(linePoints([0, 0], 0, 100, 40)).toBe('0.0,40.0 100.0,40.0')
})
