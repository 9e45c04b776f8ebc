import { cartSummary } from '#domain/cart-summary.ts'
import type { TaxRow } from '#domain/cart-summary.ts'
import { formatRupees } from '#domain/money.ts'
import type { Quote } from '#domain/quote.ts'
import { stateByCode } from '#domain/states.ts'
import * as say from '#words/totals.ts'
import { Totals } from './totals.tsx'
import type { TotalRow } from './totals.tsx'

type QuoteTotalsProps = {
  quote: Quote
  pricesIncludeGst: boolean
  /** What delivery would have cost, struck beside 'Free'. */
  deliveryCharge: number
  /** False while the delivery State is not known: then the split into heads is not told yet. */
  stateKnown: boolean
  totalLabel?: string
  /** named beside what it takes off */
  couponCode?: string | null
}

const taxLabel = ({ name, rate }: TaxRow) => (rate === null ? name : say.taxAt(name, rate))

/** Goods, savings, taxable value, GST by head, delivery, one total (rulings 1 and 3). */
export function QuoteTotals({ quote, pricesIncludeGst, deliveryCharge, stateKnown, totalLabel, couponCode }: QuoteTotalsProps) {
  const summary = cartSummary(quote)
  // Where prices include GST the tax is a part of the goods and is not added again.
  const kind = pricesIncludeGst ? ('part' as const) : undefined
  const place = stateKnown ? say.supplyTo(stateByCode(quote.placeOfSupply)?.name ?? '', quote.placeOfSupply) : ''
  const taxes: TotalRow[] = stateKnown
    ? summary.taxes.map((tax, row) => ({ label: taxLabel(tax) + (row === 0 ? place : ''), amount: tax.amount, kind }))
    : [{ label: say.gst, amount: quote.totalGst, kind }]
  const rows: TotalRow[] = [
    { label: say.goods(summary.units), amount: summary.listTotal },
    ...(summary.bulkSavings > 0 ? [{ label: say.bulkPriceSavings, amount: summary.bulkSavings, kind: 'saved' as const }] : []),
    ...(quote.discount > 0 ? [{ label: say.coupon(couponCode ?? ''), amount: quote.discount, kind: 'saved' as const }] : []),
    ...(pricesIncludeGst && summary.bulkSavings + quote.discount > 0 ? [{ label: say.goodsAtYourPrice, amount: quote.goodsTotal }] : []),
    { label: pricesIncludeGst ? say.ofWhichTaxableValue : say.taxableValue, amount: quote.subtotalBase, kind },
    ...taxes,
    {
      label: say.delivery,
      amount:
        quote.shippingCost > 0 ? (
          quote.shippingCost
        ) : (
          <>
            <s className="text-ink-3">{formatRupees(deliveryCharge)}</s> <b className="font-semibold text-marigold-700">{say.free}</b>
          </>
        ),
    },
  ]
  return <Totals rows={rows} total={quote.total} totalLabel={totalLabel} />
}
