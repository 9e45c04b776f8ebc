/** Reads payments and refunds from Razorpay's JSON. Amounts are paise, as in its API. */
import type { Paise } from '../money/money.ts'

export const PROVIDER_PAYMENT_STATUSES = ['created', 'failed', 'authorized', 'captured', 'refunded'] as const
export type ProviderPaymentStatus = (typeof PROVIDER_PAYMENT_STATUSES)[number]

export type ProviderPayment = {
  id: string
  /** Razorpay's own order; null for a payment without one. */
  order_id: string | null
  amount: Paise | null
  currency: string | null
  status: ProviderPaymentStatus
  amount_refunded: Paise
  /** The bank's explanation of a failed payment. */
  failure: string | null
}

/** `receipt`: the shop's own id of the refund; null where the shop gave none, as for one that is made in Razorpay's dashboard. */
export type ProviderRefund = { id: string; payment_id: string; amount: Paise; receipt: string | null; status: 'pending' | 'processed' | 'failed' }

/** The payments and refunds in an event. Null: an event that the shop does not act on. */
export type ProviderNews = { event: string; payments: ProviderPayment[]; refunds: ProviderRefund[] }

const HEARD = new Set(['payment.authorized', 'payment.captured', 'payment.failed', 'order.paid', 'refund.created', 'refund.processed', 'refund.failed'])

/** A payment from the API or an event; null when the value is not a payment. */
export function readProviderPayment(value: unknown): ProviderPayment | null {
  const entity = record(value)
  const id = identifier(entity['id'], 'pay')
  const status = PROVIDER_PAYMENT_STATUSES.find((known) => known === entity['status'])
  if (id === null || !status) return null
  return {
    id,
    order_id: identifier(entity['order_id'], 'order'),
    amount: paise(entity['amount']),
    currency: typeof entity['currency'] === 'string' && /^[A-Z]{3}$/.test(entity['currency']) ? entity['currency'] : null,
    status,
    amount_refunded: paise(entity['amount_refunded']) ?? 0,
    failure: typeof entity['error_description'] === 'string' && entity['error_description'] !== '' ? entity['error_description'].slice(0, 300) : null,
  }
}

/** A refund; one that is neither processed nor failed is pending. */
export function readProviderRefund(value: unknown): ProviderRefund | null {
  const entity = record(value)
  const id = identifier(entity['id'], 'rfnd')
  const payment = identifier(entity['payment_id'], 'pay')
  const amount = paise(entity['amount'])
  if (id === null || payment === null || amount === null) return null
  const { status, receipt } = entity
  return {
    id,
    payment_id: payment,
    amount,
    receipt: typeof receipt === 'string' ? receipt.slice(0, 40) : null,
    status: status === 'processed' || status === 'failed' ? status : 'pending',
  }
}

/** An event of Razorpay's webhook, whose signature has been verified. */
export function readProviderNews(value: unknown): ProviderNews | null {
  const { event, payload } = record(value)
  if (typeof event !== 'string' || !HEARD.has(event)) return null
  const inside = record(payload)
  const payment = readProviderPayment(record(inside['payment'])['entity'])
  const refund = readProviderRefund(record(inside['refund'])['entity'])
  return { event, payments: payment ? [payment] : [], refunds: refund ? [refund] : [] }
}

/** How much of a payment has been refunded, and how much is pending. */
export function refundedSoFar(refunds: readonly ProviderRefund[]): { processed: Paise; underway: Paise } {
  const sum = (status: ProviderRefund['status']) => refunds.filter((refund) => refund.status === status).reduce((total, { amount }) => total + amount, 0)
  return { processed: sum('processed'), underway: sum('pending') }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function identifier(value: unknown, kind: 'pay' | 'order' | 'rfnd'): string | null {
  return typeof value === 'string' && new RegExp(`^${kind}_[A-Za-z0-9]{1,40}$`).test(value) ? value : null
}

function paise(value: unknown): Paise | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}
