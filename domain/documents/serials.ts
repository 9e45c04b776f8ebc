import { indianCalendar } from '../time/dates.ts'

/** The financial year (1 April–31 March, Indian time) of a moment: '26-27'. */
export function financialYear(date: Date): string {
  const { year, month } = indianCalendar(date)
  const start = month >= 4 ? year : year - 1
  return `${twoDigits(start)}-${twoDigits(start + 1)}`
}

/**
 * 'INV', '26-27', 123 → 'INV/26-27/000123'. CGST rule 46 allows 16 characters of letters, digits, '-' and '/'.
 * Throws RangeError for a number that does not fit.
 */
export function formatSerial(series: string, year: string, number: number, digits = 6): string {
  const serial = `${series}/${year}/${String(number).padStart(digits, '0')}`
  if (!Number.isInteger(number) || number < 1 || number >= 10 ** digits || !/^[A-Za-z0-9/-]{1,16}$/.test(serial)) {
    throw new RangeError(`Not a serial number under rule 46: ${serial}`)
  }
  return serial
}

export const SERIES_DIGITS = [4, 5, 6, 7, 8] as const

export type SeriesError = 'characters' | 'zero' | 'digits' | 'too_long' | 'reserved'

/**
 * Why a series cannot have this name (set_serial_series in supabase/migrations has the same rules); null: it can. The e-invoice portal takes
 * no number that begins with 0 (docs/decisions/0095-e-invoices-and-e-way-bills.md).
 *
 * @param present the prefixes that the series has or waits for: it may keep one that begins with 0
 */
export function checkSeries(prefix: string, digits: number, present: readonly (string | null)[] = []): SeriesError | null {
  if (!/^[A-Z0-9]([A-Z0-9-]*[A-Z0-9])?$/.test(prefix)) return 'characters'
  if (prefix.startsWith('0') && !present.includes(prefix)) return 'zero'
  if (!(SERIES_DIGITS as readonly number[]).includes(digits)) return 'digits'
  // sixteen characters in total, with '/26-27/' in between
  if (prefix.length + digits > 9) return 'too_long'
  // complaints use this prefix
  return prefix === 'CMP' ? 'reserved' : null
}

function twoDigits(year: number): string {
  return String(year % 100).padStart(2, '0')
}
