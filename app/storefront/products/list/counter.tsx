import { QueryClientProvider } from '@tanstack/react-query'
import { Fragment, useCallback, useEffect } from 'react'
import { Link, useRevalidator } from 'react-router'
import { formatRupees } from '#domain/money/money.ts'
import { cartSummary } from '#domain/quote/cart-summary.ts'
import { NO_CHOICES } from '#domain/orders/order-choices.ts'
import { chargesTotal } from '#domain/quote/charges.ts'
import { marginAtMrp } from '#domain/quote/margin.ts'
import * as say from '#words/trade-cart.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { cachedBoughtBefore, readBoughtBefore } from '../../../data/cart/bought-before.ts'
import { useRefusals } from '../../../data/cart/use-refusals.ts'
import { useSession } from '../../../data/session/session.ts'
import { useSettings } from '../../../data/shop/use-settings.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { priceCart } from '../../cart/price-cart.ts'
import { useOffers } from '../../cart/use-offers.ts'
import { useOfflineCart } from '../../cart/use-offline-cart.ts'
import type { TradeCart } from './use-trade-cart.ts'

/** What only a signed-in customer needs: the cart priced, as a panel beside the rows and as the dock of a phone, and what became of changes. */
export default function Counter({ cart }: { cart: TradeCart }) {
  const { note } = cart
  const { revalidate } = useRevalidator()
  // A refused change is shown at its row, and the rows are read again.
  const onRefused = useCallback(
    (reasons: ReadonlyMap<string, string>) => {
      note(reasons)
      void revalidate()
    },
    [note, revalidate],
  )
  useRefusals(onRefused)
  useBoughtBefore(cart)
  return (
    <QueryClientProvider client={queryClient}>
      <PricedCounter cart={cart} />
    </QueryClientProvider>
  )
}

function PricedCounter({ cart: { items, setWaits } }: { cart: TradeCart }) {
  const settings = useSettings()
  const discounts = useOffers(items.map((item) => item.product_id))
  const { offline, pending } = useOfflineCart()
  useEffect(() => setWaits(new Set(offline ? pending.map(({ productId }) => productId) : [])), [offline, pending, setWaits])
  const { quote, lines, lost } = priceCart(items, settings, null, discounts, NO_CHOICES)
  const { listTotal, bulkSavings, units, products } = cartSummary(quote)
  const productOf = (id: string) => lines.find(({ item }) => item.product_id === id)?.item.product
  const remaining = quote.freeDeliveryRemaining
  const progress = remaining === 0 ? 100 : Math.min(99, Math.floor((quote.goodsTotal * 100) / Math.max(1, settings.freeDeliveryFrom)))
  const problems = lost.length + lines.filter(({ problem }) => problem !== null).length
  const to = problems > 0 || offline ? '/cart' : '/checkout'
  // Where delivery depends on the place, the list shows the goods alone.
  const { deliveryVaries: varies } = settings
  const charges = varies ? [] : quote.charges
  const total = quote.total - chargesTotal(quote.charges) + chargesTotal(charges)
  const bar = varies ? null : <progress className="trade-progress" aria-label={say.towardsFreeDelivery} value={progress} max={100} />
  const empty = lines.length === 0 && lost.length === 0
  return (
    <>
      <div className="trade-panel num">
        <h2>{say.yourCart}</h2>
        {empty ? (
          <p>{say.cartEmpty}</p>
        ) : (
          <>
            <p>
              {say.products(products)}, {say.units(units)}
            </p>
            {bar}
            <p className="text-sm">
              {varies ? say.deliveryAtCheckout : remaining === 0 ? say.deliveryIsFree : say.addForFreeDelivery(formatRupees(remaining))}
            </p>
            <dl>
              <dt>{say.goods}</dt>
              <dd>{formatRupees(listTotal)}</dd>
              {bulkSavings > 0 ? <Saving name={say.bulkSaves} amount={bulkSavings} /> : null}
              {quote.discount > 0 ? <Saving name={say.offersSave} amount={quote.discount} /> : null}
              {settings.pricesIncludeGst || quote.totalGst === 0 ? null : (
                <>
                  <dt>{say.gst}</dt>
                  <dd>{formatRupees(quote.totalGst)}</dd>
                </>
              )}
              {charges.map(({ kind, label, amount }) => (
                <Fragment key={kind}>
                  <dt>{label}</dt>
                  <dd>{amount === 0 ? say.free : formatRupees(amount)}</dd>
                </Fragment>
              ))}
              <dt className="total">{say.total}</dt>
              <dd className="total">{formatRupees(total)}</dd>
              <dt className="keeps">{say.marginAtMrp}</dt>
              <dd className="keeps">{formatRupees(marginAtMrp(quote, productOf))}</dd>
            </dl>
            {problems > 0 ? <p className="mt-3 text-sm text-cancelled">{say.lookAt(problems)}</p> : null}
            <Link to={to} className={buttonClass({ variant: 'primary', wide: true, className: 'mt-4' })}>
              {say.reviewOrder}
            </Link>
          </>
        )}
      </div>
      {empty ? null : (
        <section className="trade-dock num" aria-label={say.yourCart}>
          {bar}
          <p>
            <b>{formatRupees(total)}</b>
            <small>
              {say.products(products)}
              {varies ? '' : ` · ${remaining === 0 ? say.deliveryFree : say.toFreeDelivery(formatRupees(remaining))}`}
            </small>
          </p>
          <Link to={to}>{say.review}</Link>
        </section>
      )}
      <output className="sr-only">{empty ? '' : `${say.products(products)}, ${say.units(units)}, ${formatRupees(total)}`}</output>
    </>
  )
}

function Saving({ name, amount }: { name: string; amount: number }) {
  return (
    <>
      <dt className="saves">{name}</dt>
      <dd className="saves">−{formatRupees(amount)}</dd>
    </>
  )
}

/** Shows what this device read last at once, and reads it again. */
function useBoughtBefore({ setBought }: TradeCart) {
  const { user } = useSession()
  const userId = user?.id
  useEffect(() => {
    if (userId === undefined) return
    let current = true
    const cached = cachedBoughtBefore(userId)
    if (cached) setBought(cached)
    void readBoughtBefore(userId)
      .catch(() => cached ?? []) // without it the list is the same for everybody
      .then((read) => current && setBought(read))
    return () => {
      current = false
      setBought(null)
    }
  }, [userId, setBought])
}
