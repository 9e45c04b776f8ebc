import { useState } from 'react'
import { gstRate, paidPerUnit } from '#domain/tax/gst.ts'
import type { GstSettings } from '#domain/tax/gst.ts'
import { formatRupees } from '#domain/money/money.ts'
import { activeTier, basePrice, mrpOf, parseTiers, percentOffMrp, tierPrice, tierTable } from '#domain/prices/price-tiers.ts'
import { stockLabel } from '#domain/products/stock.ts'
import * as say from '#words/admin-product.ts'
import { Picture } from '../../../ui/pictures/picture.tsx'
import { pricedTexts } from './draft.ts'
import type { ProductTexts } from './draft.ts'
import type { FormPicture } from './form-pictures.ts'

type ShopPreviewProps = { texts: ProductTexts; cover: FormPicture | undefined; stock: number; settings: GstSettings }

/** What a buyer will see for the typed values: the card's text and prices, computed by the shop's own functions, for one unit and for each tier. */
export function ShopPreview({ texts, cover, stock, settings }: ShopPreviewProps) {
  const [chosen, setChosen] = useState(1)
  const product = pricedTexts(texts)
  const base = basePrice(product)
  const tiers = parseTiers(product.pricing_tiers)
  const quantities = [1, ...new Set(tiers.map(({ minQuantity }) => minQuantity).filter((minimum) => minimum > 1))]
  const quantity = quantities.includes(chosen) ? chosen : 1
  const unit = tierPrice(base, activeTier(tiers, quantity))
  const paid = paidPerUnit(unit, gstRate(settings, product), settings)
  const mrp = mrpOf(product)
  const off = percentOffMrp(product, paid)
  const first = tierTable(product, (each) => paidPerUnit(each, gstRate(settings, product), settings))[0]
  return (
    <section aria-labelledby="in-the-shop" className="grid gap-3 rounded-md border border-line p-4">
      <h2 id="in-the-shop">{say.inTheShop}</h2>
      {quantities.length === 1 ? null : (
        <div role="group" aria-label={say.shownFor} className="flex flex-wrap gap-1">
          {quantities.map((count) => (
            <button key={count} type="button" aria-pressed={count === quantity} className="ctl aria-pressed:bg-chosen" onClick={() => setChosen(count)}>
              {count === 1 ? say.single : say.units(count)}
            </button>
          ))}
        </div>
      )}
      <div className="flex gap-3">
        <span className="w-20 flex-none">
          {cover?.preview ? (
            <img src={cover.preview} alt="" width={80} height={80} className="aspect-square w-full rounded-sm object-cover" />
          ) : (
            <Picture src={cover?.path ?? cover?.copyOf ?? null} alt="" width={80} height={80} sizes="80px" className="rounded-sm" />
          )}
        </span>
        <div className="grid min-w-0 content-start gap-[2px]">
          <p className="font-semibold [overflow-wrap:anywhere]">{texts.name.trim() || say.unnamed}</p>
          {base <= 0 ? (
            <p className="text-ink-2">{say.noPrice}</p>
          ) : (
            <p className="flex flex-wrap items-baseline gap-x-2">
              <b className="num text-base font-semibold">{formatRupees(unit)}</b>
              {mrp !== null && paid < mrp ? <s className="num text-ink-2">{formatRupees(mrp)}</s> : null}
              {off === null ? null : <span className="font-medium text-good">{say.off(off)}</span>}
            </p>
          )}
          {base > 0 && !settings.pricesIncludeGst ? <p className="num text-ink-2">{say.youPay(formatRupees(paid))}</p> : null}
          <p className="text-ink-2">{stockLabel(stock).text}</p>
          {product.min_order_quantity > 1 ? <p>{say.minimumOrder(product.min_order_quantity)}</p> : null}
        </div>
      </div>
      {first && base > 0 ? <p className="rounded-sm bg-well px-3 py-2">{first.text}</p> : null}
      {texts.status === 'active' ? null : <p className="text-ink-2">{say.notShown[texts.status]}</p>}
    </section>
  )
}
