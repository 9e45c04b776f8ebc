import { expect, test } from 'vitest'
import type { DaySums } from '../../../data/admin/reports/analytics.ts'
import { bucketsOf } from './buckets.ts'
import { daysAway, lengthOf } from '../days.ts'
import { readPeriod } from '../period.ts'
import type { Period } from '../period.ts'
import { daysText } from '../figure-texts.ts'

const read = (search: string, now = '2026-11-20T06:30:00Z') => readPeriod(new URLSearchParams(search), new Date(now))
/** One order per day; its amount in paise is the day's position. */
const every = ({ from, to }: { from: string; to: string }): DaySums[] =>
  Array.from({ length: lengthOf({ from, to }) }, (_, place) => ({ day: daysAway(from, place), orders: 1, units: 2, revenue: (place + 1) / 100 }))
const drawn = (period: Period) => bucketsOf(period, every(period), every(period.before))
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

test('a day is compared with the same day of the period before; today is open', () => {
  const buckets = drawn(read('range=7'))
  expect(buckets.map(({ days, beforeDays }) => `${days?.from} ${beforeDays?.from}`).slice(0, 2)).toEqual(['2026-11-14 2026-11-07', '2026-11-15 2026-11-08'])
  expect(buckets.map(({ open }) => open)).toEqual([false, false, false, false, false, false, true])
  expect(buckets[2]).toMatchObject({ this: { orders: 1, units: 2, revenue: 3 }, before: { revenue: 3 } })
})

test('days without a sale are included, with zero', () => {
  const buckets = bucketsOf(read('range=7'), [{ day: '2026-11-15', orders: 1, units: 1, revenue: 0.1 }], [])
  expect(buckets.map(({ this: { revenue } }) => revenue)).toEqual([0, 10, 0, 0, 0, 0, 0])
})

test('weeks go from Monday to Sunday, cut where the period begins and ends', () => {
  const buckets = drawn(read('granularity=week'))
  expect(buckets.map(({ days }) => (days ? daysText(days) : ''))).toEqual([
    'Oct 22 to Oct 25, 2026',
    'Oct 26 to Nov 1, 2026',
    'Nov 2 to Nov 8, 2026',
    'Nov 9 to Nov 15, 2026',
    'Nov 16 to Nov 20, 2026',
  ])
  expect(buckets.map(({ beforeDays }) => (beforeDays ? lengthOf(beforeDays) : 0))).toEqual([4, 7, 7, 7, 5])
})

test('months of a financial year are compared with the same months, whatever length February has', () => {
  const buckets = drawn(read('range=year', '2028-03-31T12:00:00Z')) // 27-28 has a leap day, 26-27 has none
  expect(buckets).toHaveLength(12)
  expect(buckets.map(({ days, beforeDays }) => `${days ? lengthOf(days) : 0} ${beforeDays ? lengthOf(beforeDays) : 0}`)).toContain('29 28')
  expect(buckets.at(-1)).toMatchObject({ days: { from: '2028-03-01', to: '2028-03-31' }, beforeDays: { from: '2027-03-01', to: '2027-03-31' } })
})

test('the last days of a longer previous month have no counterpart, and none is lost', () => {
  const buckets = drawn(read('range=last-month', '2027-03-10T06:00:00Z')) // February against January
  expect(buckets).toHaveLength(31)
  expect(buckets[28]).toMatchObject({ days: null, beforeDays: { from: '2027-01-29' }, this: { revenue: 0 }, before: { revenue: 29 } })
})

test('for every period and granularity, each day is in one bucket', () => {
  const searches = [
    'range=today',
    'range=7',
    'range=90',
    'range=month',
    'range=last-month',
    'range=year',
    'from=2027-12-15&to=2028-03-02',
    'from=2028-02-29&to=2028-02-29',
    'from=2023-06-01&to=2027-05-31',
  ]
  for (const search of searches)
    for (const granularity of ['day', 'week', 'month'])
      for (const against of ['before', 'year']) {
        const period = read(`${search}&granularity=${granularity}&against=${against}`, '2028-03-31T12:00:00Z')
        const buckets = drawn(period)
        const name = `${search} ${period.granularity} ${against}`
        expect(sum(buckets.map(({ this: { orders } }) => orders)), name).toBe(lengthOf(period))
        expect(sum(buckets.map(({ before: { orders } }) => orders)), name).toBe(lengthOf(period.before))
        expect(sum(buckets.map(({ days }) => (days ? lengthOf(days) : 0))), name).toBe(lengthOf(period))
        expect(sum(buckets.map(({ beforeDays }) => (beforeDays ? lengthOf(beforeDays) : 0))), name).toBe(lengthOf(period.before))
      }
})
