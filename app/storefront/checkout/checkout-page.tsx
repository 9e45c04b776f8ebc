import { useEffect, useMemo, useRef, useState } from 'react'
import { orderTerms } from '#domain/delivery/place-terms.ts'
import * as say from '#words/checkout.tsx'
import { typedAddress } from '../../data/account/coming-buyer.ts'
import type { SavedAddress } from '../../data/account/addresses.ts'
import { reloadCart, useCart } from '../../data/cart/cart.ts'
import type { LastOrder } from '../../data/orders/last-order.ts'
import { openAttempt } from '../../data/orders/place-order.ts'
import type { Profile, SessionUser } from '../../data/session/session.ts'
import { usePlaceTerms } from '../../data/shop/place-terms.ts'
import { useSettings } from '../../data/shop/use-settings.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { addressValues } from '../../ui/form/address-values.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { PanelSkeleton } from '../../ui/page/panel-skeleton.tsx'
import { isBlocked, priceCart } from '../cart/price-cart.ts'
import { useOffers } from '../cart/use-offers.ts'
import { BlockedCart } from './blocked-cart.tsx'
import { firstDraft } from './first-draft.ts'
import { OrderForm } from './order-form.tsx'
import { chosenMethod, methodsWithCredit, paymentChoices } from './payment-methods.ts'
import { useCheckout } from './use-checkout.ts'
import { useCoupon } from './use-coupon.ts'
import { usePlaceOrder } from './use-place-order.ts'
import './checkout.css'

type CheckoutPageProps = {
  user: SessionUser
  profile: Profile | null
  addresses: readonly SavedAddress[]
  last: LastOrder | null
  /** paise that may still be ordered as cash on delivery; null: no limit */ codAllowance: number | null
  /** store credit in paise */ balance: number
}

/** The order form, or why there is none: the cart is being read, empty, or cannot be ordered. */
export function CheckoutPage({ user, profile, addresses, last, codAllowance, balance }: CheckoutPageProps) {
  const settings = useSettings()
  const { status, items } = useCart()
  const empty = addressValues({
    full_name: profile?.full_name ?? user.fullName,
    company_name: profile?.company_name,
    gstin: profile?.gstin,
    phone: profile?.phone,
    email: user.email,
  })
  const checkout = useCheckout({ id: user.id, email: user.email, addresses }, () => {
    const offered = paymentChoices(settings).map(({ method }) => method)
    return firstDraft({ addresses, last, typed: typedAddress(user.email), empty, email: user.email, methods: offered })
  })
  const productIds = items.map((item) => item.product_id)
  const coupon = useCoupon(user.id, checkout.draft.choices.couponCode, productIds)
  const { offers, asking } = useOffers(productIds)
  const placing = usePlaceOrder(user.id)
  const emptied = status === 'ready' && items.length === 0
  const finishing = useUnfinishedAttempt(user.id, placing.resume, emptied)
  const state = checkout.checked.ok ? checkout.checked.shipping.stateCode : null
  const { choices, payment, storeCredit } = checkout.draft
  const spendable = storeCredit ? balance : 0
  const known = checkout.checked.ok ? checkout.checked.shipping : null
  const place = usePlaceTerms(known?.pincode ?? '', known?.stateCode ?? '')
  // Without the fee first, because the goods decide whether it can be paid on delivery. Not with every key that is typed into the address: a cart
  // may have a thousand lines.
  const [terms, withFee] = useMemo(() => {
    const lines = items.filter(({ product }) => product !== null && product.stock > 0)
    const termsFor = (onDelivery: boolean) => (place.terms === null ? settings : orderTerms(settings, place.terms, { lines, onDelivery }))
    return [termsFor(false), termsFor(true)] as const
  }, [items, settings, place.terms])
  const discounts = useMemo(() => ({ offers, coupon: coupon.coupon }), [offers, coupon.coupon])
  const prepaid = useMemo(() => priceCart(items, terms, state, discounts, choices), [items, terms, state, discounts, choices])
  const fee = place.terms?.codFee ?? 0
  const methods = methodsWithCredit(spendable, prepaid.quote.total, () =>
    paymentChoices(settings, {
      allowance: codAllowance,
      codTotal: prepaid.quote.total + fee - spendable,
      terms: place.terms,
      goodsTotal: prepaid.quote.goodsTotal,
    }),
  )
  const feeDue = fee > 0 && chosenMethod(methods, payment)?.method === 'cod'
  const cart = useMemo(
    () => (feeDue ? priceCart(items, withFee, state, discounts, choices) : prepaid),
    [feeDue, items, withFee, state, discounts, choices, prepaid],
  )

  if (placing.state.kind === 'placed' || (placing.state.kind === 'placing' && items.length === 0)) return <Waiting text={say.placing} />
  // 'signed-out' here means between two sessions: the guard shows the sign-in over the current screen.
  if (status === 'loading' || status === 'signed-out') return <Waiting text={say.readingCart} />
  if (status === 'failed') {
    return (
      <>
        <h1 className="mb-6">{say.checkout}</h1>
        <ErrorPanel title={say.cartFailed} text={say.cartFailedText} onRetry={() => void reloadCart()} />
      </>
    )
  }
  if (emptied && placing.state.kind !== 'answered') {
    return (
      <EmptyState
        drawing="cart"
        heading="h1"
        title={say.cartEmpty}
        text={say.cartEmptyText}
        action={
          <ButtonLink to="/products" variant="primary">
            {say.browseProducts}
          </ButtonLink>
        }
      />
    )
  }
  // Shown before the customer fills in address and payment, not after. A refusal at the end is shown beside its lines.
  if (isBlocked(cart) && placing.state.kind === 'idle' && !finishing) return <BlockedCart cart={cart} />
  return (
    <OrderForm
      user={user}
      addresses={addresses}
      empty={empty}
      checkout={checkout}
      cart={cart}
      coupon={coupon}
      freeFrom={place.terms?.zone ? terms.freeDeliveryFrom : null}
      choices={methods}
      balance={balance}
      credit={Math.min(spendable, cart.quote.total)}
      placing={placing}
      blocked={items.length === 0 || asking || (known !== null && place.asking)}
    />
  )
}

/**
 * If an earlier page of this tab left an attempt without an answer, finishes it first. A paused attempt waits for the buyer to press the button, unless the
 * cart is empty: then a retry can place nothing new and only finds the order that an earlier attempt placed.
 */
function useUnfinishedAttempt(userId: string, resumeNow: () => void, emptied: boolean): boolean {
  const resume = useRef(resumeNow)
  const [finishing] = useState(() => {
    const attempt = openAttempt(userId)
    return attempt !== null && !attempt.paused
  })
  useEffect(() => {
    const attempt = openAttempt(userId)
    if (attempt && !attempt.paused) resume.current()
  }, [userId])
  useEffect(() => {
    if (emptied && openAttempt(userId)?.paused) resume.current()
  }, [userId, emptied])
  return finishing
}

function Waiting({ text }: { text: string }) {
  return (
    <div aria-live="polite">
      <p className="mb-4 text-ink-2">{text}</p>
      <PanelSkeleton lines={8} />
    </div>
  )
}
