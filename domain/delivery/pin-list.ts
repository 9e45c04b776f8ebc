/** A courier's list of PIN codes, read from the rows of a spreadsheet (docs/decisions/0083-delivery-rates.md). */

/** `served`: only the listed PIN codes are served. `exceptions`: the others are served too, without restrictions. */
export type ListMeans = 'served' | 'exceptions'
export type ListedPin = { pin: number; prepaid: boolean; cod: boolean }
export type ListError = { row: number; code: 'PIN' | 'FLAG' | 'TWICE'; text: string }
export type PinList = { pins: ListedPin[]; errors: ListError[]; tooMany: boolean }

export const MOST_LISTED = 40_000

type Row = { row: number; cells: readonly string[] }
type Columns = { pin: number; prepaid: number; cod: number }

/** Heading rows may follow titles; a row with a PIN code is none. Without headings: PIN code, prepaid, cash on delivery. */
function columnsOf(rows: readonly Row[]): { columns: Columns; body: readonly Row[] } {
  const at = rows.slice(0, 20).findIndex(({ cells }) => cells.some((cell) => /pin|postal/i.test(cell)) && !cells.some(isPin))
  const heading = rows[at]?.cells
  if (!heading) return { columns: { pin: 0, prepaid: 1, cod: 2 }, body: rows }
  const find = (pattern: RegExp) => heading.findIndex((cell) => pattern.test(cell))
  return { columns: { pin: find(/pin|postal/i), prepaid: find(/pre-?\s?paid/i), cod: find(/\bcod\b|cash/i) }, body: rows.slice(at + 1) }
}

const isPin = (cell: string): boolean => /^[1-9]\d{2}\s?\d{3}$/.test(cell.trim())

const YES = new Set(['y', 'yes', 'true', '1'])
const NO = new Set(['n', 'no', 'false', '0'])

/** A row that says nothing about prepaid or cash on delivery is served so in a list of what is served, and not so in a list of exceptions. */
export function readPinList(rows: readonly Row[], means: ListMeans): PinList {
  const { columns, body } = columnsOf(rows)
  const found = new Map<number, ListedPin>()
  const errors: ListError[] = []
  for (const { row, cells } of body) {
    const text = (cells[columns.pin] ?? '').trim()
    if (!isPin(text)) {
      errors.push({ row, code: 'PIN', text: text.slice(0, 20) })
      continue
    }
    const flags = [columns.prepaid, columns.cod].map((column) => {
      const cell = (cells[column] ?? '').trim().toLowerCase()
      if (cell === '') return means === 'served'
      if (YES.has(cell)) return true
      if (!NO.has(cell)) errors.push({ row, code: 'FLAG', text: cell.slice(0, 20) })
      return false
    })
    const [prepaid = false, cod = false] = flags
    const pin = Number(text.replace(/\s/, ''))
    const before = found.get(pin)
    if (before && (before.prepaid !== prepaid || before.cod !== cod)) errors.push({ row, code: 'TWICE', text })
    else found.set(pin, { pin, prepaid, cod })
  }
  return { pins: [...found.values()], errors, tooMany: found.size > MOST_LISTED }
}
