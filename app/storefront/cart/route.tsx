import { Link } from 'react-router'
import { cartSummary } from '#domain/cart-summary.ts'
import { reloadCart, removeFromCart, useCart } from '../../data/cart.ts'
import type { CartItem } from '../../data/cart.ts'
import { useSettings } from '../../data/use-settings.ts'
import { PanelBones } from '../../ui/bones.tsx'
import { ButtonLink, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { QuoteTotals } from '../../ui/quote-totals.tsx'
import { CartLine } from './cart-line.tsx'
import { ClearCart } from './clear-cart.tsx'
import { DeliveryBar } from './delivery-bar.tsx'
import { priceCart } from './price-cart.ts'

export default function Cart() {
  const { status, items } = useCart()
  return (
    <div className="wrap pb-16">
      <title>Your cart · Shringar</title>
      <meta name="robots" content="noindex" />
      {status === 'loading' ? <CartWaiting /> : null}
      {status === 'signed-out' ? <SignedOutCart /> : null}
      {status === 'failed' ? (
        <>
          <PageHeading>Your cart</PageHeading>
          <ErrorPanel title="Failed to fetch cart items" text="Your cart is kept with us; only showing it failed." onRetry={() => void reloadCart()} />
        </>
      ) : null}
      {status === 'ready' && items.length === 0 ? <EmptyCart /> : null}
      {status === 'ready' && items.length > 0 ? <FilledCart items={items} /> : null}
    </div>
  )
}

function CartWaiting() {
  return (
    <>
      <PageHeading>Your cart</PageHeading>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_392px] lg:gap-14">
        <PanelBones lines={6} />
        <PanelBones lines={6} />
      </div>
    </>
  )
}

function EmptyCart() {
  return (
    <EmptyState
      heading="h1"
      title="Your cart is empty"
      text="Bulk prices begin at a few units; the cart works them out as you add."
      action={
        <>
          <ButtonLink to="/products" variant="primary">
            Browse products
          </ButtonLink>
          <ButtonLink to="/order-pad">Order by list</ButtonLink>
        </>
      }
    />
  )
}

function SignedOutCart() {
  return (
    <EmptyState
      heading="h1"
      title="Your cart is empty"
      text="Login to see what you have put into it. Products you add wait for you on every device."
      action={
        <>
          <ButtonLink to="/login" state={{ from: '/cart' }} variant="primary">
            Login
          </ButtonLink>
          <ButtonLink to="/products">Browse products</ButtonLink>
        </>
      }
    />
  )
}

function FilledCart({ items }: { items: readonly CartItem[] }) {
  const settings = useSettings()
  const cart = priceCart(items, settings, null)
  const { units, products } = cartSummary(cart.quote)
  const blocked = cart.lost.length > 0 || cart.lines.some((line) => line.problem !== null)
  const freesDelivery = (productId: string, quantity: number) =>
    cart.quote.shippingCost > 0 &&
    priceCart(items.map((item) => (item.product_id === productId ? { ...item, quantity } : item)), settings, null).quote.shippingCost === 0

  return (
    <>
      <PageHeading
        aside={
          <p aria-live="polite" className="num text-ink-2">
            {units} {units === 1 ? 'unit' : 'units'}, {products} {products === 1 ? 'product' : 'products'}
          </p>
        }
      >
        Your cart
      </PageHeading>
      <div className="grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_392px] lg:items-start">
        <div className="min-w-0">
          <DeliveryBar quote={cart.quote} freeFrom={settings.freeDeliveryFrom} />
          <ul>
            {cart.lost.map((item) => (
              <li key={item.product_id} className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-5">
                <p className="text-ink-2">
                  A product in your cart is no longer for sale ({item.quantity} {item.quantity === 1 ? 'unit' : 'units'}).
                </p>
                <button type="button" className="link py-2 text-sm" onClick={() => removeFromCart(item.product_id)}>
                  Remove
                </button>
              </li>
            ))}
            {cart.lines.map((line) => (
              <CartLine key={line.item.product_id} {...line} freesDelivery={freesDelivery} />
            ))}
          </ul>
          <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
            <div className="flex flex-wrap gap-x-2">
              <Link to="/products" className={buttonClass({ variant: 'quiet', className: '-ml-3 px-3!' })}>
                <Icon name="back" size={20} /> Keep shopping
              </Link>
              <Link to="/order-pad" className={buttonClass({ variant: 'quiet', className: 'px-3!' })}>
                <Icon name="document" size={20} /> Order by list
              </Link>
            </div>
            <ClearCart units={units} />
          </div>
        </div>
        <section aria-labelledby="summary" className="rounded-lg border border-line bg-surface p-5 md:p-7 lg:sticky lg:top-[104px]">
          <h2 id="summary" className="mb-4 text-2xl">
            Summary
          </h2>
          <QuoteTotals quote={cart.quote} pricesIncludeGst={settings.pricesIncludeGst} deliveryCharge={settings.deliveryCharge} stateKnown={false} />
          {blocked ? (
            <p className="mt-5 rounded-sm bg-cancelled-tint px-4 py-3 text-cancelled">Some lines cannot be ordered as they are. Please put them right first.</p>
          ) : (
            <ButtonLink to="/checkout" variant="primary" size="main" wide className="mt-5">
              Checkout
            </ButtonLink>
          )}
          <p className="mt-4 text-sm text-ink-2">
            {settings.pricesIncludeGst ? 'Prices include all taxes. ' : ''}GST is split into CGST and SGST, or IGST, once we know your State. Prices and stock are checked again when you order.
          </p>
        </section>
      </div>
    </>
  )
}
