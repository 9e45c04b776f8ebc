import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bannerState, inputOfTime, timeOfInput } from './banner.ts'

const now = new Date('2026-11-20T12:00:00Z')
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString()

test('a banner is off, scheduled, live from its start and ended at its end', () => {
  const banner = { is_active: true, starts_at: null, ends_at: null }
  expect(bannerState(banner, now)).toBe('live')
  expect(bannerState({ ...banner, is_active: false, starts_at: at(1) }, now)).toBe('off')
  expect(bannerState({ ...banner, starts_at: at(1) }, now)).toBe('waiting')
  expect(bannerState({ ...banner, starts_at: at(0), ends_at: at(1) }, now)).toBe('live')
  expect(bannerState({ ...banner, starts_at: at(-2), ends_at: at(0) }, now)).toBe('over')
})

test('a time is entered and shown in Indian time, in any time zone of the machine', () => {
  expect(timeOfInput('2026-11-20T00:15')).toBe('2026-11-19T18:45:00.000Z')
  expect(inputOfTime('2026-11-19T18:45:00+00:00')).toBe('2026-11-20T00:15')
  expect(timeOfInput('')).toBeNull()
  expect(inputOfTime(null)).toBe('')
  fc.assert(
    fc.property(fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }), (date) => {
      const minute = new Date(Math.floor(date.getTime() / 60_000) * 60_000).toISOString()
      expect(timeOfInput(inputOfTime(minute))).toBe(minute)
    }),
  )
})
