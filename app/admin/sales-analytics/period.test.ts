import { expect, test } from 'vitest'
import { firstOf, lastOf, mondayOf, monthsAway, readDay } from './days.ts'
import { beforeOf, readPeriod, withPeriod, yearBegin } from './period.ts'

const noon = new Date('2026-11-20T06:30:00Z')
const read = (search: string, now = noon) => readPeriod(new URLSearchParams(search), now)
const days = (search: string, now = noon) => {
  const { from, to, before } = read(search, now)
  return `${from} ${to} | ${before.from} ${before.to}`
}

test('days are calendar days, anything else is refused', () => {
  for (const wrong of [null, '', '2026-02-29', '2026-13-01', '2026-1-1', '0026-01-01', '2026-01-01T00:00', "2026-01-01'--"])
    expect(readDay(wrong), String(wrong)).toBeNull()
  expect(readDay('2028-02-29')).toBe('2028-02-29')
  expect([mondayOf('2026-11-16'), mondayOf('2026-11-22'), mondayOf('1970-01-01')]).toEqual(['2026-11-16', '2026-11-16', '1969-12-29'])
  expect([firstOf(2026 * 12 + 11), lastOf(2028 * 12 + 1), lastOf(2027 * 12 + 1)]).toEqual(['2026-12-01', '2028-02-29', '2027-02-28'])
  expect([monthsAway('2026-03-31', -1), monthsAway('2028-02-29', -12), monthsAway('2026-01-15', -1)]).toEqual(['2026-02-28', '2027-02-28', '2025-12-15'])
})

test('today is the Indian one, from midnight in India on', () => {
  expect(read('range=today', new Date('2026-11-19T18:29:59.999Z')).from).toBe('2026-11-19')
  expect(read('range=today', new Date('2026-11-19T18:30:00Z')).from).toBe('2026-11-20')
})

test('each range, and what it is compared with', () => {
  expect(days('')).toBe('2026-10-22 2026-11-20 | 2026-09-22 2026-10-21')
  expect(days('range=today')).toBe('2026-11-20 2026-11-20 | 2026-11-19 2026-11-19')
  expect(days('range=7')).toBe('2026-11-14 2026-11-20 | 2026-11-07 2026-11-13')
  expect(days('range=90')).toBe('2026-08-23 2026-11-20 | 2026-05-25 2026-08-22')
  expect(days('range=month')).toBe('2026-11-01 2026-11-20 | 2026-10-01 2026-10-20')
  expect(days('range=last-month')).toBe('2026-10-01 2026-10-31 | 2026-09-01 2026-09-30')
  expect(days('range=year')).toBe('2026-04-01 2026-11-20 | 2025-04-01 2025-11-20')
  expect(days('range=7&against=year')).toBe('2026-11-14 2026-11-20 | 2025-11-14 2025-11-20')
  expect(days('from=2026-06-10&to=2026-06-01')).toBe('2026-06-01 2026-06-10 | 2026-05-22 2026-05-31')
})

test('the financial year begins on 1 April', () => {
  expect([yearBegin('2026-03-31'), yearBegin('2026-04-01'), yearBegin('2027-01-01')]).toEqual(['2025-04-01', '2026-04-01', '2026-04-01'])
  expect(days('range=year', new Date('2026-03-31T18:29:00Z'))).toBe('2025-04-01 2026-03-31 | 2024-04-01 2025-03-31')
  expect(days('range=year', new Date('2026-03-31T18:31:00Z'))).toBe('2026-04-01 2026-04-01 | 2025-04-01 2025-04-01')
})

test('whole months are compared with whole months, also with a leap day', () => {
  expect(beforeOf({ from: '2028-02-01', to: '2028-02-29' }, 12)).toEqual({ from: '2027-02-01', to: '2027-02-28' })
  expect(beforeOf({ from: '2029-02-01', to: '2029-02-28' }, 12)).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(beforeOf({ from: '2027-04-01', to: '2028-03-31' }, 12)).toEqual({ from: '2026-04-01', to: '2027-03-31' })
  expect(beforeOf({ from: '2028-02-29', to: '2028-02-29' }, 12)).toEqual({ from: '2027-02-28', to: '2027-02-28' })
  expect(beforeOf({ from: '2026-03-01', to: '2026-03-30' }, 1)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(beforeOf({ from: '2028-03-01', to: '2028-03-01' }, null)).toEqual({ from: '2028-02-29', to: '2028-02-29' })
})

test('an invalid, future or endless period in the address shows the available data', () => {
  expect(days('range=none&granularity=hour&against=none')).toBe(days(''))
  expect(days('from=2026-11-18&to=2030-01-01')).toBe('2026-11-18 2026-11-20 | 2026-11-15 2026-11-17')
  expect(days('from=2031-01-01&to=2031-02-01')).toBe('2026-11-20 2026-11-20 | 2026-11-19 2026-11-19')
  expect(days('from=2026-11-18')).toBe(days(''))
  expect(read('from=1999-01-01&to=2026-11-20').from).toBe('2021-11-20')
})

test('buckets are as small as can be distinguished', () => {
  expect([read('').granularity, read('range=90').granularity, read('range=year').granularity]).toEqual(['day', 'week', 'month'])
  expect(read('range=90&granularity=day').granularity).toBe('day')
  expect(read('range=year&granularity=day')).toMatchObject({ granularity: 'month', granularities: ['week', 'month'] })
  expect(read('from=2022-01-01&to=2026-11-01&granularity=week').granularities).toEqual(['month'])
})

test('a change of the address keeps what it is not about', () => {
  const change = (search: string, to: Parameters<typeof withPeriod>[1]) => withPeriod(new URLSearchParams(search), to).toString()
  expect(change('view=state&range=7&against=year&granularity=day', { range: 'month' })).toBe('view=state&against=year&range=month')
  expect(change('from=2026-01-01&to=2026-01-02', { range: '30' })).toBe('')
  expect(change('range=7', { days: { from: '2026-01-01', to: '2026-01-02' } })).toBe('from=2026-01-01&to=2026-01-02')
  expect(change('against=year&range=7', { against: 'before' })).toBe('range=7')
  expect(change('range=90', { granularity: 'week' })).toBe('range=90&granularity=week')
})
