import type { ProviderPayment } from '#domain/orders/payment-provider.ts'
import type { PaymentDesk } from '../context.ts'
import { openRazorpay, ProviderRefusal, ProviderUnreachable } from './client.ts'
import type { Razorpay } from './client.ts'
import { readBegun, readKeys, readUnconfirmed, settlePayment } from './payment-book.ts'
import type { BegunPayment } from './payment-book.ts'

/** An order's payment state, and whether a result is still to come. */
export type Finding = { state: string; checking: boolean }

const UNPAID = new Set(['awaiting_payment', 'awaiting_verification'])
const TAKEN = new Set(['captured', 'refunded'])

/**
 * Asks Razorpay what was paid for an order, takes what is authorised, and settles what it learns.
 *
 * @param patience milliseconds for all of it
 * @returns null when it is no order that Razorpay pays
 * @throws ProviderUnreachable
 */
export async function findOut(desk: PaymentDesk, orderId: string, patience = 15_000): Promise<Finding | null> {
  const { begun, keys } = await desk.atPaymentDesk(async (query) => {
    const [first, second] = await Promise.all([readBegun(query, orderId), readKeys(query)])
    return { begun: first, keys: second }
  })
  if (!begun) return null
  // Nobody can have paid what was never opened.
  if (begun.provider_order_id === null) return { state: begun.state, checking: false }
  if (!keys) throw new ProviderUnreachable('no Razorpay keys are set')
  const razorpay = openRazorpay({
    url: desk.razorpay.url,
    keyId: keys.key_id,
    keySecret: keys.key_secrets[0] ?? '',
    signal: AbortSignal.timeout(patience),
  })
  const payments = await tell(razorpay, begun, begun.provider_order_id)
  let { state } = begun
  for (const payment of payments) state = (await settleAndCapture(desk, razorpay, payment)) ?? state
  await confirmKept(desk, razorpay, orderId, begun.provider_order_id)
  const after = await desk.atPaymentDesk((query) => {
    void query('select private.note_razorpay_checked($1, $2)', [orderId, begun.asked_at])
    return readBegun(query, orderId)
  })
  state = after?.state ?? state
  const open = payments.some(({ status }) => status === 'created')
  return { state, checking: state === 'awaiting_verification' || (state === 'awaiting_payment' && open) }
}

/**
 * As `findOut`, for somebody who waits: no answer from Razorpay means that the result is not known, never that it failed. Nor
 * does its word that there is no such order: then the keys are another account's.
 */
export async function findOutOrSay(desk: PaymentDesk, orderId: string, patience: number): Promise<Finding | null> {
  try {
    return await findOut(desk, orderId, patience)
  } catch (error) {
    if (!(error instanceof ProviderUnreachable || error instanceof ProviderRefusal)) throw error
    desk.log('info', 'Razorpay does not tell', { order: orderId, reason: error.message })
    const begun = await desk.atPaymentDesk((query) => readBegun(query, orderId))
    return begun && { state: begun.state, checking: UNPAID.has(begun.state) }
  }
}

/** All payments of an order, and those that a browser vouched for although the list does not show them. */
async function tell(razorpay: Razorpay, begun: BegunPayment, providerOrderId: string): Promise<ProviderPayment[]> {
  const listed = await razorpay.paymentsOfOrder(providerOrderId)
  for (const id of begun.vouched.filter((vouched) => !listed.some((payment) => payment.id === vouched))) {
    listed.push(
      await razorpay.payment(id).catch((error: unknown): ProviderPayment => {
        // Razorpay does not know it: then nothing will come of it.
        if (error instanceof ProviderRefusal)
          return { id, order_id: providerOrderId, amount: null, currency: null, status: 'failed', amount_refunded: 0, failure: null }
        throw error
      }),
    )
  }
  return listed
}

/**
 * Asks about the payments that made the order paid, each by its own name: a webhook alone may have told of them, and whoever has its
 * secret can sign anything. What Razorpay does not know as taken is put before staff.
 */
async function confirmKept(desk: PaymentDesk, razorpay: Razorpay, orderId: string, providerOrderId: string): Promise<void> {
  for (const { payment_id: id, amount } of await desk.atPaymentDesk((query) => readUnconfirmed(query, orderId))) {
    const known = await razorpay.payment(id).catch((error: unknown) => {
      if (error instanceof ProviderRefusal) return null
      throw error
    })
    const taken = known !== null && TAKEN.has(known.status) && known.order_id === providerOrderId && known.amount === amount
    if (!taken) desk.log('warn', 'Razorpay does not know a payment that an event told of', { order: orderId, payment: id })
    await desk.atPaymentDesk((query) => query('select private.note_razorpay_word($1, $2)', [id, taken]))
  }
}

async function settleAndCapture(desk: PaymentDesk, razorpay: Razorpay, payment: ProviderPayment): Promise<string | null> {
  const settled = await desk.atPaymentDesk((query) => settlePayment(query, payment))
  if (!settled.capture || payment.amount === null) return settled.state
  const captured = await razorpay.capture(payment.id, payment.amount)
  return (await desk.atPaymentDesk((query) => settlePayment(query, captured))).state
}
