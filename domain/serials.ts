import { indianCalendar } from './dates.ts'

/** The financial year (1 April–31 March, Indian time) of a moment: '26-27'. */
export function financialYear(date: Date): string {
  const { year, month } = indianCalendar(date)
  const start = month >= 4 ? year : year - 1
  return `${twoDigits(start)}-${twoDigits(start + 1)}`
}

/**
 * 'INV', '26-27', 123 → 'INV/26-27/000123'. CGST rule 46 allows 16 characters of letters, digits, '-' and '/';
 * a number that does not fit throws RangeError.
 */
export function formatSerial(series: string, year: string, number: number): string {
  const serial = `${series}/${year}/${String(number).padStart(6, '0')}`
  if (!Number.isInteger(number) || number < 1 || !/^[A-Za-z0-9/-]{1,16}$/.test(serial)) {
    throw new RangeError(`Not a serial number under rule 46: ${serial}`)
  }
  return serial
}

function twoDigits(year: number): string {
  return String(year % 100).padStart(2, '0')
}
