import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { formatRupees, toRupees } from '#domain/money/money.ts'
import { chargeOf } from '#domain/quote/charges.ts'
import * as say from '#words/checkout.tsx'
import type { SavedAddress } from '../../data/account/addresses.ts'
import { reloadCart, settleCart, useCart } from '../../data/cart/cart.ts'
import { openAttempt } from '../../data/orders/place-order.ts'
import type { OrderBody } from '../../data/orders/place-order.ts'
import type { Profile, SessionUser } from '../../data/session/session.ts'
import { useSettings } from '../../data/shop/use-settings.ts'
import { useOffline } from '../../data/api/use-offline.ts'
import { PanelSkeleton } from '../../ui/panel-skeleton.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { isBlocked, priceCart } from '../cart/price-cart.ts'
import { useOffers } from '../cart/use-offers.ts'
import { AddressStep } from './address-step.tsx'
import { AnswerPanel } from './answer-panel.tsx'
import { BlockedCart } from './blocked-cart.tsx'
import { addressValues } from '../../ui/address-values.ts'
import { savedValues } from './draft.ts'
import { NeedsLine } from './needs-line.tsx'
import { PaymentStep } from './payment-step.tsx'
import { paymentChoices } from './payment-methods.ts'
import { ReviewStep } from './review-step.tsx'
import { STEPS, Steps, stepPath } from './steps.tsx'
import type { Step } from './steps.tsx'
import { useCheckout } from './use-checkout.ts'
import { useCoupon } from './use-coupon.ts'
import { usePlaceOrder } from './use-place-order.ts'

const titles: Record<Step, string> = { address: say.addressHeading, payment: say.paymentHeading, review: say.reviewHeading }

type CheckoutStepsProps = { user: SessionUser; profile: Profile | null; addresses: readonly SavedAddress[] }

export function CheckoutSteps({ user, profile, addresses }: CheckoutStepsProps) {
  const settings = useSettings()
  const { status, items } = useCart()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const empty = addressValues({
    full_name: profile?.full_name ?? user.fullName,
    company_name: profile?.company_name,
    gstin: profile?.gstin,
    phone: profile?.phone,
    email: user.email,
  })
  const checkout = useCheckout(user.id, () => ({
    values: addresses[0] ? savedValues(addresses[0], user.email) : empty,
    savedId: addresses[0]?.id ?? null,
    payment: null,
    coupon: null,
  }))
  const productIds = items.map((item) => item.product_id)
  const coupon = useCoupon(user.id, checkout.draft.coupon, productIds)
  const { offers, asking } = useOffers(productIds)
  const placing = usePlaceOrder(user.id)
  const offline = useOffline()
  const choices = paymentChoices(settings)
  const payment = choices.find((choice) => choice.method === checkout.draft.payment) ?? (choices.length === 1 ? choices[0] : undefined)

  // If an earlier page of this tab left an attempt without an answer, finish it first. A paused attempt waits for the buyer to press the button, unless the
  // cart is empty: then a retry can place nothing new and only finds the order that an earlier attempt placed.
  const resume = useRef(placing.resume)
  const [finishing] = useState(() => {
    const attempt = openAttempt(user.id)
    return attempt !== null && !attempt.paused
  })
  const emptied = status === 'ready' && items.length === 0
  useEffect(() => {
    const attempt = openAttempt(user.id)
    if (attempt && !attempt.paused) resume.current()
  }, [user.id])
  useEffect(() => {
    if (emptied && openAttempt(user.id)?.paused) resume.current()
  }, [user.id, emptied])

  const asked = STEPS.find((step) => step === params.get('step')) ?? 'address'
  const step: Step = !checkout.checked.ok ? 'address' : asked === 'review' && !payment ? 'payment' : asked
  const heading = useRef<HTMLHeadingElement>(null)
  const firstStep = useRef(step)
  useEffect(() => {
    if (firstStep.current === step) return
    firstStep.current = step
    heading.current?.focus()
    window.scrollTo({ top: 0 })
  }, [step])

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
  const answer = placing.state.kind === 'answered' ? placing.state : null
  if (items.length === 0 && !answer) {
    return (
      <EmptyState
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

  const shipping = checkout.checked.ok ? checkout.checked.shipping : null
  const cart = priceCart(items, settings, shipping?.stateCode ?? null, { offers, coupon: coupon.coupon })
  const deliveryCost = chargeOf(cart.quote.charges, 'delivery')
  const unknown = answer?.result.kind === 'unknown'
  const taken = coupon.status === 'found' && cart.couponFault === null ? coupon.coupon.code : null
  const blocked = offline || unknown || coupon.status === 'asking' || asking || items.length === 0 || isBlocked(cart)

  // Shown before the customer fills in address and payment, not after. A refusal at the end is shown beside its lines.
  if (isBlocked(cart) && placing.state.kind === 'idle' && !finishing) return <BlockedCart cart={cart} />

  async function place() {
    if (!shipping || !payment) return
    await settleCart()
    const { stateCode: _, ...fields } = shipping
    const { gstin_confirmed } = checkout.draft.values
    const body: OrderBody = {
      shipping: Object.fromEntries(Object.entries({ ...fields, gstin_confirmed }).filter((entry): entry is [string, string] => Boolean(entry[1]))),
      payment_method: payment.method,
      ...(taken === null ? {} : { coupon_code: taken }),
      expected_total: toRupees(cart.quote.total),
      expected_lines: cart.quote.lines.map((line) => ({ product_id: line.productId, unit_price: toRupees(line.unitPrice) })),
      save_address: false, // if requested, the address step has already saved it
    }
    placing.place(body, cart.quote.total)
  }

  return (
    <>
      <Steps current={step} />
      <h1 ref={heading} tabIndex={-1} className="mt-4 mb-6 outline-none">
        {titles[step]}
      </h1>
      <NeedsLine />
      {answer ? <AnswerPanel key={answer.attempt} answer={answer} newTotal={cart.quote.total} onCheckAgain={placing.resume} /> : null}
      {step === 'address' ? (
        <AddressStep
          userId={user.id}
          email={user.email}
          addresses={addresses}
          checkout={checkout}
          empty={empty}
          onDone={() => void navigate(stepPath('payment'))}
        />
      ) : null}
      {step === 'payment' ? (
        <PaymentStep
          choices={choices}
          chosen={payment?.method ?? null}
          phone={settings.phone}
          delivery={deliveryCost === 0 ? say.deliveryFree : say.deliveryCharged(formatRupees(deliveryCost), formatRupees(settings.freeDeliveryFrom))}
          onChoose={checkout.pay}
          onDone={() => void navigate(stepPath('review'))}
        />
      ) : null}
      {step === 'review' && shipping && payment ? (
        <ReviewStep
          cart={cart}
          shipping={shipping}
          payment={payment}
          settings={settings}
          coupon={coupon}
          onRedeem={checkout.redeem}
          blocked={blocked}
          placing={placing.state.kind === 'placing'}
          onPlace={() => void place()}
        />
      ) : null}
    </>
  )
}

function Waiting({ text }: { text: string }) {
  return (
    <div aria-live="polite">
      <p className="mb-4 text-ink-2">{text}</p>
      <PanelSkeleton lines={8} />
    </div>
  )
}
