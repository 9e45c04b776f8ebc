/**
 * The data of invoice.typ: every text is ready to print. The template makes no decisions about money or law, and this type
 * knows nothing about orders. An empty text is left out.
 */
export type Sheet = {
  title: string
  number: string
  /** Year, month, day, hour, minute and second in UTC at which it was issued; null: the time of rendering. */
  issued: number[] | null
  /** The marks of the copies, one printed copy each; `['']` for a document without marked copies. */
  copies: string[]
  /** SVG text, and its size in points; null for a store without a logo */
  logo: { svg: string; alt: string; width: number; height: number } | null
  /** `#rrggbb` */
  colours: { accent: string; tint: string; second: string }
  /** `shown`: beside the logo; a wide logo has the name in it */
  seller: { name: string; tagline: string; shown: boolean }
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
  /** the registration with the portal: its QR code, 'IRN', the number and the acknowledgement */
  einvoice: { svg: string; facts: [label: string, value: string][] } | null
  summary: (Table & { title: string }) | null
  notes: string[]
  signature: [string, string]
  footer: string
}

/** A cell has a main text and a small second line. */
export type Cell = [main: string, second: string]

export type Table = {
  columns: Column[]
  rows: Cell[][]
  /** One text per column, or an empty list. */
  foot: string[]
  /** Type size in points. */
  size: number
}

/** Width in points; columns with 0 share the remaining space. */
export type Column = { title: string; width: number; right: boolean; strong: boolean }

export function column(title: string, width: number, look: { right?: boolean; strong?: boolean } = {}): Column {
  return { title, width, right: look.right ?? false, strong: look.strong ?? false }
}
