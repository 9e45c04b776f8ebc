import { gstSummary } from './gst-summary.ts'
import type { GstSummary } from './gst-summary.ts'
import type { ReturnDocument } from './return-document.ts'
import type { Period } from './period.ts'
import { table4 } from './table-4-b2b.ts'
import { table5 } from './table-5-b2cl.ts'
import { table7 } from './table-7-b2cs.ts'
import { table8 } from './table-8-nil.ts'
import { table9b } from './table-9b-notes.ts'
import { table12 } from './table-12-hsn.ts'
import { table13 } from './table-13-documents.ts'
import type { Tables } from './tables.ts'
import { isVoid } from './void-documents.ts'
import { documentWarnings, periodWarnings, sellerWarnings, tableWarnings } from './warnings.ts'
import type { Warning } from './warnings.ts'

/** Form GSTR-1 of one month and one GSTIN. Money in paise, rates in percent. */
export type Gstr1 = Tables & {
  gstin: string | null
  period: Period
  summary: GstSummary
  /** the documents behind the sums, oldest first; without those whose IRN was cancelled (void-documents.ts) */
  documents: ReturnDocument[]
  warnings: Warning[]
}

export type Filing = {
  period: Period
  /** the GSTIN that the return is filed for; null: the shop has none, and every table is empty */
  gstin: string | null
  /** whether last year's turnover was above ₹5 crore: then the return needs more HSN digits, and invoices need an IRN */
  aboveFiveCrore: boolean
  /** the numbers that have an IRN */
  registered?: ReadonlySet<string>
  /** the numbers whose IRN was cancelled: of the month, and of the invoices that its credit notes reverse */
  cancelled?: ReadonlySet<string>
  now: Date
}

/**
 * Sums the issued documents of a month (docs/india.md#reports). Documents under another GSTIN or under none are left out and
 * listed in a warning. Documents whose IRN was cancelled are in table 13 alone, as cancelled.
 *
 * @param missing which of `precedingSerials` were never issued; the caller asks the database once the series are known
 */
export function gstr1(
  documents: readonly ReturnDocument[],
  { period, gstin, aboveFiveCrore, registered = new Set(), cancelled = new Set(), now }: Filing,
  missing: readonly string[] = [],
): Gstr1 {
  const isOwn = ({ sellerGstin }: ReturnDocument) => gstin !== null && sellerGstin === gstin
  const issued = documents.filter(isOwn)
  const own = issued.filter((document) => !isVoid(document, cancelled))
  const left = documents.filter((document) => !isOwn(document)).map(({ serial }) => serial)
  const notes = table9b(own)
  const tables: Tables = {
    b2b: table4(own),
    b2cl: table5(own),
    b2cs: table7(own),
    nil: table8(own),
    cdnr: notes.registered,
    cdnur: notes.unregistered,
    hsn: table12(own),
    series: table13(issued, { elsewhere: new Set(left), cancelled }),
  }
  const warnings = [
    ...periodWarnings(period, now),
    ...sellerWarnings(gstin, left),
    ...documentWarnings(own, aboveFiveCrore, registered),
    ...tableWarnings(tables, missing),
  ]
  return { gstin, period, ...tables, summary: gstSummary(own), documents: own.toSorted(byIssue), warnings }
}

function byIssue(a: ReturnDocument, b: ReturnDocument): number {
  if (a.issuedAt !== b.issuedAt) return a.issuedAt < b.issuedAt ? -1 : 1
  return a.serial < b.serial ? -1 : a.serial > b.serial ? 1 : 0
}

/** The GSTIN that a month is filed under: that of the newest document that has one, else that of the settings. */
export function filingGstin(documents: readonly ReturnDocument[], settings: string | null): string | null {
  return documents.findLast(({ sellerGstin }) => sellerGstin !== null)?.sellerGstin ?? settings
}
