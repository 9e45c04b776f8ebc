import type { DocumentAmounts, SummaryRow } from './invoice-amounts.ts'
import type { HeadColumn } from './invoice-content.ts'
import { formatRupees } from '../money/money.ts'

/** What stands for a charge that nothing is paid for: on documents, screens and in mails. */
export const FREE = 'Free'

/** A charge and what is paid for it, in words. */
export const chargeText = ({ label, amount }: { label: string; amount: number }): [name: string, text: string] => [
  label,
  amount === 0 ? FREE : formatRupees(amount),
]

/** The rows above a document's total, as the paper and the page /invoice/{id} show them: they add up to it. */
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

/** What a row of the summary by HSN is of: a code, or a charge by its name. */
export const summaryName = ({ hsn, charge }: SummaryRow): string => charge ?? hsn
