/** Which documents a figure of the return consists of, and which part of each. */
import { KINDS } from '#domain/gstr1/gst-summary.ts'
import type { DocumentKind } from '#domain/gstr1/gst-summary.ts'
import { toPaise } from '#domain/money/money.ts'
import { sumAmounts } from '#domain/gstr1/tax-amounts.ts'
import type { TaxAmounts } from '#domain/gstr1/tax-amounts.ts'
import { SHEETS } from '#domain/gstr1/sheets.ts'
import type { SheetName } from '#domain/gstr1/sheets.ts'
import type { GstDocument } from '../../../data/admin/reports/gst-return.ts'

/** One filter at a time: a table of the return, a kind, a rate, a State's code, or all. */
export type DocumentSelection = { table?: SheetName; kind?: DocumentKind; rate?: string; place?: string }
const NAMES = ['table', 'kind', 'rate', 'place'] as const

/** The address of the documents behind a figure of the current month; null: back to the return. */
export function documentsSearch(params: URLSearchParams, selection: DocumentSelection | null): string {
  const next = new URLSearchParams(params)
  for (const name of [...NAMES, 'documents']) next.delete(name)
  if (selection) {
    next.set('documents', 'yes')
    for (const name of NAMES) if (selection[name] !== undefined) next.set(name, selection[name])
  }
  return `?${next.toString()}`
}

/** The selection in the address; null if it shows the return itself. */
export function readSelection(params: URLSearchParams): DocumentSelection | null {
  if (params.get('documents') !== 'yes') return null
  const table = SHEETS.find((name) => name === params.get('table'))
  const kind = KINDS.find((name) => name === params.get('kind'))
  const [rate, place] = [params.get('rate'), params.get('place')]
  return { ...(table ? { table } : {}), ...(kind ? { kind } : {}), ...(rate === null ? {} : { rate }), ...(place === null ? {} : { place }) }
}

/** The document and its contribution to the figure: paise, negative for a credit note. */
export type Counted = { document: GstDocument; counts: TaxAmounts }

export function countedIn(documents: readonly GstDocument[], selection: DocumentSelection): Counted[] {
  return documents.flatMap((document) => {
    const parts = document.rates.filter(({ rate }) => isAsked(document, rate, selection))
    if (parts.length === 0) return []
    const sign = document.note ? -1 : 1
    const paise = (rupees: number) => sign * toPaise(rupees)
    return [
      {
        document,
        counts: sumAmounts(
          parts.map(({ taxable, cgst, sgst, igst }) => ({ taxable: paise(taxable), cgst: paise(cgst), sgst: paise(sgst), igst: paise(igst) })),
        ),
      },
    ]
  })
}

function isAsked(document: GstDocument, rate: number, selection: DocumentSelection): boolean {
  return (
    (selection.kind === undefined || document.kind === selection.kind) &&
    (selection.rate === undefined || String(rate) === selection.rate) &&
    (selection.place === undefined || document.place_of_supply === selection.place) &&
    (selection.table === undefined || isInTable(document, rate, selection.table))
  )
}

/** The same division as in domain/gstr1/sections.ts: the taxed parts by section, the nil-rated ones in table 8, all of them in 12 and 13. */
function isInTable({ section, gstin }: GstDocument, rate: number, table: SheetName): boolean {
  if (table === 'docs' || table === 'summary') return true
  if (table === 'exemp') return rate === 0
  if (table === 'hsn_b2b') return gstin !== null
  if (table === 'hsn_b2c') return gstin === null
  return section === table && rate > 0
}
