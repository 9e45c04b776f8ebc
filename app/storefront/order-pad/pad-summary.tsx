import { formatRupees } from '#domain/money/money.ts'
import * as say from '#words/order-pad.tsx'
import { useSettings } from '../../data/shop/use-settings.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import type { OrderPad } from './use-order-pad.ts'

/** The number of ready items and their total, always visible below the rows; once the list has changed, the way to check it again. */
export function PadSummary({ pad }: { pad: OrderPad }) {
  const { pricesIncludeGst } = useSettings()
  const { ready, rows, quote, units } = pad.pad
  const held = ready.some((row) => row.inCart > 0)
  return (
    <div className="sticky bottom-[calc(62px+env(safe-area-inset-bottom))] z-20 -mx-5 border-t border-line bg-ground px-5 py-4 md:bottom-0 md:mx-0 md:px-0">
      {pad.loginNeeded ? (
        <p className="mb-3 flex flex-wrap items-center justify-between gap-3 rounded-sm bg-marigold-100 px-4 py-[10px] text-marigold-700">
          <span>{say.pleaseLogin}</span>
          <ButtonLink to="/login" state={{ from: '/order-pad' }} size="card">
            {say.login}
          </ButtonLink>
        </p>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="num leading-[1.3]">
          <div role="status">{pad.changed ? <p className="font-[550] text-marigold-700">{say.listChanged}</p> : null}</div>
          {pad.changed || ready.length === 0 ? null : <p className="text-xl font-[650]">{formatRupees(quote.goodsTotal)}</p>}
          {pad.changed ? null : (
            <p className="text-sm text-ink-2">
              {ready.length === 0 ? say.noneReady : say.amounts(ready.length, units)}
              {held ? say.withWhatCartHolds : ''}
              {quote.discount > 0 ? say.afterOffers(formatRupees(quote.discount)) : ''}
              {pricesIncludeGst ? '' : say.beforeGst}
            </p>
          )}
        </div>
        {pad.changed ? (
          <Button variant="primary" size="main" className="max-sm:w-full" onClick={() => void pad.check()}>
            {say.checkAgain}
          </Button>
        ) : (
          <Button
            variant="primary"
            size="main"
            className="max-sm:w-full"
            disabled={ready.length === 0}
            busy={pad.adding}
            busyText={say.adding}
            onClick={() => void pad.addAll()}
          >
            {say.addAll}
          </Button>
        )}
      </div>
      {!pad.changed && ready.length > 0 && ready.length < rows.length ? <p className="mt-2 text-sm text-ink-2">{say.leftOut}</p> : null}
    </div>
  )
}
