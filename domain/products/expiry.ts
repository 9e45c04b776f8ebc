/** The periods of the expiry list, in days from today; `expired`: the last day of use is over. */
export const EXPIRY_PERIODS = { in30: 30, in60: 60, in90: 90, in180: 180, expired: 0 } as const
export type ExpiryPeriod = keyof typeof EXPIRY_PERIODS

const DAY_MS = 86_400_000
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Whether a text is a date of the calendar as YYYY-MM-DD, between 2000 and 2100. */
export function isDay(text: string): boolean {
  if (!DATE.test(text) || text < '2000-01-01' || text > '2100-12-31') return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** @param day YYYY-MM-DD */
export const addDays = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Whole days from `today` to the last day of use; negative when it is over. */
export const daysLeft = (expiresOn: string, today: string): number => Math.round((Date.parse(expiresOn) - Date.parse(today)) / DAY_MS)

/** The first and last day of a period, inclusive; null: no limit. */
export const periodBounds = (period: ExpiryPeriod, today: string): { from: string | null; to: string } =>
  period === 'expired' ? { from: null, to: addDays(today, -1) } : { from: today, to: addDays(today, EXPIRY_PERIODS[period]) }

/** The batch to sell first: with pieces left, not expired, and the first to expire. @param batches the first to expire first */
export const firstToSell = <Batch extends { remaining: number; expires_on: string }>(batches: readonly Batch[], today: string): Batch | undefined =>
  batches.find(({ remaining, expires_on }) => remaining > 0 && expires_on >= today)
