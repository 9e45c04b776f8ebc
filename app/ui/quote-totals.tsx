import { cartSummary } from '#domain/quote/cart-summary.ts'
import type { TaxRow } from '#domain/quote/cart-summary.ts'
import { formatRupees, sumOf } from '#domain/money/money.ts'
import type { Quote } from '#domain/quote/quote.ts'
import { stateByCode } from '#domain/addresses/states.ts'
import * as say from '#words/totals.ts'
import { chargeRows, Totals } from './totals.tsx'
import type { TotalRow } from './totals.tsx'

type QuoteTotalsProps = {
  quote: Quote
  pricesIncludeGst: boolean
  /** False while the delivery State is unknown: the split into tax components is then not shown yet. */
  stateKnown: boolean
  totalLabel?: string
}

const taxLabel = ({ name, rate }: TaxRow) => (rate === null ? name : say.taxAt(name, rate))

/** Goods, savings, taxable value, GST by component, delivery, and one total (docs/rules.md#prices). */
export function QuoteTotals({ quote, pricesIncludeGst, stateKnown, totalLabel }: QuoteTotalsProps) {
  const summary = cartSummary(quote)
  // Where prices include GST, the tax is part of the goods and is not added again.
  const kind = pricesIncludeGst ? ('part' as const) : undefined
  const place = stateKnown ? say.supplyTo(stateByCode(quote.placeOfSupply)?.name ?? '', quote.placeOfSupply) : ''
  const taxes: TotalRow[] = stateKnown
    ? summary.taxes.map((tax, row) => ({ label: taxLabel(tax) + (row === 0 ? place : ''), amount: tax.amount, kind }))
    : [{ label: say.gst, amount: quote.totalGst, kind }]
  const freed = quote.discounts.find(({ freeDelivery }) => freeDelivery)
  const saved = summary.bulkSavings + quote.discount + (freed ? sumOf(quote.charges, ({ cost, amount }) => cost - amount) : 0)
  const rows: TotalRow[] = [
    { label: say.goods(summary.units), amount: summary.listTotal },
    ...(summary.bulkSavings > 0 ? [{ label: say.bulkPriceSavings, amount: summary.bulkSavings, kind: 'saved' as const }] : []),
    ...quote.discounts
      .filter(({ amount }) => amount > 0)
      .map(({ name, code, amount }) => ({ label: code === null ? name : say.coupon(code), amount, kind: 'saved' as const })),
    ...(pricesIncludeGst && summary.bulkSavings + quote.discount > 0 ? [{ label: say.goodsAtYourPrice, amount: quote.goodsTotal }] : []),
    // A shop without a GSTIN charges no GST, so there is nothing to split.
    ...(quote.lines.some(({ rate }) => rate > 0)
      ? [{ label: pricesIncludeGst ? say.ofWhichTaxableValue : say.taxableValue, amount: quote.subtotalBase, kind }, ...taxes]
      : []),
    // A cart in which nothing can be ordered has no delivery, neither charged nor free.
    ...(quote.lines.length === 0 ? [] : chargeRows(quote.charges, freed && (freed.code === null ? freed.name : say.coupon(freed.code)))),
  ]
  return (
    <>
      <Totals rows={rows} total={quote.total} totalLabel={totalLabel} />
      {quote.discounts.length > 0 ? <p className="num mt-2 text-right font-[550] text-marigold-700">{say.youSaveInAll(formatRupees(saved))}</p> : null}
    </>
  )
}
