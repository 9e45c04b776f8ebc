/** The database's side of Razorpay: the functions that the login `shop_payments` may call, with their types. */
import type { ProviderPayment, ProviderRefund } from '#domain/orders/payment-provider.ts'
import type { Query } from '#postgres/statement.ts'

export type RazorpayKeys = { key_id: string; key_secrets: string[]; webhook_secrets: string[] }

/** Amounts in paise. `awaited`: it can be paid now. */
export type BegunPayment = {
  provider_order_id: string | null
  amount: number
  reference: string
  state: string
  awaited: boolean
  /** Payments that a browser came back with, and that Razorpay has not told of. */
  vouched: string[]
  asked_at: Date
}

/** The order's payment state, null for a payment of no order; and whether authorised money should be taken now. */
export type Settled = { state: string | null; capture: boolean }

/** Null: no keys were set. */
export async function readKeys(query: Query): Promise<RazorpayKeys | null> {
  const [keys] = await query<RazorpayKeys>('select key_id, key_secrets, webhook_secrets from private.razorpay_shop()')
  return keys ?? null
}

/** Null: no such order, or one that is paid in another way. */
export async function readBegun(query: Query, orderId: string): Promise<BegunPayment | null> {
  const [begun] = await query<Omit<BegunPayment, 'amount'> & { amount: string }>(
    'select provider_order_id, amount, reference, state, awaited, vouched, asked_at from private.razorpay_begin($1)',
    [orderId],
  )
  return begun ? { ...begun, amount: Number(begun.amount) } : null
}

/** Payments that made the order paid and that Razorpay has not confirmed; amounts in paise. */
export async function readUnconfirmed(query: Query, orderId: string): Promise<{ payment_id: string; amount: number }[]> {
  const rows = await query<{ payment_id: string; amount: string }>('select payment_id, amount from private.unconfirmed_razorpay_payments($1)', [orderId])
  return rows.map(({ payment_id, amount }) => ({ payment_id, amount: Number(amount) }))
}

/** @returns the order of Razorpay's that counts for this one of ours */
export async function keepProviderOrder(query: Query, orderId: string, providerOrderId: string): Promise<string> {
  const [kept] = await query<{ id: string }>('select private.keep_razorpay_order($1, $2) as id', [orderId, providerOrderId])
  if (!kept) throw new Error('an order of Razorpay was not kept')
  return kept.id
}

/** Everything that is learnt of a payment goes through here, whoever learnt it. */
export async function settlePayment(query: Query, payment: Partial<ProviderPayment> & { id: string; status: string }, vouched = false): Promise<Settled> {
  const [settled] = await query<Settled>('select state, capture from private.settle_razorpay_payment($1, $2)', [JSON.stringify(payment), vouched])
  if (!settled) throw new Error('a payment was not settled')
  return settled
}

/** @returns false when it was no news */
export async function settleRefund(query: Query, refund: ProviderRefund): Promise<boolean> {
  const [settled] = await query<{ news: boolean }>('select private.settle_razorpay_refund($1) as news', [JSON.stringify(refund)])
  return settled?.news === true
}

/** False for an event that was taken before. */
export async function takeEvent(query: Query, id: string, event: string): Promise<boolean> {
  const [taken] = await query<{ taken: boolean }>('select private.take_razorpay_event($1, $2) as taken', [id, event])
  return taken?.taken === true
}
