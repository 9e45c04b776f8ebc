import type { PaymentDesk } from '../context.ts'
import { openRazorpay, ProviderRefusal, ProviderUnreachable } from './client.ts'
import { keepProviderOrder, readBegun, readKeys } from './payment-book.ts'

/** What the payment window needs; `amount` in paise. Names as on the wire. */
export type PaymentWindow = { razorpay_order_id: string; key_id: string; checkout_url: string; amount: number; currency: 'INR' }

export type Begun = { ok: true; window: PaymentWindow; state: string } | { ok: false; state: string | null }

/** Milliseconds that a buyer waits for Razorpay before hearing that it does not answer; the order stands either way. */
const PATIENCE = 5000

/**
 * Makes an order payable: finds or makes the one order at Razorpay that counts for it. No transaction is open while Razorpay
 * is asked. Whoever dies in between leaves an order there that nobody was told of, and the next one finds it by its receipt.
 *
 * @param fresh the order was placed a moment ago, so Razorpay cannot know it yet
 * @returns not ok: nothing is to be paid; `state` null when it is no order that Razorpay pays
 * @throws ProviderUnreachable
 */
export async function beginPayment(desk: PaymentDesk, orderId: string, { fresh = false } = {}): Promise<Begun> {
  const { begun, keys } = await desk.atPaymentDesk(async (query) => {
    const [first, second] = await Promise.all([readBegun(query, orderId), readKeys(query)])
    return { begun: first, keys: second }
  })
  if (!begun?.awaited) return { ok: false, state: begun?.state ?? null }
  if (!keys) throw new ProviderUnreachable('no Razorpay keys are set')

  let id = begun.provider_order_id
  if (id === null) {
    const razorpay = openRazorpay({
      url: desk.razorpay.url,
      keyId: keys.key_id,
      keySecret: keys.key_secrets[0] ?? '',
      signal: AbortSignal.timeout(PATIENCE),
    })
    try {
      const known = fresh ? null : await razorpay.findOrder(begun.reference, begun.amount)
      const made = known ?? (await razorpay.createOrder(begun.reference, begun.amount, { order_id: orderId }))
      id = await desk.atPaymentDesk((query) => keepProviderOrder(query, orderId, made.id))
    } catch (error) {
      // A refusal to open an order is a fault of the set-up: for the buyer it is the same as no answer, for the shop a line in the log.
      if (!(error instanceof ProviderRefusal)) throw error
      desk.log('warn', 'Razorpay refused to open an order', { order: orderId, reason: error.message })
      throw new ProviderUnreachable(error.message, { cause: error })
    }
  }
  const window: PaymentWindow = { razorpay_order_id: id, key_id: keys.key_id, checkout_url: desk.razorpay.checkoutUrl, amount: begun.amount, currency: 'INR' }
  return { ok: true, window, state: begun.state }
}
