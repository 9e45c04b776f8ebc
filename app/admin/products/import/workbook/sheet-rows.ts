/** The rows of one sheet as texts. */
import { MOST_CELL, MOST_COLUMNS, MOST_ROWS, MOST_TEXT } from '../limits.ts'
import type { TableRow } from '../read-file.ts'
import { numberText } from './number-format.ts'
import type { NumberFormat } from './number-format.ts'
import { WorkbookError } from './workbook-error.ts'
import { readXml } from './xml.ts'

export type SheetTerms = {
  strings: readonly string[]
  /** by the number of a cell's style */
  formats: readonly NumberFormat[]
  epoch1904: boolean
  /** how many rows that are not empty are read; the rest is left */
  most?: number
}

/** Reads the rows that have a value, each numbered as in the sheet. @throws WorkbookError for a sheet that is too large */
export function sheetRows(xml: string, { strings, formats, epoch1904, most = Infinity }: SheetTerms): TableRow[] {
  const rows: TableRow[] = []
  let size = 0
  let row = 0
  let cells: string[] = []
  let column = -1
  let kind = ''
  let format: NumberFormat = 'plain'
  let value = ''
  // `value` is inside <v> or <t>; phonetic notes (<rPh>) and formulas (<f>) are not part of it.
  let inValue = false
  let inNote = false

  const endCell = () => {
    const text =
      kind === 's'
        ? (strings[Number(value)] ?? '')
        : kind === 'b'
          ? booleanText(value)
          : kind === '' || kind === 'n'
            ? numberText(value, format, epoch1904)
            : value
    if (text.trim() === '') return
    if (text.length > MOST_CELL) throw new WorkbookError('cell', row)
    if (column >= MOST_COLUMNS) throw new WorkbookError('columns')
    size += text.length
    if (size > MOST_TEXT) throw new WorkbookError('size')
    while (cells.length < column) cells.push('')
    cells[column] = text
  }

  readXml(xml, {
    open(name, attributes) {
      if (name === 'row') {
        if (rows.length >= most) return false
        row = Number(attributes().r ?? row + 1)
        cells = []
        column = -1
      } else if (name === 'c') {
        const { r, t = '', s } = attributes()
        column = r === undefined ? column + 1 : columnOf(r)
        kind = t
        format = formats[Number(s ?? -1)] ?? 'plain'
        value = ''
      } else if (name === 'rPh') inNote = true
      else if (name === 'v' || name === 't') inValue = true
      return undefined
    },
    close(name) {
      if (name === 'v' || name === 't') inValue = false
      else if (name === 'rPh') inNote = false
      else if (name === 'c') endCell()
      else if (name === 'row' && cells.length > 0) {
        if (rows.length >= MOST_ROWS) throw new WorkbookError('rows')
        rows.push({ row, cells })
        cells = []
      }
    },
    text(text) {
      if (inValue && !inNote) value += kind === 'inlineStr' || kind === 'str' ? plainText(text) : text
    },
  })
  return rows
}

const booleanText = (value: string): string => (value === '1' ? 'TRUE' : 'FALSE')

/** 'AB12' → 27: the place of the column, counted from 0. */
function columnOf(reference: string): number {
  let place = 0
  for (const sign of reference) {
    const letter = sign.charCodeAt(0) - 64
    if (letter < 1 || letter > 26) break
    place = place * 26 + letter
  }
  return place - 1
}

/** `_x000D_` stands for a character that XML cannot hold (ECMA-376, part 1, 22.9.2.19). */
export const plainText = (text: string): string =>
  text.includes('_x') ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text
