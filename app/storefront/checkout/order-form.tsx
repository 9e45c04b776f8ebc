import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatRupees, toRupees } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import { choicesBody } from '#domain/orders/choices-body.ts'
import { chargeOf } from '#domain/quote/charges.ts'
import * as say from '#words/checkout.tsx'
import { saveAddress } from '../../data/account/addresses.ts'
import type { SavedAddress } from '../../data/account/addresses.ts'
import { useOffline } from '../../data/api/use-offline.ts'
import { settleCart } from '../../data/cart/cart.ts'
import type { OrderBody } from '../../data/orders/place-order.ts'
import type { SessionUser } from '../../data/session/session.ts'
import { useSettings } from '../../data/shop/use-settings.ts'
import { Button } from '../../ui/button.tsx'
import type { AddressValues } from '../../ui/form/address-values.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { isBlocked } from '../cart/price-cart.ts'
import type { PricedCart } from '../cart/price-cart.ts'
import { AddressPart } from './address-part.tsx'
import { AnswerPanel } from './answer-panel.tsx'
import { InvoicePart } from './invoice-part.tsx'
import { NeedsLine } from './needs-line.tsx'
import { chosenMethod } from './payment-methods.ts'
import type { PaymentChoice } from './payment-methods.ts'
import { PaymentPart } from './payment-part.tsx'
import { ReviewStep } from './review-step.tsx'
import { Steps } from './steps.tsx'
import type { Checkout } from './use-checkout.ts'
import type { CouponState } from './use-coupon.ts'
import { useParts } from './use-parts.ts'
import type { usePlaceOrder } from './use-place-order.ts'

type OrderFormProps = {
  user: SessionUser
  addresses: readonly SavedAddress[]
  /** a new address */ empty: AddressValues
  checkout: Checkout
  cart: PricedCart
  /** paise, of an address with a delivery charge of its own (Infinity: never free); null: as everywhere */ freeFrom: number | null
  coupon: CouponState
  choices: readonly PaymentChoice[]
  /** store credit in paise: all there is, and what this order spends of it */ balance: Paise
  credit: Paise
  placing: ReturnType<typeof usePlaceOrder>
  blocked: boolean
}

/** The whole checkout on one page: what is known is shown as a summary and opens in place, what is missing is open, and the button takes all of it. */
export function OrderForm({ user, addresses, empty, checkout, cart, freeFrom, coupon, choices, balance, credit, placing, blocked }: OrderFormProps) {
  const settings = useSettings()
  const offline = useOffline()
  const { draft, checked } = checkout
  const payment = chosenMethod(choices, draft.payment)
  const parts = useParts(checkout, payment !== undefined)
  const keepTyped = useKeepTyped(user.id, checkout)

  const shipping = checked.ok ? checked.shipping : null
  const answer = placing.state.kind === 'answered' ? placing.state : null
  const taken = coupon.status === 'found' && cart.couponError === null ? coupon.coupon.code : null
  const waits = blocked || offline || answer?.result.kind === 'unknown' || coupon.status === 'asking' || isBlocked(cart) || choices.length === 0
  const deliveryCost = chargeOf(cart.quote.charges, 'delivery')

  async function place() {
    if (!parts.finishAll() || !shipping || !payment) return
    keepTyped()
    await settleCart()
    const { stateCode: _, ...fields } = shipping
    const { gstin_confirmed } = draft.values
    const body: OrderBody = {
      shipping: Object.fromEntries(Object.entries({ ...fields, gstin_confirmed }).filter((entry): entry is [string, string] => Boolean(entry[1]))),
      payment_method: payment.method,
      ...choicesBody({ ...draft.choices, couponCode: taken }),
      ...(credit > 0 ? { store_credit: toRupees(credit) } : {}),
      expected_total: toRupees(cart.quote.total),
      expected_lines: cart.quote.lines.map((line) => ({ product_id: line.productId, unit_price: toRupees(line.unitPrice) })),
      save_address: false, // if requested, it is already being saved
    }
    placing.place(body, cart.quote.total)
  }

  return (
    <>
      <h1>{say.checkout}</h1>
      <div className="mt-2 mb-4">
        <Steps current={parts.open.address || parts.open.invoice ? 'address' : parts.open.payment ? 'payment' : 'review'} />
      </div>
      <NeedsLine />
      {answer ? <AnswerPanel key={answer.attempt} answer={answer} newTotal={cart.quote.total} onCheckAgain={placing.resume} /> : null}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <AddressPart
          open={parts.open.address}
          email={user.email}
          addresses={addresses}
          checkout={checkout}
          empty={empty}
          errors={parts.errors.address}
          shipping={shipping}
          attempt={parts.attempts.address}
          submitText={parts.open.payment ? say.continueToPayment : say.deliverHere}
          onDone={() => {
            if (parts.finish('address')) keepTyped()
          }}
        />
        <InvoicePart
          open={parts.open.invoice}
          checkout={checkout}
          errors={parts.errors.invoice}
          attempt={parts.attempts.invoice}
          onDone={() => parts.finish('invoice')}
        />
        <PaymentPart
          open={parts.open.payment}
          choices={choices}
          chosen={payment}
          delivery={deliveryText(deliveryCost, freeFrom, settings.freeDeliveryFrom)}
          phone={settings.phone}
          attempt={parts.attempts.payment}
          credit={balance > 0 ? { balance, used: credit, spend: draft.storeCredit, onSpend: checkout.spendCredit } : null}
          onChoose={checkout.pay}
          onDone={() => parts.finish('payment')}
        />
        <ReviewStep
          cart={cart}
          settings={settings}
          stateKnown={shipping !== null}
          coupon={coupon}
          storeCredit={credit}
          onRedeem={(couponCode) => checkout.decide({ couponCode })}
        />
        <div className="place-bar">
          <Button
            variant="primary"
            size="main"
            wide
            disabled={waits}
            busy={placing.state.kind === 'placing'}
            busyText={say.placing}
            onClick={() => void place()}
          >
            {say.placeOrder(formatRupees(cart.quote.total - credit))}
          </Button>
        </div>
      </div>
    </>
  )
}

function deliveryText(cost: Paise, here: Paise | null, everywhere: Paise): string {
  if (cost === 0) return say.deliveryFree
  if (here === null) return say.deliveryCharged(formatRupees(cost), formatRupees(everywhere))
  return say.deliveryHere(formatRupees(cost), here === Infinity ? null : formatRupees(here))
}

/** Adds the typed address to the address book, if the buyer ticked that. */
function useKeepTyped(userId: string, { draft, checked, keepAddress }: Checkout): () => void {
  const queries = useQueryClient()
  const keep = useMutation({
    mutationFn: (address: Parameters<typeof saveAddress>[1]) => saveAddress(userId, address),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['addresses', userId] }),
    onError: () => toast({ title: say.addressNotSaved, description: say.addressNotSavedText, tone: 'error' }),
  })
  return () => {
    if (!draft.save || draft.savedId !== null || !checked.ok) return
    const { stateCode: _, ...address } = checked.shipping
    keepAddress(false)
    keep.mutate(address)
  }
}
