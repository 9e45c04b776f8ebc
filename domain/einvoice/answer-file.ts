/** Rows of the portal's answer: from its JSON or its table. */

export type AnswerRow = {
  /** '' where the file does not say it: the QR code does */
  number: string
  irn: string
  ackNo: string
  ackAt: string
  signedQr: string
}

/** Rows of a file; a portal's file of bulk generation has fewer. */
export const MOST_ROWS = 1000
/** Bytes of a file: with the signed invoices that the portal adds, a row has up to 10 kB. */
export const MOST_FILE = 12 * 1024 * 1024
/** Characters of a cell that is read; longer ones are cut, and refused later. */
const MOST_CELL = 4000

/** Names of the fields in the files and screens of the portals, in lower case and without anything but letters. */
const NAMES: Record<keyof AnswerRow, readonly string[]> = {
  number: ['docno', 'documentno', 'documentnumber', 'invoiceno', 'invoicenumber', 'docnumber'],
  irn: ['irn', 'irnno', 'irnnumber'],
  ackNo: ['ackno', 'acknowledgementno', 'acknowledgementnumber', 'acknumber'],
  ackAt: ['ackdt', 'ackdate', 'acknowledgementdate', 'ackdatetime'],
  signedQr: ['signedqrcode', 'signedqr', 'qrcode', 'signedqrdata'],
}

const key = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')

/** The rows of parsed JSON: a list of answers, one answer, or either as `Data` or `data`. Null if there is none with an IRN. */
export function rowsOfJson(value: unknown): AnswerRow[] | null {
  const list = Array.isArray(value) ? value : [value]
  const rows: AnswerRow[] = []
  for (const one of list.slice(0, MOST_ROWS + 1)) {
    if (typeof one !== 'object' || one === null) continue
    const fields = new Map(Object.entries(one).map(([name, field]) => [key(name), field]))
    const row = rowOf((names) => names.map((name) => fields.get(name)).find((field) => typeof field === 'string' || typeof field === 'number'))
    const inner = fields.get('data')
    if (row.irn !== '') rows.push(row)
    else if (typeof inner === 'object' && inner !== null && list.length === 1) return rowsOfJson(inner)
  }
  return rows.length === 0 ? null : rows
}

/** The rows of a table whose first line names its columns. Null if there is no column with an IRN. */
export function rowsOfTable(cells: readonly (readonly string[])[]): AnswerRow[] | null {
  const at = cells.slice(0, 20).findIndex((row) => row.some((cell) => NAMES.irn.includes(key(cell))))
  const heads = cells[at]?.map(key)
  if (!heads) return null
  const rows = cells.slice(at + 1, at + 2 + MOST_ROWS).map((row) => rowOf((names) => row[heads.findIndex((head) => names.includes(head))]))
  const named = rows.filter(({ irn }) => irn !== '')
  return named.length === 0 ? null : named
}

function rowOf(read: (names: readonly string[]) => unknown): AnswerRow {
  const text = (name: keyof AnswerRow) => {
    const value = read(NAMES[name])
    return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, MOST_CELL).trim() : ''
  }
  return { number: text('number'), irn: text('irn'), ackNo: text('ackNo'), ackAt: text('ackAt'), signedQr: text('signedQr') }
}
