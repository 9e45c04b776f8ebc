import { Link } from 'react-router'
import { bulkSaving, cartSummary } from '#domain/quote/cart-summary.ts'
import { formatRupees } from '#domain/money/money.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import type { Shipping } from '#domain/addresses/shipping.ts'
import * as say from '#words/checkout.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Picture } from '../../ui/picture.tsx'
import { QuoteTotals } from '../../ui/quote-totals.tsx'
import type { CouponState } from './use-coupon.ts'
import { CouponField } from './coupon-field.tsx'
import type { PricedCart } from '../cart/price-cart.ts'
import type { PaymentChoice } from './payment-methods.ts'

type ReviewStepProps = {
  cart: PricedCart
  shipping: Shipping
  payment: PaymentChoice
  settings: StoreSettings
  coupon: CouponState
  onRedeem: (code: string | null) => void
  blocked: boolean
  placing: boolean
  onPlace: () => void
}

const change = 'link py-1 text-sm whitespace-nowrap'

export function ReviewStep({ cart, shipping, payment, settings, coupon, onRedeem, blocked, placing, onPlace }: ReviewStepProps) {
  const { units, products } = cartSummary(cart.quote)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2">
        <Panel
          title={say.deliverTo}
          end={
            <Link to="/checkout" className={change}>
              {say.change}
              <span className="sr-only"> {say.theAddress}</span>
            </Link>
          }
        >
          <address className="leading-[1.6] not-italic">
            {shipping.full_name}
            <br />
            {shipping.company_name ? (
              <>
                {shipping.company_name}
                <br />
              </>
            ) : null}
            {shipping.address}
            <br />
            {shipping.city} {shipping.pincode}, {shipping.state}
            <br />
            <span className="num">{shipping.phone}</span>
          </address>
        </Panel>
        <Panel
          title={say.payWith}
          end={
            <Link to="/checkout?step=payment" className={change}>
              {say.change}
              <span className="sr-only"> {say.thePayment}</span>
            </Link>
          }
        >
          <p>{payment.name}</p>
          <p className="text-sm text-ink-2">{payment.text}</p>
          {shipping.gstin ? <p className="mt-3 border-t border-line pt-3 text-sm">{say.invoiceTo(shipping.gstin)}</p> : null}
        </Panel>
      </div>
      <Panel
        title={say.holding(units, products)}
        end={
          <Link to="/cart" className={change}>
            {say.editCart}
          </Link>
        }
      >
        <ul className="mb-4">
          {cart.lines.map(({ item, line, problem }) => (
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
                  {bulkSaving(line) > 0 ? (
                    <span className="block text-sm font-[550] text-marigold-700">{say.youSave(formatRupees(bulkSaving(line)))}</span>
                  ) : null}
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
        <div className="mb-5">
          <CouponField state={coupon} cart={cart} onRedeem={onRedeem} />
        </div>
        <QuoteTotals quote={cart.quote} pricesIncludeGst={settings.pricesIncludeGst} stateKnown totalLabel={say.totalToPay} />
      </Panel>
      {cart.lines.some((line) => line.problem) || cart.lost.length > 0 ? (
        <p className="rounded-sm bg-cancelled-tint px-4 py-3 text-cancelled">{say.linesBlocked}</p>
      ) : null}
      <div className="max-md:sticky max-md:bottom-[64px] max-md:z-20 max-md:-mx-5 max-md:border-t max-md:border-line max-md:bg-ground max-md:px-5 max-md:py-3">
        <Button variant="primary" size="main" wide disabled={blocked} busy={placing} busyText={say.placing} onClick={onPlace}>
          {say.placeOrder(formatRupees(cart.quote.total))}
        </Button>
      </div>
      <p className="text-center text-sm text-ink-2">{say.acceptTerms}</p>
    </div>
  )
}
