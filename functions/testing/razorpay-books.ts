/** The state of the fake Razorpay: orders, payments, refunds and their events, as documented by Razorpay. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto'

export type Order = { id: string; entity: 'order'; amount: number; amount_paid: number; amount_due: number; currency: string; receipt: string; status: string; attempts: number; notes: unknown; created_at: number } // prettier-ignore
export type Payment = { id: string; entity: 'payment'; amount: number; currency: string; status: string; order_id: string; amount_refunded: number; refund_status: string | null; captured: boolean; error_description: string | null; created_at: number } // prettier-ignore
export type Refund = {
  id: string
  entity: 'refund'
  amount: number
  currency: string
  payment_id: string
  receipt: string | null
  status: string
  created_at: number
}
export type Event = { id: string; event: string; body: string }

export type Keys = { keyId: string; keySecret: string; webhookSecret: string }

/** A request that Razorpay refuses with 400 and a message. */
export class BadRequest extends Error {}

const sign = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex')
const name = (kind: string): string =>
  `${kind}_${randomBytes(16)
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 14)}`
const seconds = (): number => Math.floor(Date.now() / 1000)

export function openBooks(keys: Keys, onEvent: (event: Event) => void) {
  const orders = new Map<string, Order>()
  const payments = new Map<string, Payment>()
  const refunds = new Map<string, Refund>()
  const events = new Map<string, Event>()
  const refundsByKey = new Map<string, { refund: Refund; body: string }>()
  let holdRefunds = false

  function tell(event: string, entities: Record<string, unknown>): void {
    const payload = Object.fromEntries(Object.entries(entities).map(([kind, entity]) => [kind, { entity }]))
    const body = JSON.stringify({ entity: 'event', account_id: 'acc_standin', event, contains: Object.keys(entities), payload, created_at: seconds() })
    const caused = { id: randomUUID(), event, body }
    events.set(caused.id, caused)
    onEvent(caused)
  }
  function find<T>(map: Map<string, T>, id: unknown): T {
    const found = map.get(String(id))
    if (!found) throw new BadRequest('The id provided does not exist')
    return found
  }
  function wholeAmount(amount: unknown): number {
    if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 100) throw new BadRequest('Order amount less than minimum amount allowed')
    return amount
  }

  function attempt(orderId: unknown, status: 'created' | 'authorized' | 'failed', changes: { amount?: number; currency?: string } = {}): Payment {
    const order = find(orders, orderId)
    order.attempts += 1
    if (order.status === 'created') order.status = 'attempted'
    const payment: Payment = {
      id: name('pay'),
      entity: 'payment',
      amount: changes.amount ?? order.amount,
      currency: changes.currency ?? order.currency,
      status,
      order_id: order.id,
      amount_refunded: 0,
      refund_status: null,
      captured: false,
      error_description: status === 'failed' ? 'Payment was declined by the bank' : null,
      created_at: seconds(),
    }
    payments.set(payment.id, payment)
    if (status !== 'created') tell(`payment.${status}`, { payment })
    return payment
  }
  function take(payment: Payment): Payment {
    if (payment.status !== 'authorized') throw new BadRequest(payment.captured ? 'This payment has already been captured' : 'This payment cannot be captured')
    Object.assign(payment, { status: 'captured', captured: true })
    tell('payment.captured', { payment })
    const order = find(orders, payment.order_id)
    if (payment.amount >= order.amount) Object.assign(order, { status: 'paid', amount_paid: payment.amount, amount_due: 0 })
    tell('order.paid', { payment, order })
    return payment
  }
  function processRefund(refund: Refund, status: 'processed' | 'failed' = 'processed'): Refund {
    if (refund.status !== 'pending') return refund
    const payment = find(payments, refund.payment_id)
    refund.status = status
    if (status === 'failed') {
      payment.amount_refunded -= refund.amount
      Object.assign(payment, { status: 'captured', refund_status: payment.amount_refunded > 0 ? 'partial' : null })
    }
    tell(`refund.${status}`, { refund, payment })
    return refund
  }

  return {
    // ── the API ──
    createOrder({ amount, currency, receipt, notes }: Record<string, unknown>): Order {
      if (currency !== 'INR') throw new BadRequest('Currency is not supported')
      if (typeof receipt !== 'string' || receipt.length > 40) throw new BadRequest('The receipt may not be greater than 40 characters.')
      const whole = wholeAmount(amount)
      const order: Order = { id: name('order'), entity: 'order', amount: whole, amount_paid: 0, amount_due: whole, currency, receipt, status: 'created', attempts: 0, notes: notes ?? [], created_at: seconds() } // prettier-ignore
      orders.set(order.id, order)
      return order
    },
    order: (id: string) => find(orders, id),
    ordersOf: (receipt: string | null) => [...orders.values()].filter((order) => receipt === null || order.receipt === receipt),
    paymentsOf: (orderId: string) => [...payments.values()].filter((payment) => payment.order_id === find(orders, orderId).id),
    payment: (id: string) => find(payments, id),
    refundsOf: (id: string) => [...refunds.values()].filter((refund) => refund.payment_id === find(payments, id).id).reverse(),
    capture(id: string, { amount, currency }: Record<string, unknown>): Payment {
      const payment = find(payments, id)
      if (amount !== payment.amount || currency !== payment.currency) throw new BadRequest('Capture amount must be equal to the amount authorized')
      return take(payment)
    },
    refund(id: string, body: Record<string, unknown>, key: string | null): Refund {
      const before = key === null ? undefined : refundsByKey.get(key)
      const text = JSON.stringify([id, body])
      if (before) {
        if (before.body !== text) throw new BadRequest('Different request body sent for the same Idempotency Header')
        return before.refund
      }
      const payment = find(payments, id)
      if (!payment.captured) throw new BadRequest('The payment status should be captured for action to be taken')
      const amount = wholeAmount(body['amount'] ?? payment.amount - payment.amount_refunded)
      if (payment.amount_refunded >= payment.amount) throw new BadRequest('The payment has been fully refunded already')
      if (payment.amount_refunded + amount > payment.amount) throw new BadRequest('The refund amount provided is greater than amount captured')
      payment.amount_refunded += amount
      const whole = payment.amount_refunded === payment.amount
      Object.assign(payment, { refund_status: whole ? 'full' : 'partial', status: whole ? 'refunded' : 'captured' })
      const refund: Refund = { id: name('rfnd'), entity: 'refund', amount, currency: payment.currency, payment_id: id, receipt: typeof body['receipt'] === 'string' ? body['receipt'] : null, status: 'pending', created_at: seconds() } // prettier-ignore
      refunds.set(refund.id, refund)
      if (key !== null) refundsByKey.set(key, { refund, body: text })
      if (!holdRefunds) processRefund(refund)
      return refund
    },

    // ── actions of customers and banks ──
    pay: (orderId: unknown, changes?: { amount?: number; currency?: string }) => take(attempt(orderId, 'authorized', changes)),
    attempt,
    take: (id: unknown) => take(find(payments, id)),
    /** An authorisation that expired without capture. */
    release(id: unknown): Payment {
      return Object.assign(find(payments, id), { status: 'refunded' })
    },
    hold: (held: boolean) => void (holdRefunds = held),
    process(id: unknown, status: 'processed' | 'failed'): Refund[] {
      const which = id === undefined ? [...refunds.values()] : [find(refunds, id)]
      return which.map((refund) => processRefund(refund, status))
    },
    /** The data for the browser. */
    voucher: ({ id, order_id: order }: Payment) => ({
      razorpay_payment_id: id,
      razorpay_order_id: order,
      razorpay_signature: sign(keys.keySecret, `${order}|${id}`),
    }),
    event: (id: unknown) => find(events, id),
    signature: (body: string, secret = keys.webhookSecret) => sign(secret, body),
    /** The events of one order. */
    about(orderId: unknown) {
      const own = [...payments.values()].filter((payment) => payment.order_id === orderId)
      const ids = new Set(own.map(({ id }) => id))
      return {
        orders: [...orders.values()].filter(({ id }) => id === orderId),
        payments: own,
        refunds: [...refunds.values()].filter((refund) => ids.has(refund.payment_id)),
        events: [...events.values()].filter(({ body }) => body.includes(String(orderId))),
      }
    },
    state: () => ({ orders: [...orders.values()], payments: [...payments.values()], refunds: [...refunds.values()], events: [...events.values()] }),
  }
}
