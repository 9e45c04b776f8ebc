/** Paying through the provider (docs/decisions/0018-payments.md): start, confirm the result from the browser, ask for the state. */
import { readPersonal, writePersonal } from '../session/personal-storage.ts'
import { refusedAnswer } from '../api/refused-answer.ts'
import { loadSupabase } from '../api/supabase.ts'

/** What the provider's dialog needs. `amount` in paise, as the provider expects it. */
export type StartedPayment = { providerOrder: string; key: string; amount: number; currency: string; script: string }

export type StartResult =
  | { kind: 'started'; payment: StartedPayment }
  /** the order no longer waits for this payment: it was paid, cancelled, or paid in another way */
  | { kind: 'over' }
  /** the provider does not respond to the shop */
  | { kind: 'unreachable' }
  | { kind: 'failed' }

/** What the provider's dialog returns to the page after a payment. */
export type ProviderAnswer = { razorpay_order_id: string; razorpay_payment_id: string; razorpay_signature: string }

/** The state of a payment; `checking`: the provider itself does not know yet. `unknown`: there was no response. */
export type Standing = { kind: 'known'; state: string; checking: boolean } | { kind: 'unknown' }

/** The provider's own script, unless the shop gives another. */
const SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js'
const ANSWER_MS = 20_000

type Answer = { status: number; body: Record<string, unknown> }

/** Status and body of a call; null without a response. */
async function call(name: string, body: Record<string, unknown>): Promise<Answer | null> {
  try {
    const client = await loadSupabase()
    const { data, error } = await client.functions.invoke<unknown>(name, { body, timeout: ANSWER_MS })
    if (!error) return { status: 200, body: record(data) }
    const refused = await refusedAnswer(error)
    return refused && { status: refused.status, body: record(refused.body) }
  } catch {
    return null
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** Opens the provider's side of an order's payment, or finds the existing one. */
export async function startPayment(orderId: string): Promise<StartResult> {
  const answer = await call('start-payment', { order_id: orderId })
  if (answer?.status === 409 || answer?.status === 404) return { kind: 'over' }
  if (answer?.status === 502 || answer?.status === 503) return { kind: 'unreachable' }
  if (answer?.status !== 200) return { kind: 'failed' }
  const { razorpay_order_id: providerOrder, key_id: key, amount, currency, checkout_url: script } = answer.body
  if (typeof providerOrder !== 'string' || typeof key !== 'string' || typeof amount !== 'number') return { kind: 'failed' }
  return {
    kind: 'started',
    payment: {
      providerOrder,
      key,
      amount,
      currency: typeof currency === 'string' ? currency : 'INR',
      script: typeof script === 'string' && script !== '' ? script : SCRIPT,
    },
  }
}

const standing = (answer: Answer | null): Standing =>
  answer?.status === 200 && typeof answer.body.state === 'string'
    ? { kind: 'known', state: answer.body.state, checking: answer.body.checking === true }
    : { kind: 'unknown' }

/** Asks for the state of an order's payment; the shop asks the provider when it has to. For the user's own orders, and for admins. */
export async function checkPayment(orderId: string): Promise<Standing> {
  return standing(await call('check-payment', { order_id: orderId }))
}

const NAME = 'payment-return'

/**
 * The provider reported in this browser that the order is paid, and the shop has not confirmed it yet. It survives a reload, so that
 * the buyer is not asked to pay again in the meantime (docs/rules.md#unknown-payment-results).
 */
export function storedReturn(orderId: string): ProviderAnswer | null {
  const kept = record(readPersonal('local', NAME))
  const { order, answer } = kept
  return order === orderId && typeof answer === 'object' && answer !== null ? (answer as ProviderAnswer) : null
}

export function storeReturn(orderId: string, answer: ProviderAnswer): void {
  writePersonal('local', NAME, { order: orderId, answer })
}

export function clearReturn(orderId: string): void {
  if (storedReturn(orderId)) writePersonal('local', NAME, null)
}

const OWED = new Set(['awaiting_payment', 'failed'])

/**
 * The state of the payment. If the browser holds a result of the provider, that is confirmed first: until the shop accepts it or
 * rejects its signature, the payment is being checked and never open again.
 */
export async function fetchPaymentState(orderId: string): Promise<Standing> {
  const brought = storedReturn(orderId)
  if (!brought) return checkPayment(orderId)
  const answer = await call('confirm-payment', { order_id: orderId, ...brought })
  if (answer?.status === 400) {
    // The signature is not the provider's: the result is ignored, and the provider itself is asked.
    clearReturn(orderId)
    return checkPayment(orderId)
  }
  const result = standing(answer)
  if (result.kind === 'unknown') return result
  if (OWED.has(result.state)) return { ...result, checking: true }
  if (!result.checking) clearReturn(orderId)
  return result
}
