import type { ProviderPayment } from '#domain/orders/payment-provider.ts'
import type { PaymentContext } from '../context.ts'
import { openRazorpay, ProviderRefusal, ProviderUnreachable } from './client.ts'
import type { Razorpay } from './client.ts'
import { readBegun, readKeys, readUnconfirmed, settlePayment } from './payment-repository.ts'
import type { BegunPayment } from './payment-repository.ts'

/** An order's payment state, and whether a result is still pending. */
export type PaymentResult = { state: string; checking: boolean }

const UNPAID = new Set(['awaiting_payment', 'awaiting_verification'])
const TAKEN = new Set(['captured', 'refunded'])

/**
 * Reconciles an order with Razorpay: captures authorised payments and settles all of them.
 *
 * @param patience total timeout in milliseconds
 * @returns null if the order is not paid by Razorpay
 * @throws ProviderUnreachable
 */
export async function reconcile(context: PaymentContext, orderId: string, patience = 15_000): Promise<PaymentResult | null> {
  const { begun, keys } = await context.asPaymentService(async (query) => {
    const [first, second] = await Promise.all([readBegun(query, orderId), readKeys(query)])
    return { begun: first, keys: second }
  })
  if (!begun) return null
  // Without an order at Razorpay there is no payment.
  if (begun.provider_order_id === null) return { state: begun.state, checking: false }
  if (!keys) throw new ProviderUnreachable('Razorpay keys are not set')
  const razorpay = openRazorpay({
    url: context.razorpay.url,
    keyId: keys.key_id,
    keySecret: keys.key_secrets[0] ?? '',
    signal: AbortSignal.timeout(patience),
  })
  const payments = await readPayments(razorpay, begun, begun.provider_order_id)
  let { state } = begun
  for (const payment of payments) state = (await settleAndCapture(context, razorpay, payment)) ?? state
  await confirmKept(context, razorpay, orderId, begun.provider_order_id)
  const after = await context.asPaymentService((query) => {
    void query('select private.note_razorpay_checked($1, $2)', [orderId, begun.asked_at])
    return readBegun(query, orderId)
  })
  state = after?.state ?? state
  const open = payments.some(({ status }) => status === 'created')
  return { state, checking: state === 'awaiting_verification' || (state === 'awaiting_payment' && open) }
}

/**
 * As `reconcile`, for a waiting customer: no response from Razorpay means that the result is unknown, never that the payment
 * failed. The same holds for an order unknown to Razorpay, because the keys then belong to another account.
 */
export async function reconcileOrReport(context: PaymentContext, orderId: string, patience: number): Promise<PaymentResult | null> {
  try {
    return await reconcile(context, orderId, patience)
  } catch (error) {
    if (!(error instanceof ProviderUnreachable || error instanceof ProviderRefusal)) throw error
    context.log('info', 'razorpay: Failed to reconcile a payment', { order: orderId, reason: error.message })
    const begun = await context.asPaymentService((query) => readBegun(query, orderId))
    return begun && { state: begun.state, checking: UNPAID.has(begun.state) }
  }
}

/** All payments of an order, plus those confirmed by a browser's signature that are missing in the list. */
async function readPayments(razorpay: Razorpay, begun: BegunPayment, providerOrderId: string): Promise<ProviderPayment[]> {
  const listed = await razorpay.paymentsOfOrder(providerOrderId)
  for (const id of begun.vouched.filter((vouched) => !listed.some((payment) => payment.id === vouched))) {
    listed.push(
      await razorpay.payment(id).catch((error: unknown): ProviderPayment => {
        // Razorpay does not know the payment: treat it as failed.
        if (error instanceof ProviderRefusal)
          return { id, order_id: providerOrderId, amount: null, currency: null, status: 'failed', amount_refunded: 0, failure: null }
        throw error
      }),
    )
  }
  return listed
}

/**
 * Verifies by id the payments that made the order paid: they may be known only from a webhook, and anyone with its secret can
 * sign one. Payments that Razorpay does not report as captured are shown to staff.
 */
async function confirmKept(context: PaymentContext, razorpay: Razorpay, orderId: string, providerOrderId: string): Promise<void> {
  for (const { payment_id: id, amount } of await context.asPaymentService((query) => readUnconfirmed(query, orderId))) {
    const known = await razorpay.payment(id).catch((error: unknown) => {
      if (error instanceof ProviderRefusal) return null
      throw error
    })
    const taken = known !== null && TAKEN.has(known.status) && known.order_id === providerOrderId && known.amount === amount
    if (!taken) context.log('warn', 'razorpay: Payment of a webhook event not confirmed', { order: orderId, payment: id })
    await context.asPaymentService((query) => query('select private.note_razorpay_word($1, $2)', [id, taken]))
  }
}

async function settleAndCapture(context: PaymentContext, razorpay: Razorpay, payment: ProviderPayment): Promise<string | null> {
  const settled = await context.asPaymentService((query) => settlePayment(query, payment))
  if (!settled.capture || payment.amount === null) return settled.state
  const captured = await razorpay.capture(payment.id, payment.amount)
  return (await context.asPaymentService((query) => settlePayment(query, captured))).state
}
