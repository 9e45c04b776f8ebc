import { toDecimal } from '../money/money.ts'
import type { Paise } from '../money/money.ts'
import { indianCalendar } from '../time/dates.ts'

/** A cell of a sheet that is saved as CSV or as a workbook. `moment`: a time, shown in Indian time; `day`: '2026-11-24'. */
export type Cell = null | string | number | { paise: Paise } | { moment: string } | { day: string }
export type AccountSheet = { name: string; headings: string[]; rows: Cell[][] }

const two = (number: number): string => String(number).padStart(2, '0')

/** '2026-11-24 14:05' in Indian time: spreadsheets read it as a time, unlike ISO 8601 with a zone. */
export function sheetMoment(moment: string): string {
  const { year, month, day, hour, minute } = indianCalendar(moment)
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`
}

/** As CSV has it: amounts with two decimals, times in Indian time. */
export function plainCell(cell: Cell): string | number {
  if (cell === null) return ''
  if (typeof cell !== 'object') return cell
  if ('paise' in cell) return toDecimal(cell.paise)
  return 'day' in cell ? cell.day : sheetMoment(cell.moment)
}
