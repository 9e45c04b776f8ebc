/**
 * What invoice.typ draws: every text ready to print. The template decides nothing about money or law, and this shape
 * knows nothing of orders. Empty text means: leave it out.
 */
export type Sheet = {
  title: string
  number: string
  /** One print each, marked so; `['']` for a document without copies. */
  copies: string[]
  /** SVG text */
  logo: string
  seller: { name: string; tagline: string }
  parties: { heading: string; name: string; lines: string[]; gstin: string }[]
  facts: [label: string, value: string][]
  /** Why a credit note was issued. */
  reason: [label: string, value: string] | null
  goods: Table
  /** Empty on a packing slip. */
  totals: [label: string, value: string][]
  total: [label: string, value: string]
  words: string
  highlight: string
  upi: { svg: string; title: string; lines: string[] } | null
  summary: (Table & { title: string }) | null
  notes: string[]
  signature: [string, string]
  footer: string
}

/** A cell is its main text and a small second line. */
export type Cell = [main: string, second: string]

export type Table = {
  columns: Column[]
  rows: Cell[][]
  /** One text per column, or none at all. */
  foot: string[]
  /** Type size in points. */
  size: number
}

/** Width in points; 0 takes what is left. */
export type Column = { title: string; width: number; right: boolean; strong: boolean }

export function column(title: string, width: number, look: { right?: boolean; strong?: boolean } = {}): Column {
  return { title, width, right: look.right ?? false, strong: look.strong ?? false }
}
