/**
 * The text of a number as its cell shows it, as far as its meaning depends on it: 0.18 formatted as a percentage is `18%`, 45982 as a
 * date is `2025-11-21`, 3304 formatted as `00000000` is `00003304`. Everything else is the plain number.
 */
export type NumberFormat = 'plain' | 'percent' | 'date' | { zeros: number }

/** Formats that are not written in the file, by number (ECMA-376, part 1, 18.8.30). */
const BUILT_IN_PERCENT = [9, 10]
const isBuiltInDate = (id: number): boolean => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** @param code the text of a format of the file's own, like `0.00%` */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return BUILT_IN_PERCENT.includes(id) ? 'percent' : isBuiltInDate(id) ? 'date' : 'plain'
  // Texts, colours and fillers within a format mean nothing: `"Rs" 0`, `[Red]0`, `_(* 0`.
  const [signs = ''] = code.replace(/"[^"]*"|\[[^[\]]*\]|[\\_*]./g, '').split(';')
  if (signs.includes('%')) return 'percent'
  if (/^0{2,20}$/.test(signs)) return { zeros: signs.length }
  return /[ymd]/i.test(signs) && !/[#0]/.test(signs) ? 'date' : 'plain'
}

const DAY_MS = 86_400_000
const LAST_DATE = 2_958_465 // 31 December 9999

/**
 * @param value the number of the cell, as the file writes it
 * @param epoch1904 whether the workbook counts days from 1904, as old Macs did
 */
export function numberText(value: string, format: NumberFormat, epoch1904: boolean): string {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  if (format === 'percent') return `${plain(number * 100)}%`
  if (format === 'date' && number >= 0 && number <= LAST_DATE) return dateText(number, epoch1904)
  if (typeof format === 'object' && Number.isSafeInteger(number) && number >= 0) return String(number).padStart(format.zeros, '0')
  return plain(number)
}

/** Excel keeps 15 digits; what a sum of fractions leaves behind them is no part of the value. Never with an exponent. */
function plain(number: number): string {
  const rounded = Number(number.toPrecision(15))
  const text = String(rounded)
  if (!text.includes('e')) return text
  return Math.abs(rounded) >= 1 ? BigInt(Math.round(rounded)).toString() : rounded.toFixed(15)
}

function dateText(number: number, epoch1904: boolean): string {
  // Excel counts 29 February 1900, which never was: day 60. Days after it are one too high.
  const days = epoch1904 ? number + 1462 : number < 60 ? number + 1 : number
  const [day = '', time = ''] = new Date(Math.round((days - 25_569) * DAY_MS)).toISOString().split('T')
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`
}
