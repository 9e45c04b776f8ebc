export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** Separate from the order's status (docs/rules.md#payment-states). */
export const PAYMENT_STATES = ['cod_pending', 'awaiting_payment', 'awaiting_verification', 'paid', 'failed', 'refund_due', 'refunded'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

export type BadgeTone = 'yellow' | 'blue' | 'purple' | 'green' | 'red' | 'grey'
export type Badge = { text: string; tone: BadgeTone }

const STATUS_BADGES: Record<OrderStatus, Badge> = {
  pending: { text: 'Pending', tone: 'yellow' },
  processing: { text: 'Processing', tone: 'blue' },
  shipped: { text: 'Shipped', tone: 'purple' },
  delivered: { text: 'Delivered', tone: 'green' },
  cancelled: { text: 'Cancelled', tone: 'red' },
}

const PAYMENT_BADGES: Record<PaymentState, Badge> = {
  cod_pending: { text: 'Cash on delivery', tone: 'yellow' },
  awaiting_payment: { text: 'Awaiting payment', tone: 'yellow' },
  awaiting_verification: { text: 'Checking payment', tone: 'blue' },
  paid: { text: 'Paid', tone: 'green' },
  failed: { text: 'Payment failed', tone: 'red' },
  refund_due: { text: 'Refund due', tone: 'purple' },
  refunded: { text: 'Refunded', tone: 'grey' },
}

/** Text and colour of a status; an unknown one is grey and shows its own name. */
export function statusBadge(status: string): Badge {
  return isOrderStatus(status) ? STATUS_BADGES[status] : { text: status, tone: 'grey' }
}

/** Text and colour of a payment state; an unknown result is never shown as failed (docs/rules.md#unknown-payment-results). */
export function paymentBadge(state: string): Badge {
  return isPaymentState(state) ? PAYMENT_BADGES[state] : { text: state, tone: 'grey' }
}

export function isOrderStatus(value: unknown): value is OrderStatus {
  return (ORDER_STATUSES as readonly unknown[]).includes(value)
}

export function isPaymentState(value: unknown): value is PaymentState {
  return (PAYMENT_STATES as readonly unknown[]).includes(value)
}

/** States in which the buyer still owes the money. While a payment is being verified, the buyer is not asked to pay again. */
const OWED = new Set(['cod_pending', 'awaiting_payment', 'failed'])

export const isOwed = (paymentState: string): boolean => OWED.has(paymentState)

/** States of an order that has to be paid in advance and has no confirmed payment; cash on delivery is paid at the door. */
const UNPAID = new Set(['awaiting_payment', 'awaiting_verification', 'failed'])

export const isUnpaid = (paymentState: string): boolean => UNPAID.has(paymentState)

/** Cancelled before any payment: no money is expected any more. */
export const isNeverPaid = ({ status, payment_state }: { status: string; payment_state: string }): boolean => status === 'cancelled' && isOwed(payment_state)

/** Accepted, shipped or delivered, and not paid; cash on delivery once it has left. The same rule as `private.is_to_collect`. */
export const isToCollect = ({ status, payment_state }: { status: string; payment_state: string }): boolean =>
  status !== 'pending' && status !== 'cancelled' && (isUnpaid(payment_state) || (payment_state === 'cod_pending' && status !== 'processing'))

/** Delivered, and its cash is not with the shop: a courier brings it later (docs/rules.md#money-to-collect). */
export const isCashAwaited = ({ status, payment_state }: { status: string; payment_state: string }): boolean =>
  status === 'delivered' && payment_state === 'cod_pending'

/** A row of the table of allowed steps, which the database's guard and the screens read (docs/rules.md#order-states). */
export type OrderStep = { from_status: OrderStatus; to_status: OrderStatus; actor: string }

/** The statuses to which an actor may move an order, in the order of the rows. */
export function stepsFrom(steps: readonly OrderStep[], status: string, actor: string): OrderStatus[] {
  return steps.filter((step) => step.from_status === status && step.actor === actor).map((step) => step.to_status)
}

/** Notes of an order's history about a change of it begin so; the step that they are written in is not taken again. */
export const isChangeNote = (note: string | null): boolean => note?.startsWith('Order changed') ?? false
