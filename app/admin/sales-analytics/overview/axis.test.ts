import { expect, test } from 'vitest'
import { shortNumber, ticksTo } from './axis.ts'
import { changeOf, daysText, valueText } from '../figure-texts.ts'
import { valueOf } from '../figure-values.ts'
import { viewSearch } from '../views.ts'

test('an axis has round steps from zero to at least the highest', () => {
  expect(ticksTo(104_804)).toEqual([0, 50_000, 100_000, 150_000])
  expect(ticksTo(100)).toEqual([0, 25, 50, 75, 100])
  expect(ticksTo(3, true)).toEqual([0, 1, 2, 3])
  expect(ticksTo(1, true)).toEqual([0, 1])
  expect(ticksTo(0)).toEqual([0, 1])
  for (let highest = 0.01; highest < 1e13; highest *= 3.7) {
    const ticks = ticksTo(highest)
    expect(ticks.at(-1), String(highest)).toBeGreaterThanOrEqual(highest * 0.999_999)
    expect(ticks.length, String(highest)).toBeLessThanOrEqual(6)
  }
})

test('large amounts are short, as one says them in India', () => {
  expect([0, 900, 2500, 150_000, 12_500_000, 4e11].map(shortNumber)).toEqual(['0', '900', '2.5k', '1.5 L', '1.25 Cr', '40000 Cr'])
})

test('a change is rounded half up, exact for large amounts, and empty without a previous value', () => {
  expect([changeOf(1380, 1000), changeOf(0, 3), changeOf(5, 0), changeOf(2, 3)]).toEqual([380, -1000, null, -333])
  expect(changeOf(9_000_000_000_000_00, 4_500_000_000_000_00)).toBe(1000)
})

test('an average is rounded half up to the paisa, and empty without orders', () => {
  expect(valueOf('average', { orders: 3, units: 9, revenue: 10_000 })).toBe(3333)
  expect(valueOf('average', { orders: 0, units: 0, revenue: 0 })).toBe(0)
  expect([valueText('average', 3333), valueText('units', 1_234_567)]).toEqual(['₹33.33', '12,34,567'])
})

test('a range of days names the year once, and both if they differ', () => {
  expect(daysText({ from: '2026-11-05', to: '2026-11-05' })).toBe('Nov 5, 2026')
  expect(daysText({ from: '2026-10-26', to: '2026-11-01' })).toBe('Oct 26 to Nov 1, 2026')
  expect(daysText({ from: '2026-12-28', to: '2027-01-03' })).toBe('Dec 28, 2026 to Jan 3, 2027')
})

test('another view keeps the period, and nothing else', () => {
  expect(viewSearch(new URLSearchParams('view=product&range=7&against=year&sort=name.asc&figure=units'), 'state')).toBe('?view=state&range=7&against=year')
  expect(viewSearch(new URLSearchParams('view=gst&month=2026-04'), 'overview')).toBe('?')
})
