import type { InvoiceContent } from '../documents/invoice-content.ts'
import type { Paise } from '../money/money.ts'

/** One row of the totals of a return (GSTR-1 tables 4 to 9 before they are divided): amounts in paise, rate in percent. */
export type GstTotal = {
  /** whether the buyer is registered */
  buyer: 'B2B' | 'B2C'
  /** GST code */
  placeOfSupply: string
  /** 0: nil-rated; null: delivery whose rates can no longer be separated */
  rate: number | null
  taxable: Paise
  cgst: Paise
  sgst: Paise
  igst: Paise
}

/**
 * Sums issued documents by buyer, place of supply and rate. A credit note is subtracted.
 * Drafts have no number and do not count; a seller without a GSTIN files no return.
 */
export function gstTotals(documents: readonly InvoiceContent[]): GstTotal[] {
  const totals = new Map<string, GstTotal>()
  for (const { number, documentType, amounts, recipient, supplier, placeOfSupply } of documents) {
    if (number === null || !amounts || supplier.gstin === null) continue
    const buyer = recipient.gstin === null ? 'B2C' : 'B2B'
    const sign = documentType === 'creditNote' ? -1 : 1
    for (const { rate, taxable, cgst, sgst, igst } of amounts.summary) {
      const key = `${buyer} ${placeOfSupply.code} ${String(rate).padStart(6)}`
      const sum = totals.get(key) ?? { buyer, placeOfSupply: placeOfSupply.code, rate, taxable: 0, cgst: 0, sgst: 0, igst: 0 }
      totals.set(key, {
        ...sum,
        taxable: sum.taxable + sign * taxable,
        cgst: sum.cgst + sign * cgst,
        sgst: sum.sgst + sign * sgst,
        igst: sum.igst + sign * igst,
      })
    }
  }
  return [...totals].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, total]) => total)
}
