import type { Table } from './sheet.ts'

// Measured on A4 with the margins of invoice.typ, in points.
const PAGE = 527
const INSET = 8
/** The width of a digit in Mukta, per point of type size. */
const DIGIT = 0.55
/** The minimum readable width of a column without a fixed width. */
const FREE_COLUMN = 100

/**
 * Widens the columns of amounts to their longest text, and reduces the type size of the whole table if that leaves too little
 * space for the descriptions: amounts in crores must not run into the next column.
 *
 * @param size the type size in points that is used when everything fits
 */
export function fitColumns(table: Omit<Table, 'size'>, size: number): Table {
  const digit = DIGIT * size
  const columns = table.columns.map((column, index) => {
    if (column.width === 0 || !column.right) return column
    const longest = Math.max(...table.rows.map((row) => row[index]?.[0].length ?? 0), table.foot[index]?.length ?? 0)
    return { ...column, width: Math.max(column.width, longest * digit + INSET) }
  })
  const needed = columns.reduce((sum, column) => sum + (column.width || FREE_COLUMN), 0)
  const scale = Math.min(1, PAGE / needed)
  return { ...table, columns: columns.map((column) => ({ ...column, width: column.width * scale })), size: size * scale }
}
