import { gstBreakdown, gstRate } from '#domain/tax/gst.ts'
import { formatRupees } from '#domain/money/money.ts'
import { mrpOf, percentOffMrp, tierTable, type PriceTier } from '#domain/prices/price-tiers.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import * as say from '#words/product.tsx'
import type { ProductDetails } from '../../data/shop/products.ts'
import { measurePrice } from './product-text.ts'

type PriceBlockProps = { product: ProductDetails; unitPrice: number; tier: PriceTier | null; settings: StoreSettings; paid?: (unit: number) => number }

/** The unit price at the chosen quantity. The breakdown is a setting, off by default (docs/rules.md#prices-include-gst). */
export function PriceBlock({ product, unitPrice, tier, settings, paid }: PriceBlockProps) {
  const mrp = mrpOf(product)
  const rate = gstRate(settings, product)
  const toPay = paid ? paid(unitPrice) : unitPrice
  const off = percentOffMrp(product, toPay)
  const perMeasure = measurePrice(toPay, product.net_quantity)
  const bulk = tier === null ? undefined : tierTable(product, paid).find(({ minQuantity }) => minQuantity === tier.minQuantity)
  const breakdown = gstBreakdown(unitPrice, rate, settings)
  return (
    <div className="mt-6">
      <p className="num flex flex-wrap items-baseline gap-x-[14px] gap-y-1" aria-live="polite" aria-atomic="true">
        <b className="pdp-price">{formatRupees(unitPrice)}</b>
        <span className="-ml-2 text-ink-2">{say.each}</span>
        {mrp !== null && mrp > toPay ? (
          <span className="text-ink-3">
            {say.mrp} <s>{formatRupees(mrp)}</s>
          </span>
        ) : null}
        {off === null ? null : (
          <span className="rounded-xs bg-marigold-500 px-[10px] pt-[3px] pb-[2px] text-sm font-[650] text-plum-900">{say.percentOff(off)}</span>
        )}
      </p>
      <p className="num mt-[10px] text-ink-2">
        {paid ? say.eachInclGst(formatRupees(toPay), rate) : say.inclusiveOfTaxes}
        {perMeasure === null ? null : <Part>{perMeasure}</Part>}
        {product.net_quantity === null ? null : <Part>{product.net_quantity}</Part>}
      </p>
      {bulk ? <p className="num mt-[10px] border-l-2 border-marigold-500 pl-[10px] text-sm font-medium text-marigold-700">{bulk.text}</p> : null}
      {settings.showGstBreakdown ? (
        <dl className="num mt-4 grid max-w-[320px] grid-cols-[1fr_auto] gap-x-6 gap-y-1 text-sm text-ink-2">
          <dt>{say.priceBeforeGst}</dt>
          <dd className="text-right">{formatRupees(breakdown.base)}</dd>
          <dt>{say.gstAt(rate)}</dt>
          <dd className="text-right">{formatRupees(breakdown.gst)}</dd>
          <dt className="font-semibold text-ink">{say.youPay}</dt>
          <dd className="text-right font-semibold text-ink">{formatRupees(breakdown.price)}</dd>
        </dl>
      ) : null}
    </div>
  )
}

/** Prevents a line break inside a measure: '75' and 'g' stay together. */
function Part({ children }: { children: string }) {
  return (
    <>
      {' · '}
      <span className="inline-block">{children}</span>
    </>
  )
}
