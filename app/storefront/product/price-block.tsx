import { gstBreakdown, gstRate } from '#domain/tax/gst.ts'
import { formatRupees } from '#domain/money/money.ts'
import { mrpOf, percentOffMrp } from '#domain/prices/price-tiers.ts'
import { underMrp } from '#domain/prices/product-price.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import * as say from '#words/product.tsx'
import type { ProductDetails } from '../../data/shop/products.ts'
import { measurePrice } from './product-text.ts'

type PriceBlockProps = { product: ProductDetails; unitPrice: number; settings: StoreSettings; paid?: (unit: number) => number }

/** The unit price at the chosen quantity. The breakdown is a setting, off by default (docs/rules.md#prices-include-gst). */
export function PriceBlock({ product, unitPrice, settings, paid }: PriceBlockProps) {
  const mrp = mrpOf(product)
  const rate = gstRate(settings, product)
  const toPay = paid ? paid(unitPrice) : unitPrice
  const off = percentOffMrp(product, toPay)
  const perMeasure = measurePrice(toPay, product.net_quantity)
  const margin = underMrp(product, toPay)
  const breakdown = gstBreakdown(unitPrice, rate, settings)
  return (
    <div className="mt-2 md:mt-5">
      <p className="num flex flex-wrap items-baseline gap-x-[14px] gap-y-1" aria-live="polite" aria-atomic="true">
        <span className="sr-only">{say.youPayNow}</span>
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
      <p className="num mt-[6px] text-ink-2 max-md:text-sm">
        {paid ? say.eachInclGst(formatRupees(toPay), rate) : say.inclusiveOfTaxes}
        {perMeasure === null ? null : <Part>{perMeasure}</Part>}
        {product.net_quantity === null ? null : <Part>{product.net_quantity}</Part>}
      </p>
      {margin !== null && margin > 0 && off !== null ? (
        <p className="num mt-1 text-sm font-[550] text-leaf-700">{say.margin(formatRupees(margin), off)}</p>
      ) : null}
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
