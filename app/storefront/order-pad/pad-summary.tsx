import { formatRupees } from '#domain/money.ts'
import { useSettings } from '../../data/use-settings.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import type { OrderPad } from './use-order-pad.ts'

/** What is ready and what it comes to, always at hand below the rows. */
export function PadSummary({ pad }: { pad: OrderPad }) {
  const { pricesIncludeGst } = useSettings()
  const { ready, rows, quote, units } = pad.pad
  const held = ready.some((row) => row.inCart > 0)
  const products = `${ready.length === 1 ? '1 product' : `${ready.length} products`}, ${units === 1 ? '1 unit' : `${units} units`}`
  return (
    <div className="sticky bottom-[calc(62px+env(safe-area-inset-bottom))] z-20 -mx-5 border-t border-line bg-ground/95 px-5 py-4 backdrop-blur-sm md:bottom-0 md:mx-0 md:px-0">
      {pad.loginNeeded ? (
        <p className="mb-3 flex flex-wrap items-center justify-between gap-3 rounded-sm bg-marigold-100 px-4 py-[10px] text-marigold-700">
          <span>
            <b className="font-semibold">Please login to add items to your cart.</b> Your list waits here.
          </span>
          <ButtonLink to="/login" state={{ from: '/order-pad' }} size="card">
            Login
          </ButtonLink>
        </p>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="num leading-[1.3]">
          <p className="text-xl font-[650]">{formatRupees(quote.goodsTotal)}</p>
          <p className="text-sm text-ink-2">
            {ready.length === 0 ? 'No row is ready yet' : products}
            {held ? ', with what your cart holds of them' : ''}
            {pricesIncludeGst ? '' : ', before GST'}
          </p>
        </div>
        <Button variant="primary" size="main" className="max-sm:w-full" disabled={ready.length === 0} busy={pad.adding} busyText="Adding…" onClick={() => void pad.addAll()}>
          Add all to cart
        </Button>
      </div>
      {ready.length > 0 && ready.length < rows.length ? <p className="mt-2 text-sm text-ink-2">Rows that need a look are left out and stay here.</p> : null}
    </div>
  )
}
