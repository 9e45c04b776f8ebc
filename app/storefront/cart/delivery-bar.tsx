import { formatRupees } from '#domain/money/money.ts'
import type { Quote } from '#domain/quote/quote.ts'
import * as say from '#words/cart.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Shows how far the cart is from free delivery (docs/rules.md#delivery-charge), or which offer makes delivery free. */
export function DeliveryBar({ quote, freeFrom }: { quote: Quote; freeFrom: number }) {
  const free = quote.freeDeliveryRemaining === 0
  const freedBy = quote.discounts.find(({ freeDelivery }) => freeDelivery)?.name
  const percent = freeFrom === 0 || freedBy !== undefined ? 100 : Math.min(100, Math.floor((quote.goodsTotal * 100) / freeFrom))
  return (
    <div className="rounded-md border border-line bg-surface px-5 py-[18px]">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Icon name="truck" className="text-plum-600" />
        <p className="num mr-auto text-lg font-semibold">{free ? say.deliveryIsFree : say.addForFreeDelivery(formatRupees(quote.freeDeliveryRemaining))}</p>
        <p className="num text-sm text-ink-2 max-md:basis-full">
          {freedBy ?? (free ? null : say.amountOf(formatRupees(quote.goodsTotal), formatRupees(freeFrom)))}
        </p>
      </div>
      <progress
        aria-label={say.towardsFreeDelivery}
        value={percent}
        max={100}
        className="mt-3 block h-[10px] w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:rounded-full [&::-moz-progress-bar]:bg-marigold-500 [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-marigold-500 [&::-webkit-progress-value]:transition-[inline-size]"
      />
    </div>
  )
}
