import { indianCalendar } from '../time/dates.ts'
import { toRupees } from '../money/money.ts'
import type { Gstr1 } from './gstr1.ts'
import type { Listed } from './listed.ts'
import type { AtRate, OfHsn } from './return-document.ts'
import type { TaxAmounts } from './tax-amounts.ts'

/** The version that the offline tool has written since table 12 was divided (docs/decisions/0019-gstr1.md). */
const VERSION = 'GST3.2.4'

type Heads = { iamt: number } | { camt: number; samt: number }
type Item = { num: number; itm_det: Heads & { txval: number; rt: number; csamt: number } }
type HsnRow = {
  num: number
  hsn_sc: string
  desc: string
  uqc: string
  qty: number
  rt: number
  txval: number
  iamt: number
  camt: number
  samt: number
  csamt: number
}
type NoteRow = { ntty: 'C'; nt_num: string; nt_dt: string; val: number; pos: string; itms: Item[] }
type InvoiceRow = { inum: string; idt: string; val: number; itms: Item[] }

/** The return in the format of the portal's offline tool: rupees as numbers of at most two decimals, days as DD-MM-YYYY. */
export type OfflineReturn = {
  gstin: string
  /** MMYYYY */
  fp: string
  version: string
  hash: string
  b2b?: { ctin: string; inv: (InvoiceRow & { pos: string; rchrg: 'N'; inv_typ: 'R' })[] }[]
  b2cl?: { pos: string; inv: InvoiceRow[] }[]
  b2cs?: (Heads & { sply_ty: 'INTER' | 'INTRA'; typ: 'OE'; pos: string; rt: number; txval: number; csamt: number })[]
  cdnr?: { ctin: string; nt: (NoteRow & { rchrg: 'N'; inv_typ: 'R' })[] }[]
  cdnur?: (NoteRow & { typ: 'B2CL' })[]
  nil?: { inv: { sply_ty: string; nil_amt: number; expt_amt: number; ngsup_amt: number }[] }
  hsn?: { hsn_b2b?: HsnRow[]; hsn_b2c?: HsnRow[] }
  doc_issue?: {
    doc_det: { doc_num: number; doc_typ: string; docs: { num: number; from: string; to: string; totnum: number; cancel: number; net_issue: number }[] }[]
  }
}

const NATURES = { 1: 'Invoices for outward supply', 5: 'Credit Note' } as const

/** null where the shop has no GSTIN. Like the tool, it leaves out tables without rows. */
export function offlineJson({ gstin, period, b2b, b2cl, b2cs, cdnr, cdnur, nil, hsn, series }: Gstr1): OfflineReturn | null {
  if (gstin === null) return null
  return {
    gstin,
    fp: period.fp,
    version: VERSION,
    hash: 'hash',
    ...some(
      'b2b',
      grouped(b2b, 'gstin').map(([ctin, rows]) => ({ ctin, inv: rows.map((row) => ({ ...invoice(row), pos: row.placeOfSupply, ...REGULAR })) })),
    ),
    ...some(
      'b2cl',
      grouped(b2cl, 'placeOfSupply').map(([pos, rows]) => ({ pos, inv: rows.map(invoice) })),
    ),
    ...some(
      'b2cs',
      b2cs.map((row) => ({
        sply_ty: row.supply,
        typ: 'OE' as const,
        pos: row.placeOfSupply,
        rt: row.rate,
        txval: toRupees(row.taxable),
        ...heads(row, row.supply === 'INTER'),
        csamt: 0,
      })),
    ),
    ...some(
      'cdnr',
      grouped(cdnr, 'gstin').map(([ctin, rows]) => ({ ctin, nt: rows.map((row) => ({ ...note(row), ...REGULAR })) })),
    ),
    ...some(
      'cdnur',
      cdnur.map((row) => ({ ...note(row), typ: 'B2CL' as const })),
    ),
    ...(nil.every(({ value }) => value === 0)
      ? {}
      : { nil: { inv: nil.map(({ supply, value }) => ({ sply_ty: supply, nil_amt: toRupees(value), expt_amt: 0, ngsup_amt: 0 })) } }),
    ...(hsn.b2b.length + hsn.b2c.length === 0 ? {} : { hsn: { ...some('hsn_b2b', hsn.b2b.map(hsnRow)), ...some('hsn_b2c', hsn.b2c.map(hsnRow)) } }),
    ...(series.length === 0 ? {} : { doc_issue: { doc_det: documentDetails(series) } }),
  }
}

const REGULAR = { rchrg: 'N', inv_typ: 'R' } as const

function some<K extends string, T>(key: K, rows: T[]): { [P in K]?: T[] } {
  return rows.length === 0 ? {} : ({ [key]: rows } as { [P in K]: T[] })
}

function grouped(rows: readonly Listed[], by: 'gstin' | 'placeOfSupply'): [string, Listed[]][] {
  const groups = new Map<string, Listed[]>()
  for (const row of rows) {
    const group = groups.get(row[by])
    if (group) group.push(row)
    else groups.set(row[by], [row])
  }
  return [...groups]
}

function invoice(row: Listed): InvoiceRow {
  return { inum: row.serial, idt: portalDay(row.issuedAt), val: toRupees(row.value), itms: items(row) }
}

function note(row: Listed): NoteRow {
  return { ntty: 'C', nt_num: row.serial, nt_dt: portalDay(row.issuedAt), val: toRupees(row.value), pos: row.placeOfSupply, itms: items(row) }
}

/** The tool derives an item's number from its rate: 18 % is 1801, 0.25 % is 26. */
function items({ rates, interState }: Listed): Item[] {
  return rates.map((part: AtRate) => ({
    num: Math.round(part.rate * 100) + 1,
    itm_det: { txval: toRupees(part.taxable), rt: part.rate, ...heads(part, interState), csamt: 0 },
  }))
}

/** Only the tax components of this kind of supply: IGST, or CGST and SGST. */
function heads({ igst, cgst, sgst }: TaxAmounts, interState: boolean): Heads {
  return interState ? { iamt: toRupees(igst) } : { camt: toRupees(cgst), samt: toRupees(sgst) }
}

function hsnRow(row: OfHsn, index: number): HsnRow {
  const [txval, iamt, camt, samt] = [row.taxable, row.igst, row.cgst, row.sgst].map(toRupees) as [number, number, number, number]
  return { num: index + 1, hsn_sc: row.hsn, desc: '', uqc: row.unit, qty: row.quantity, rt: row.rate, txval, iamt, camt, samt, csamt: 0 }
}

function documentDetails(series: Gstr1['series']): NonNullable<OfflineReturn['doc_issue']>['doc_det'] {
  return ([1, 5] as const).flatMap((nature) => {
    const docs = series
      .filter((one) => one.nature === nature)
      .map(({ from, to, total, cancelled, net }, index) => ({ num: index + 1, from, to, totnum: total, cancel: cancelled, net_issue: net }))
    return docs.length === 0 ? [] : [{ doc_num: nature, doc_typ: NATURES[nature], docs }]
  })
}

/** '20-11-2026', the day in India. */
export function portalDay(moment: string): string {
  const { year, month, day } = indianCalendar(moment)
  return `${String(day).padStart(2, '0')}-${String(month).padStart(2, '0')}-${year}`
}
