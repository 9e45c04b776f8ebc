import type { Quote } from '#domain/quote.ts'
import type { StoreSettings } from '#domain/settings.ts'
import type { PaymentWindow } from '../razorpay/begin-payment.ts'
import type { OrderableLine } from './check-cart.ts'
import type { OrderRequest } from './order-request.ts'
import type { FirstPayment } from './payment.ts'

/** An order that passed every check and is about to be written. */
export type NewOrder = {
  orderId: string
  userId: string
  request: OrderRequest
  settings: StoreSettings
  lines: OrderableLine[]
  quote: Quote
  /** as the shop writes it; null for none */
  couponCode: string | null
  payment: FirstPayment
  answer: OrderAnswer
}

/** The 200 answer of place-order. Amounts are rupees. */
export type OrderAnswer = {
  order: { id: string; status: 'pending'; subtotal_base: number; total_gst: number; shipping_cost: number; total_amount: number }
  /** With Razorpay also what its payment window needs, `amount` in paise; missing where Razorpay did not answer. */
  payment: { method: string; state: string; upi_uri?: string } & Partial<PaymentWindow>
}
