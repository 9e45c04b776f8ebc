/** The scheduled jobs for Razorpay. Rows are claimed for five minutes, so several processes may run them at once. */
import { refundedSoFar } from '#domain/orders/payment-provider.ts'
import type { PaymentContext } from '../context.ts'
import { openRazorpay, ProviderRefusal, ProviderUnreachable } from './client.ts'
import type { Razorpay } from './client.ts'
import { reconcile } from './reconcile.ts'
import { readKeys, settleRefund } from './payment-repository.ts'

const CHECKS = 20
const REFUNDS = 20

type DueRefund = { payment_id: string; amount: string; round: number }

/** Reconciles due payments, sends due refunds and deletes old events. Stops early if Razorpay does not respond. */
export async function runPaymentJobs(context: PaymentContext): Promise<void> {
  const keys = await context.asPaymentService(readKeys)
  if (!keys) return
  try {
    await checkPayments(context)
    await sendRefunds(context, openRazorpay({ url: context.razorpay.url, keyId: keys.key_id, keySecret: keys.key_secrets[0] ?? '' }))
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    context.log('warn', 'razorpay: Failed to reconcile payments, retrying later', { reason: error.message })
  }
  await context.asPaymentService((query) => query('select private.forget_razorpay_events()'))
}

async function checkPayments(context: PaymentContext): Promise<void> {
  const due = await context.asPaymentService((query) => query<{ order_id: string }>('select order_id from private.claim_razorpay_checks($1)', [CHECKS]))
  for (const { order_id: order } of due) {
    await reconcile(context, order).catch((error: unknown) => {
      // An order unknown to Razorpay must not block the others; it is retried in five minutes.
      if (!(error instanceof ProviderRefusal)) throw error
      context.log('warn', 'razorpay: Failed to reconcile an order', { order, reason: error.message })
    })
  }
}

async function sendRefunds(context: PaymentContext, razorpay: Razorpay): Promise<void> {
  const due = await context.asPaymentService((query) => query<DueRefund>('select payment_id, amount, round from private.claim_razorpay_refunds($1)', [REFUNDS]))
  for (const refund of due) {
    try {
      await sendRefund(context, razorpay, refund)
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error
      context.log('warn', 'razorpay: Refund refused', { payment: refund.payment_id, reason: error.message })
      await context.asPaymentService((query) => query('select private.note_razorpay_refusal($1, $2)', [refund.payment_id, error.message]))
    }
  }
}

/**
 * Sends a refund unless it already exists. Checks Razorpay first, because a process may have crashed after requesting it. The
 * idempotency key prevents a duplicate if another request overtakes this check.
 */
async function sendRefund(context: PaymentContext, razorpay: Razorpay, { payment_id: id, amount: whole, round }: DueRefund): Promise<void> {
  const amount = Number(whole)
  const refunds = await razorpay.refundsOfPayment(id)
  const { processed, underway } = refundedSoFar(refunds)
  const settle = (refund: { id: string; amount: number; status: 'pending' | 'processed' | 'failed' }) =>
    context.asPaymentService((query) => settleRefund(query, { ...refund, payment_id: id }))
  const latest = refunds[0]?.id ?? 'rfnd_0'
  if (processed >= amount) return void (await settle({ id: latest, amount: processed, status: 'processed' }))
  if (processed + underway >= amount) return void (await settle({ id: latest, amount, status: 'pending' }))
  const failed = refunds.find(({ status }) => status === 'failed')
  if (failed && (await settle(failed))) return // a new failure: the next attempt runs after a delay, with its own key
  const sent = await razorpay.refund(id, amount - processed - underway, `refund-${id}-${round}`)
  await settle(sent.status === 'processed' ? { ...sent, amount: processed + sent.amount } : sent)
}
