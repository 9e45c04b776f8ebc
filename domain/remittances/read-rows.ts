import type { Paise } from '../money/money.ts'
import { comparable, tidyText, withoutGuard } from '../product-import/tidy-text.ts'
import { decimalMark, readAmount } from '../product-import/read-number.ts'
import type { RemittanceField } from './columns.ts'

/** A parcel of a remittance. `place`: its row in the file. Amounts in paise. */
export type RemittanceRow = { place: number; tracking: string; order: string; collected: Paise; charges: Paise }
export type UnreadRow = { place: number; why: 'NO_NUMBER' | 'NO_AMOUNT' | 'TOO_LONG' }
export type ReadRemittance = {
  rows: RemittanceRow[]
  unread: UnreadRow[]
  /** of the first row that has them; '' if none has */
  date: string
  reference: string
}

/** The bounds of `book_remittance`. */
export const MOST_ROWS = 5000
const LONGEST = 80
const MOST_AMOUNT = 99_999_999_99

type Line = { row: number; cells: readonly string[] }

/**
 * Reads the lines below the headings. A line without a number of a parcel or order, or without an amount that is read, is not booked and is named;
 * lines of totals have neither number. An amount below zero is not read: what a courier takes back again is cleared up by hand.
 */
export function readRemittance(lines: readonly Line[], columns: readonly (RemittanceField | null)[]): ReadRemittance {
  const of = (cells: readonly string[], field: RemittanceField): string[] =>
    columns.flatMap((column, at) => (column === field ? [tidyText(withoutGuard(cells[at] ?? ''))] : [])).filter((cell) => cell !== '')
  const mark = decimalMark(lines.flatMap(({ cells }) => [...of(cells, 'collected'), ...of(cells, 'charges')]))
  const read: ReadRemittance = { rows: [], unread: [], date: '', reference: '' }
  for (const { row, cells } of lines) {
    const [tracking = ''] = of(cells, 'tracking').map(plainNumber)
    const [order = ''] = of(cells, 'order').map(plainNumber)
    read.date ||= dayOf(of(cells, 'date')[0] ?? '')
    read.reference ||= (of(cells, 'reference')[0] ?? '').slice(0, LONGEST)
    if (/^(grand |sub )?totals?\b/.test(comparable(cells.find((cell) => cell.trim() !== '') ?? ''))) continue
    const collected = readAmount(of(cells, 'collected')[0] ?? '0', mark)
    const charges = of(cells, 'charges').map((cell) => readAmount(cell, mark))
    if (tracking === '' && order === '') read.unread.push({ place: row, why: 'NO_NUMBER' })
    else if (tracking.length > LONGEST || order.length > LONGEST) read.unread.push({ place: row, why: 'TOO_LONG' })
    else if (!isAmount(collected) || !charges.every(isAmount)) read.unread.push({ place: row, why: 'NO_AMOUNT' })
    else read.rows.push({ place: row, tracking, order, collected, charges: charges.reduce((sum: number, one) => sum + one, 0) })
  }
  return read
}

const isAmount = (amount: Paise | null | undefined): amount is Paise => typeof amount === 'number' && amount >= 0 && amount <= MOST_AMOUNT

/** A spreadsheet's text of a long number: '="123"' and a leading apostrophe. */
const plainNumber = (cell: string): string => cell.replace(/^="?(.*?)"?$/, '$1').replace(/^'/, '')

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** '22-11-2026', '22/11/26', '2026-11-22 10:00', '22 Nov 2026' → '2026-11-22'; '' if it is no day. Days come before months in India. */
export function dayOf(text: string): string {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/.exec(text)
  const indian = /^(\d{1,2})[-/. ](\d{1,2}|[A-Za-z]{3})[A-Za-z]*[-/., ]+(\d{4}|\d{2})(?!\d)/.exec(text)
  const [year, month, day] = iso ? [iso[1], iso[2], iso[3]] : indian ? [indian[3], indian[2], indian[1]] : []
  if (year === undefined || month === undefined || day === undefined) return ''
  const named = MONTHS.indexOf(month.toLowerCase()) + 1
  const full = year.length === 2 ? `20${year}` : year
  const written = `${full}-${String(named || Number(month)).padStart(2, '0')}-${day.padStart(2, '0')}`
  const moment = new Date(`${written}T00:00:00Z`)
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== written ? '' : written
}
