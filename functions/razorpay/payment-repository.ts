/** The payment repository: typed calls of the database functions that the login `shop_payments` may use. */
import type { ProviderPayment, ProviderRefund } from '#domain/orders/payment-provider.ts'
import type { Query } from '#postgres/statement.ts'

export type RazorpayKeys = { key_id: string; key_secrets: string[]; webhook_secrets: string[] }

/** Amounts in paise. `awaited`: the order can be paid now. */
export type BegunPayment = {
  provider_order_id: string | null
  amount: number
  reference: string
  state: string
  awaited: boolean
  /** Payments with a valid browser signature that Razorpay has not reported yet. */
  vouched: string[]
  asked_at: Date
}

/** The order's payment state (null for an unmatched payment), and whether to capture the authorised payment now. */
export type Settled = { state: string | null; capture: boolean }

/** Null if no keys are set. */
export async function readKeys(query: Query): Promise<RazorpayKeys | null> {
  const [keys] = await query<RazorpayKeys>('select key_id, key_secrets, webhook_secrets from private.razorpay_shop()')
  return keys ?? null
}

/** Null for an unknown order or another payment method. */
export async function readBegun(query: Query, orderId: string): Promise<BegunPayment | null> {
  const [begun] = await query<Omit<BegunPayment, 'amount'> & { amount: string }>(
    'select provider_order_id, amount, reference, state, awaited, vouched, asked_at from private.razorpay_begin($1)',
    [orderId],
  )
  return begun ? { ...begun, amount: Number(begun.amount) } : null
}

/** Payments that made the order paid but are not confirmed by Razorpay; amounts in paise. */
export async function readUnconfirmed(query: Query, orderId: string): Promise<{ payment_id: string; amount: number }[]> {
  const rows = await query<{ payment_id: string; amount: string }>('select payment_id, amount from private.unconfirmed_razorpay_payments($1)', [orderId])
  return rows.map(({ payment_id, amount }) => ({ payment_id, amount: Number(amount) }))
}

/** Stores the provider order of an order. @returns the one that counts, if another was stored concurrently */
export async function keepProviderOrder(query: Query, orderId: string, providerOrderId: string): Promise<string> {
  const [kept] = await query<{ id: string }>('select private.keep_razorpay_order($1, $2) as id', [orderId, providerOrderId])
  if (!kept) throw new Error('Provider order was not stored')
  return kept.id
}

/** Settles a payment. All sources use this function: webhook, browser, reconciliation and scheduler. */
export async function settlePayment(query: Query, payment: Partial<ProviderPayment> & { id: string; status: string }, vouched = false): Promise<Settled> {
  const [settled] = await query<Settled>('select state, capture from private.settle_razorpay_payment($1, $2)', [JSON.stringify(payment), vouched])
  if (!settled) throw new Error('Payment was not settled')
  return settled
}

/** @returns false if nothing changed */
export async function settleRefund(query: Query, refund: ProviderRefund): Promise<boolean> {
  const [settled] = await query<{ news: boolean }>('select private.settle_razorpay_refund($1) as news', [JSON.stringify(refund)])
  return settled?.news === true
}

/** False for an event that was already processed. */
export async function takeEvent(query: Query, id: string, event: string): Promise<boolean> {
  const [taken] = await query<{ taken: boolean }>('select private.take_razorpay_event($1, $2) as taken', [id, event])
  return taken?.taken === true
}
