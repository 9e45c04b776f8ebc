import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { orderTerms } from '#domain/delivery/place-terms.ts'
import { formatRupees, sumOf } from '#domain/money/money.ts'
import { NO_CHOICES } from '#domain/orders/order-choices.ts'
import { chargeOf } from '#domain/quote/charges.ts'
import * as say from '#words/cart.tsx'
import { reloadCart, useCart } from '../../data/cart/cart.ts'
import type { CartItem } from '../../data/cart/cart.ts'
import { removeFromCart } from '../../data/cart/change-cart.ts'
import { queryClient } from '../../data/api/queries.ts'
import { usePlaceTerms } from '../../data/shop/place-terms.ts'
import { useSettings } from '../../data/shop/use-settings.ts'
import { PanelSkeleton } from '../../ui/page/panel-skeleton.tsx'
import { ButtonLink, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import { QuoteTotals } from '../../ui/orders/quote-totals.tsx'
import { DeliveryDays } from '../delivery-days/delivery-days.tsx'
import { CartLine } from './cart-line.tsx'
import { ClearCart } from './clear-cart.tsx'
import { DeliveryBar } from './delivery-bar.tsx'
import { OfflineNotes } from './offline-notes.tsx'
import { isBlocked, priceCart } from './price-cart.ts'
import { useOffers } from './use-offers.ts'
import { useOfflineCart } from './use-offline-cart.ts'
import './cart.css'
import { PageTitle } from '../../data/shop/page-title.tsx'

export default function Cart() {
  const { status, items } = useCart()
  return (
    <div className="wrap pb-16">
      <PageTitle>{say.title}</PageTitle>
      <meta name="description" content={say.metaDescription} />
      {status === 'loading' ? (
        <div className="cart-coming">
          <CartWaiting />
        </div>
      ) : null}
      {status === 'loading' || status === 'signed-out' ? (
        <div className={status === 'loading' ? 'cart-visitor' : undefined}>
          <SignedOutCart />
        </div>
      ) : null}
      {status === 'failed' ? (
        <>
          <PageHeading>{say.yourCart}</PageHeading>
          <ErrorPanel title={say.loadFailed} text={say.loadFailedText} onRetry={() => void reloadCart()} />
        </>
      ) : null}
      {status === 'ready' && items.length === 0 ? (
        <>
          <OfflineNotes />
          <EmptyCart />
        </>
      ) : null}
      {status === 'ready' && items.length > 0 ? (
        <QueryClientProvider client={queryClient}>
          <FilledCart items={items} />
        </QueryClientProvider>
      ) : null}
    </div>
  )
}

function CartWaiting() {
  return (
    <>
      <PageHeading>{say.yourCart}</PageHeading>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_392px] lg:gap-14">
        <PanelSkeleton lines={6} />
        <PanelSkeleton lines={6} />
      </div>
    </>
  )
}

function EmptyCart() {
  return (
    <EmptyState
      drawing="cart"
      heading="h1"
      title={say.empty}
      text={say.emptyText}
      action={
        <>
          <ButtonLink to="/products" variant="primary">
            {say.browseProducts}
          </ButtonLink>
          <ButtonLink to="/order-pad">{say.orderByList}</ButtonLink>
        </>
      }
    />
  )
}

function SignedOutCart() {
  return (
    <EmptyState
      drawing="cart"
      heading="h1"
      title={say.empty}
      text={say.signedOutText}
      action={
        <>
          <ButtonLink to="/login" state={{ from: '/cart' }} variant="primary">
            {say.login}
          </ButtonLink>
          <ButtonLink to="/products">{say.browseProducts}</ButtonLink>
        </>
      }
    />
  )
}

function FilledCart({ items }: { items: readonly CartItem[] }) {
  const settings = useSettings()
  const discounts = useOffers(items.map((item) => item.product_id))
  const [pincode, setPincode] = useState('')
  const { terms } = usePlaceTerms(pincode, '', settings.deliveryVaries)
  const priced = (some: readonly CartItem[]) => {
    const lines = some.filter(({ product }) => product !== null && product.stock > 0)
    const charged = settings.deliveryVaries && terms ? orderTerms(settings, terms, { lines, onDelivery: false }) : settings
    return { ...priceCart(some, charged, null, discounts, NO_CHOICES), freeFrom: charged.freeDeliveryFrom }
  }
  const cart = priced(items)
  // Counts everything in the cart, sold out or not; the totals beside it count only what can be ordered.
  const units = sumOf(cart.lines, ({ item }) => item.quantity)
  const blocked = isBlocked(cart)
  const { pending, offline } = useOfflineCart()
  const waits = (productId: string) => pending.some((change) => change.productId === productId)
  const freesDelivery = (productId: string, quantity: number) =>
    chargeOf(cart.quote.charges, 'delivery') > 0 &&
    chargeOf(priced(items.map((item) => (item.product_id === productId ? { ...item, quantity } : item))).quote.charges, 'delivery') === 0

  return (
    <>
      <PageHeading
        aside={
          <p aria-live="polite" className="num text-ink-2">
            {say.holding(units, cart.lines.length)}
          </p>
        }
      >
        {say.yourCart}
      </PageHeading>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_392px] lg:items-start">
        <div className="min-w-0">
          <OfflineNotes />
          {settings.deliveryVaries && (!terms?.exact || cart.freeFrom === Infinity) ? null : <DeliveryBar quote={cart.quote} freeFrom={cart.freeFrom} />}
          <ul className="max-md:mt-2">
            {cart.lost.map((item) => (
              <li key={item.product_id} className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-5">
                <p className="text-ink-2">{waits(item.product_id) ? say.addedOffline(item.quantity) : say.noLongerSold(item.quantity)}</p>
                <button type="button" className="link py-2 text-sm" onClick={() => removeFromCart(item.product_id)}>
                  {say.remove}
                </button>
              </li>
            ))}
            {cart.lines.map((line) => (
              <CartLine key={line.item.product_id} {...line} freesDelivery={freesDelivery} waits={waits(line.item.product_id)} />
            ))}
          </ul>
          <div className="-mx-3 mt-4 flex flex-wrap items-center gap-x-2">
            <Link to="/products" className={buttonClass({ variant: 'quiet', className: 'px-3!' })}>
              <Icon name="back" size={20} /> {say.keepShopping}
            </Link>
            <Link to="/order-pad" className={buttonClass({ variant: 'quiet', className: 'px-3!' })}>
              <Icon name="document" size={20} /> {say.orderByList}
            </Link>
            <ClearCart units={units} />
          </div>
        </div>
        <section aria-labelledby="summary" className="rounded-lg border border-line bg-surface p-5 md:p-7 lg:sticky lg:top-[124px]">
          <h2 id="summary" className="mb-4 text-2xl">
            {say.summary}
          </h2>
          <QuoteTotals quote={cart.quote} pricesIncludeGst={settings.pricesIncludeGst} stateKnown={false} />
          {settings.deliveryVaries ? <p className="mt-2 text-sm text-ink-2">{terms?.exact ? say.deliveryTo(pincode) : say.deliveryFrom}</p> : null}
          {offline ? null : <DeliveryDays className="mt-5 border-t border-line pt-4" onFound={setPincode} />}
          <div className="cart-dock">
            <p className="num md:hidden" aria-hidden="true">
              <small>{say.total}</small>
              <b>{formatRupees(cart.quote.total)}</b>
            </p>
            {offline ? (
              <p className="rounded-sm bg-sunken px-4 py-3">{say.checkoutNeedsLine}</p>
            ) : blocked ? (
              <p className="rounded-sm bg-cancelled-tint px-4 py-3 text-cancelled">{say.blocked}</p>
            ) : (
              <ButtonLink to="/checkout" variant="primary" size="main" wide>
                {say.checkout}
              </ButtonLink>
            )}
          </div>
          <p className="mt-4 text-sm text-ink-2">{say.taxNote(settings.pricesIncludeGst, settings.gstin !== null)}</p>
        </section>
      </div>
    </>
  )
}
