import type { PadRow } from './resolve-lines.ts'

/**
 * Writes the rows as a list that parses back to the same rows; it is stored while the visitor signs in. `tail`: the lines that were not
 * looked up, which stay behind them.
 */
export function listOf(rows: readonly PadRow[], tail: readonly string[] = []): string {
  const nameOf = ({ product, matched }: PadRow): string => matched?.text ?? product?.sku ?? ''
  const written = rows.map((row) => (row.product !== null && !row.badQuantity ? `${nameOf(row)}\t${row.quantity ?? ''}` : row.source))
  return [...written, ...tail].join('\n')
}

/** Whether two lists have the same lines: a space at the end or an empty line is no change. */
export function isSameList(one: string, other: string): boolean {
  return one === other || linesOf(one).join('\n') === linesOf(other).join('\n')
}

const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
