import { formatRupees } from '#domain/money/money.ts'
import type { Quote } from '#domain/quote/quote.ts'
import * as say from '#words/cart.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'

/** Shows how far the cart is from free delivery (docs/rules.md#delivery-charge), or which offer makes delivery free. */
export function DeliveryBar({ quote, freeFrom }: { quote: Quote; freeFrom: number }) {
  const freedBy = quote.discounts.find(({ freeDelivery }) => freeDelivery)?.name
  // The goal is reached: one line, because the space below belongs to the lines of the cart.
  if (quote.freeDeliveryRemaining === 0) {
    return (
      <p className="num flex flex-wrap items-center gap-x-3 rounded-sm bg-leaf-100 px-4 py-2 text-leaf-700">
        <Icon name="check" size={20} />
        <b className="font-semibold">{say.deliveryIsFree}</b>
        {freedBy}
      </p>
    )
  }
  const percent = Math.min(99, Math.floor((quote.goodsTotal * 100) / freeFrom))
  return (
    <div className="rounded-md border border-line bg-surface px-4 py-3 md:px-5 md:py-[18px]">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Icon name="truck" className="text-plum-600" />
        <p className="num mr-auto font-semibold md:text-lg">{say.addForFreeDelivery(formatRupees(quote.freeDeliveryRemaining))}</p>
        <p className="num text-sm text-ink-2 max-md:basis-full">{say.amountOf(formatRupees(quote.goodsTotal), formatRupees(freeFrom))}</p>
      </div>
      <progress
        aria-label={say.towardsFreeDelivery}
        value={percent}
        max={100}
        className="mt-2 block h-[6px] md:mt-3 md:h-[10px] w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:rounded-full [&::-moz-progress-bar]:bg-marigold-500 [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-marigold-500 [&::-webkit-progress-value]:transition-[inline-size]"
      />
    </div>
  )
}
