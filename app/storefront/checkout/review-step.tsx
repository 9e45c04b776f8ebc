import { memo, useDeferredValue } from 'react'
import { Link } from 'react-router'
import { bulkSaving, cartSummary } from '#domain/quote/cart-summary.ts'
import { formatRupees } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import * as say from '#words/checkout.tsx'
import { Picture } from '../../ui/pictures/picture.tsx'
import { QuoteTotals } from '../../ui/orders/quote-totals.tsx'
import type { CouponState } from './use-coupon.ts'
import { CouponField } from './coupon-field.tsx'
import type { PricedCart, PricedLine } from '../cart/price-cart.ts'
import { PartPanel } from './part.tsx'

type ReviewStepProps = {
  cart: PricedCart
  settings: StoreSettings
  /** the State of the delivery, and so the split of GST */ stateKnown: boolean
  coupon: CouponState
  /** what the order spends of it, in paise */ storeCredit?: Paise
  onRedeem: (code: string | null) => void
}

/** More lines than this are drawn after the form, so that neither its first frame nor typing waits for them. */
const AT_ONCE = 60
const none: readonly PricedLine[] = []

/** The lines of the order, the coupon and the one total. */
export function ReviewStep({ cart, settings, stateKnown, coupon, storeCredit = 0, onRedeem }: ReviewStepProps) {
  const { units, products } = cartSummary(cart.quote)
  const later = useDeferredValue(cart.lines, none)
  return (
    <>
      <PartPanel part="review" open title={say.reviewHeading}>
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-1">
          <span className="num text-ink-2">{say.holding(units, products)}</span>
          <Link to="/cart" className="link -mr-2 inline-flex min-h-11 items-center px-2 text-sm">
            {say.editCart}
          </Link>
        </p>
        <Lines lines={cart.lines.length > AT_ONCE ? later : cart.lines} />
        <div className="mb-5">
          <CouponField state={coupon} cart={cart} onRedeem={onRedeem} />
        </div>
        <QuoteTotals
          quote={cart.quote}
          pricesIncludeGst={settings.pricesIncludeGst}
          stateKnown={stateKnown}
          totalLabel={storeCredit > 0 ? say.total : say.totalToPay}
          storeCredit={storeCredit}
        />
      </PartPanel>
      {cart.lines.some((line) => line.problem) || cart.lost.length > 0 ? (
        <p className="rounded-sm bg-cancelled-tint px-4 py-3 text-cancelled">{say.linesBlocked}</p>
      ) : null}
      <p className="text-center text-sm text-ink-2">{say.acceptTerms}</p>
    </>
  )
}

const Lines = memo(function Lines({ lines }: { lines: readonly PricedLine[] }) {
  return (
    <ul className="mb-4">
      {lines.map(({ item, line, problem }) => (
        <li key={item.product_id} className="flex gap-x-4 border-b border-line py-[14px] [contain-intrinsic-size:auto_93px] [content-visibility:auto]">
          <span className="size-16 flex-none overflow-hidden rounded-sm">
            <Picture src={item.product.image_url} thumbhash={item.product.image_thumbhash} alt="" width={64} height={64} sizes="64px" />
          </span>
          <div className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-4">
            <span className="num min-w-0 flex-[1_1_9rem] leading-[1.4]">
              <span className="block">
                <bdi>{item.product.name}</bdi>
              </span>
              <span className="block text-sm text-ink-2">
                {line.quantity} × {formatRupees(line.unitPrice)}
              </span>
              {bulkSaving(line) > 0 ? <span className="block text-sm font-[550] text-marigold-700">{say.youSave(formatRupees(bulkSaving(line)))}</span> : null}
              {line.offer ? (
                <span className="block text-sm font-[550] text-marigold-700">{say.offerTakes(line.offer, formatRupees(line.discount))}</span>
              ) : null}
              {problem ? <span className="block text-sm font-[550] text-cancelled">{problem.text}</span> : null}
            </span>
            <b className="num ml-auto font-semibold">{formatRupees(line.lineTotal)}</b>
          </div>
        </li>
      ))}
    </ul>
  )
})
