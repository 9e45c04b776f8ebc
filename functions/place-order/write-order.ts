import { toDecimal, toRupees } from '#domain/money.ts'
import type { Quote } from '#domain/quote.ts'
import type { StoreSettings } from '#domain/settings.ts'
import type { Query } from '../context.ts'
import type { OrderableLine } from './check-cart.ts'
import type { OrderRequest } from './order-request.ts'
import { insertItems, insertOrder } from './order-rows.ts'
import type { FirstPayment } from './payment.ts'
import { takeStock } from './stock-rows.ts'

/** The 200 answer of place-order. Amounts are rupees. */
export type OrderAnswer = {
  order: { id: string; status: 'pending'; subtotal_base: number; total_gst: number; shipping_cost: number; total_amount: number }
  payment: { method: string; state: string; upi_uri?: string }
}

export type NewOrder = {
  orderId: string
  userId: string
  request: OrderRequest
  settings: StoreSettings
  lines: OrderableLine[]
  quote: Quote
  payment: FirstPayment
}

/**
 * Writes the order and all that belongs to it. Nothing is awaited: the transaction sends these with its COMMIT and
 * fails with the first that fails. History, notification and mail are written by the database's own triggers.
 */
export function writeOrder(query: Query, order: NewOrder): OrderAnswer {
  const answer = answerOf(order)
  void insertOrder(query, order)
  void insertItems(query, order)
  void takeStock(query, order)
  void insertPayment(query, order)
  void emptyCart(query, order)
  void storeAnswer(query, order, answer)
  return answer
}

function answerOf({ orderId, quote, payment }: NewOrder): OrderAnswer {
  const { reference: _, ...told } = payment
  return {
    order: {
      id: orderId,
      status: 'pending',
      subtotal_base: toRupees(quote.subtotalBase),
      total_gst: toRupees(quote.totalGst),
      shipping_cost: toRupees(quote.shippingCost),
      total_amount: toRupees(quote.total),
    },
    payment: told,
  }
}

function insertPayment(query: Query, { orderId, quote, payment }: NewOrder): Promise<unknown> {
  return query('insert into public.payments (order_id, method, state, amount, reference) values ($1, $2, $3, $4, $5)', [
    orderId,
    payment.method,
    payment.state,
    toDecimal(quote.total),
    payment.reference,
  ])
}

/** Only what was ordered leaves the cart: a line added from another device meanwhile stays. */
function emptyCart(query: Query, { userId, lines }: NewOrder): Promise<unknown> {
  return query('delete from public.cart_items where user_id = $1 and product_id = any($2::uuid[])', [userId, lines.map((line) => line.productId)])
}

/** What the same key will be answered with from now on. */
function storeAnswer(query: Query, { orderId, userId, request }: NewOrder, answer: OrderAnswer): Promise<unknown> {
  return query('update private.order_requests set response = $3, order_id = $4 where user_id = $1 and key = $2', [
    userId,
    request.key,
    JSON.stringify(answer),
    orderId,
  ])
}
