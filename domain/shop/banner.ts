export type BannerSchedule = {
  is_active: boolean
  /** ISO moments; null: at once, for ever. */
  starts_at: string | null
  ends_at: string | null
}

/** off: switched off; waiting: its day is to come; live: shown now; over: its time has passed. The database decides alike who sees it. */
export type BannerState = 'off' | 'waiting' | 'live' | 'over'

export function bannerState({ is_active, starts_at, ends_at }: BannerSchedule, now: Date): BannerState {
  if (!is_active) return 'off'
  if (ends_at !== null && Date.parse(ends_at) <= now.getTime()) return 'over'
  return starts_at !== null && Date.parse(starts_at) > now.getTime() ? 'waiting' : 'live'
}

/** Offset of India's clock, which has no summer time, from UTC in ms. */
const INDIA_MS = 5.5 * 3_600_000

/** '2026-11-20T18:30' as a datetime-local input has it, on India's clock → the moment in ISO; null for none or nonsense. */
export function momentOfInput(text: string): string | null {
  const moment = Date.parse(`${text}:00+05:30`)
  return Number.isNaN(moment) ? null : new Date(moment).toISOString()
}

/** The moment as a datetime-local input shows it on India's clock; '' for none. */
export function inputOfMoment(iso: string | null): string {
  return iso === null ? '' : new Date(Date.parse(iso) + INDIA_MS).toISOString().slice(0, 16)
}
