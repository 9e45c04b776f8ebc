import type { DocumentAmounts, SummaryRow } from './invoice-amounts.ts'
import type { HeadColumn } from './invoice-content.ts'
import { formatRupees } from '../money/money.ts'

/** The text for a charge of 0: on documents, screens and in mails. */
export const FREE = 'Free'

/** A charge and its amount as text. */
export const chargeText = ({ label, amount }: { label: string; amount: number }): [name: string, text: string] => [
  label,
  amount === 0 ? FREE : formatRupees(amount),
]

/** The rows above a document's total, which sum to it, as the PDF and the page /invoice/{id} show them. */
export function totalRows(amounts: DocumentAmounts, heads: readonly HeadColumn[]): [name: string, text: string][] {
  const taxed = heads.length > 0
  return [
    [taxed ? 'Taxable value of goods' : 'Value of goods', formatRupees(amounts.goodsTaxable)],
    ...amounts.charges.map(({ label, amount, taxable }): [string, string] =>
      taxed && amount > 0 ? [`${label}, taxable value`, formatRupees(taxable)] : chargeText({ label, amount }),
    ),
    ...heads.map((head): [string, string] => [head.name, formatRupees(amounts.heads[head.key])]),
  ]
}

/** The name of a row in the summary by HSN: its code, or the name of its charge. */
export const summaryName = ({ hsn, charge }: SummaryRow): string => charge ?? hsn
