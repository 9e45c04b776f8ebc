export type BannerSchedule = {
  is_active: boolean
  /** ISO moments; null: without a start or an end. */
  starts_at: string | null
  ends_at: string | null
}

/** off: switched off; waiting: not started yet; live: shown now; over: ended. The database uses the same rule to show banners. */
export type BannerState = 'off' | 'waiting' | 'live' | 'over'

export function bannerState({ is_active, starts_at, ends_at }: BannerSchedule, now: Date): BannerState {
  if (!is_active) return 'off'
  if (ends_at !== null && Date.parse(ends_at) <= now.getTime()) return 'over'
  return starts_at !== null && Date.parse(starts_at) > now.getTime() ? 'waiting' : 'live'
}

/** Offset of Indian time from UTC in ms; India has no daylight saving. */
const INDIA_MS = 5.5 * 3_600_000

/** '2026-11-20T18:30' from a datetime-local input, in Indian time → the moment in ISO; null for an empty or invalid text. */
export function timeOfInput(text: string): string | null {
  const moment = Date.parse(`${text}:00+05:30`)
  return Number.isNaN(moment) ? null : new Date(moment).toISOString()
}

/** The moment as a datetime-local input shows it, in Indian time; '' for none. */
export function inputOfTime(iso: string | null): string {
  return iso === null ? '' : new Date(Date.parse(iso) + INDIA_MS).toISOString().slice(0, 16)
}
