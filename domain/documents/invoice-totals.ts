import type { ChargeAmounts, DocumentAmounts, SummaryRow } from './invoice-amounts.ts'
import { formatRupees } from '../money/money.ts'
import { totalRows } from '../quote/total-rows.ts'
import type { HeadColumn } from '../tax/tax-heads.ts'

/** The text for a charge of 0: on documents, screens and in mails. */
export const FREE = 'Free'

/** A charge and its amount as text. */
export const chargeText = ({ label, amount }: { label: string; amount: number }): [name: string, text: string] => [
  label,
  amount === 0 ? FREE : formatRupees(amount),
]

/** The rows above a document's total, which sum to it, as the PDF and the page /invoice/{id} show them. The tax of each row is in the tax rows. */
export function documentRows(amounts: DocumentAmounts, heads: readonly HeadColumn[]): [name: string, text: string][] {
  const taxed = heads.length > 0
  const rows = totalRows<string, ChargeAmounts>(
    {
      goods: amounts.goodsTaxable,
      // the lines show the discounts
      bulkSavings: 0,
      discount: 0,
      discounts: [],
      pricesIncludeGst: false,
      taxable: amounts.goodsTaxable,
      taxes: heads.map(({ key, name }) => ({ name, rate: null, amount: amounts.heads[key] })),
      chargesTaxed: true,
      charges: amounts.charges,
    },
    {
      goods: { whole: null, before: null, after: null },
      bulkSavings: '',
      discount: ({ name }) => name,
      taxable: () => (taxed ? 'Taxable value of goods' : 'Value of goods'),
      tax: ({ name }) => name,
      charge: ({ label, amount }) => (taxed && amount > 0 ? `${label}, taxable value` : label),
    },
  )
  return rows.map(({ label, amount, charge }): [string, string] => {
    if (charge === null) return [label, formatRupees(amount)]
    return taxed && amount > 0 ? [label, formatRupees(charge.taxable)] : chargeText({ label, amount })
  })
}

/** The name of a row in the summary by HSN: its code, or the name of its charge. */
export const summaryName = ({ hsn, charge }: SummaryRow): string => charge ?? hsn
