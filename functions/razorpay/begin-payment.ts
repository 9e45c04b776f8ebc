import type { PaymentContext } from '../context.ts'
import { openRazorpay, ProviderRefusal, ProviderUnreachable } from './client.ts'
import { keepProviderOrder, readBegun, readKeys } from './payment-repository.ts'

/** The data of the payment window, with the property names of the API; `amount` in paise. */
export type PaymentWindow = { razorpay_order_id: string; key_id: string; checkout_url: string; amount: number; currency: 'INR' }

export type Begun = { ok: true; window: PaymentWindow; state: string } | { ok: false; state: string | null }

/** Milliseconds to wait for Razorpay; the order remains in any case. */
const TIMEOUT = 5000

/**
 * Makes an order payable: finds or creates its order at Razorpay. No transaction is open during the calls to Razorpay. If the
 * process crashes in between, the next call finds the orphaned Razorpay order by its receipt.
 *
 * @param fresh the order was just placed, so Razorpay cannot know it yet
 * @returns not ok: there is nothing to pay; `state` null if the order is not paid by Razorpay
 * @throws ProviderUnreachable
 */
export async function beginPayment(context: PaymentContext, orderId: string, { fresh = false } = {}): Promise<Begun> {
  const { begun, keys } = await context.asPaymentService(async (query) => {
    const [first, second] = await Promise.all([readBegun(query, orderId), readKeys(query)])
    return { begun: first, keys: second }
  })
  if (!begun?.awaited) return { ok: false, state: begun?.state ?? null }
  if (!keys) throw new ProviderUnreachable('Razorpay keys are not set')

  let id = begun.provider_order_id
  if (id === null) {
    const razorpay = openRazorpay({
      url: context.razorpay.url,
      keyId: keys.key_id,
      keySecret: keys.key_secrets[0] ?? '',
      signal: AbortSignal.timeout(TIMEOUT),
    })
    try {
      const known = fresh ? null : await razorpay.findOrder(begun.reference, begun.amount)
      const made = known ?? (await razorpay.createOrder(begun.reference, begun.amount, { order_id: orderId }))
      id = await context.asPaymentService((query) => keepProviderOrder(query, orderId, made.id))
    } catch (error) {
      // A refusal means that the Razorpay account is misconfigured: for the customer like no response, for the shop a log entry.
      if (!(error instanceof ProviderRefusal)) throw error
      context.log('warn', 'razorpay: Order refused', { order: orderId, reason: error.message })
      throw new ProviderUnreachable(error.message, { cause: error })
    }
  }
  const window: PaymentWindow = {
    razorpay_order_id: id,
    key_id: keys.key_id,
    checkout_url: context.razorpay.checkoutUrl,
    amount: begun.amount,
    currency: 'INR',
  }
  return { ok: true, window, state: begun.state }
}
