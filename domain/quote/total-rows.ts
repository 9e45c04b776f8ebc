import type { Charge } from './charges.ts'
import type { Paise } from '../money/money.ts'

export type TotalDiscount = { name: string; /** null for an offer */ code: string | null; amount: Paise; /** given by staff */ byHand?: boolean }
/** `rate`: percent; null when it is not shown */
export type TotalTax = { name: string; rate: number | null; amount: Paise }

/** What the rows above a total sum up: of a quote, of an order or of a document. In paise. */
export type TotalAmounts<C = Charge> = {
  /** the goods as the shop shows prices, after tiers and discounts */
  goods: Paise
  /** what tiers take off; 0 where the rows start from the tier prices */
  bulkSavings: Paise
  /** the sum of `discounts` */
  discount: Paise
  discounts: readonly TotalDiscount[]
  pricesIncludeGst: boolean
  /** null where no taxable value is shown: the shop charges no GST */
  taxable: Paise | null
  taxes: readonly TotalTax[]
  /** the taxes contain the GST of the charges, which are therefore added before them */
  chargesTaxed: boolean
  charges: readonly C[]
}

/** What a surface calls each row; null: it does not show the row. */
export type TotalLabels<Label, C = Charge> = {
  /** `whole`: nothing is taken off; otherwise `before` and `after` it is */
  goods: { whole: Label | null; before: Label | null; after: Label | null }
  bulkSavings: Label
  discount: (discount: TotalDiscount) => Label
  /** `included`: prices include GST, so this is a part of the goods */
  taxable: (included: boolean) => Label
  tax: (tax: TotalTax, place: number) => Label
  charge: (charge: C) => Label
}

export type TotalRow<Label, C = Charge> = {
  label: Label
  amount: Paise
  /** the amount is taken off */
  off: boolean
  /** contained in the row above, so not added again */
  part: boolean
  /** the charge of this row */
  charge: C | null
}

/** The rows above a total in the order of every screen and document, the only place that decides which there are. */
export function totalRows<Label, C extends { amount: Paise } = Charge>(amounts: TotalAmounts<C>, labels: TotalLabels<Label, C>): TotalRow<Label, C>[] {
  const row = (label: Label, amount: Paise, more: Partial<TotalRow<Label, C>> = {}) => ({ label, amount, off: false, part: false, charge: null, ...more })
  const goodsRow = (label: Label | null, amount: Paise) => (label === null ? [] : [row(label, amount)])
  const { goods, bulkSavings, discount, pricesIncludeGst, taxable } = amounts
  const takenOff = bulkSavings + discount
  const part = pricesIncludeGst
  const taxes = amounts.taxes.map((tax, place) => row(labels.tax(tax, place), tax.amount, { part }))
  const charges = amounts.charges.map((charge) => row(labels.charge(charge), charge.amount, { charge }))
  return [
    ...(takenOff > 0 ? goodsRow(labels.goods.before, goods + takenOff) : goodsRow(labels.goods.whole, goods)),
    ...(bulkSavings > 0 ? [row(labels.bulkSavings, bulkSavings, { off: true })] : []),
    ...amounts.discounts.filter(({ amount }) => amount > 0).map((given) => row(labels.discount(given), given.amount, { off: true })),
    ...(takenOff > 0 ? goodsRow(labels.goods.after, goods) : []),
    ...(taxable === null ? [] : [row(labels.taxable(pricesIncludeGst), taxable, { part })]),
    ...(amounts.chargesTaxed ? [...charges, ...taxes] : [...taxes, ...charges]),
  ]
}
