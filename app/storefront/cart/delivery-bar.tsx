import { formatRupees } from '#domain/money.ts'
import type { Quote } from '#domain/quote.ts'
import { Icon } from '../../ui/icon.tsx'

/** How far the goods are from free delivery (experience 16). */
export function DeliveryBar({ quote, freeFrom }: { quote: Quote; freeFrom: number }) {
  const free = quote.freeDeliveryRemaining === 0
  const percent = freeFrom === 0 ? 100 : Math.min(100, Math.floor((quote.goodsTotal * 100) / freeFrom))
  return (
    <div className="rounded-md border border-line bg-surface px-5 py-[18px]">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Icon name="truck" className="text-plum-600" />
        <p className="num mr-auto text-lg font-semibold">{free ? 'Delivery is free' : `Add ${formatRupees(quote.freeDeliveryRemaining)} for free delivery`}</p>
        <p className="num text-sm text-ink-2 max-md:basis-full">
          {formatRupees(quote.goodsTotal)} of {formatRupees(freeFrom)}
        </p>
      </div>
      <div className="mt-3 h-[10px] overflow-hidden rounded-full bg-sunken" role="progressbar" aria-label="Towards free delivery" aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100}>
        <div className="h-full rounded-full bg-marigold-500 transition-[width] duration-[240ms]" style={{ width: `${percent}%` }} />
      </div>
    </div>
  )
}
