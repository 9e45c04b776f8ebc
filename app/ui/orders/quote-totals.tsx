import { cartSummary } from '#domain/quote/cart-summary.ts'
import { formatRupees, sumOf } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import type { Quote } from '#domain/quote/quote.ts'
import { totalRows } from '#domain/quote/total-rows.ts'
import { stateByCode } from '#domain/addresses/states.ts'
import * as say from '#words/totals.ts'
import { chargeLabel, Totals } from './totals.tsx'

type QuoteTotalsProps = {
  quote: Quote
  pricesIncludeGst: boolean
  /** False while the delivery State is unknown: the split into tax components is then not shown yet. */
  stateKnown: boolean
  totalLabel?: string
  storeCredit?: Paise
}

/** Goods, savings, taxable value, GST by component, delivery, and one total (docs/rules.md#prices). */
export function QuoteTotals({ quote, pricesIncludeGst, stateKnown, totalLabel, storeCredit }: QuoteTotalsProps) {
  const summary = cartSummary(quote)
  const place = stateKnown ? say.supplyTo(stateByCode(quote.placeOfSupply)?.name ?? '', quote.placeOfSupply) : ''
  const freed = quote.discounts.find(({ freeDelivery }) => freeDelivery)
  const saved = summary.bulkSavings + quote.discount + (freed ? sumOf(quote.charges, ({ cost, amount }) => cost - amount) : 0)
  // A shop without a GSTIN charges no GST, so there is nothing to split.
  const taxed = quote.lines.some(({ rate }) => rate > 0)
  const taxes = stateKnown ? summary.taxes : [{ name: say.gst, rate: null, amount: quote.totalGst }]
  const goods = say.goods(summary.units)
  const rows = totalRows(
    {
      goods: quote.goodsTotal,
      bulkSavings: summary.bulkSavings,
      discount: quote.discount,
      discounts: quote.discounts,
      pricesIncludeGst,
      taxable: taxed ? quote.subtotalBase : null,
      taxes: taxed ? taxes : [],
      chargesTaxed: false,
      charges: quote.charges,
    },
    {
      ...say.labels,
      goods: { whole: goods, before: goods, after: pricesIncludeGst ? say.goodsAtYourPrice : null },
      tax: ({ name, rate }, row) => (rate === null ? name : say.taxAt(name, rate)) + (row === 0 ? place : ''),
      charge: chargeLabel(freed && say.labels.discount(freed)),
    },
  )
  return (
    <>
      <Totals rows={rows} total={quote.total} totalLabel={totalLabel} storeCredit={storeCredit} />
      {quote.discounts.length > 0 ? <p className="num mt-2 text-right font-[550] text-marigold-700">{say.youSaveInAll(formatRupees(saved))}</p> : null}
    </>
  )
}
