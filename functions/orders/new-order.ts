import { toRupees } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import type { Channel } from '#domain/orders/manual-order.ts'
import type { OrderChoices } from '#domain/orders/order-choices.ts'
import type { Quote } from '#domain/quote/quote.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import { chargeOf } from '#domain/quote/charges.ts'
import type { PaymentWindow } from '../razorpay/begin-payment.ts'
import type { OrderableLine } from './check-cart.ts'
import type { Shipping } from '#domain/addresses/shipping.ts'
import type { FirstPayment } from './payment.ts'

/** An order that passed every check and is about to be written. */
export type NewOrder = {
  orderId: string
  /** the customer; null without an account */
  userId: string | null
  /** the user who sent the request, customer or staff, and its key */
  sender: { id: string; key: string }
  /** the channel and the staff member of a manual order; null for an online order */
  byHand: { channel: Channel; madeBy: string } | null
  shipping: Shipping
  settings: StoreSettings
  lines: OrderableLine[]
  quote: Quote
  /** `couponCode`: in the shop's spelling */
  choices: OrderChoices
  payment: FirstPayment
  /** what of the total the customer's store credit pays, in paise; all of it by the method `credit` */
  storeCredit: Paise
  answer: OrderAnswer
}

/** The 200 response of place-order and create-manual-order. Amounts in rupees. */
export type OrderAnswer = {
  order: { id: string; status: string; subtotal_base: number; total_gst: number; shipping_cost: number; total_amount: number }
  /** For Razorpay also the data of its payment window, `amount` in paise; missing if Razorpay did not respond. */
  payment: { method: string; state: string; upi_uri?: string } & Partial<PaymentWindow>
}

export function answerOf(
  id: string,
  status: string,
  priced: Quote,
  { method, state, upi_uri }: Pick<FirstPayment, 'method' | 'upi_uri'> & { state: string },
): OrderAnswer {
  return {
    order: {
      id,
      status,
      subtotal_base: toRupees(priced.subtotalBase),
      total_gst: toRupees(priced.totalGst),
      shipping_cost: toRupees(chargeOf(priced.charges, 'delivery')),
      total_amount: toRupees(priced.total),
    },
    payment: { method, state, ...(upi_uri === undefined ? {} : { upi_uri }) },
  }
}
