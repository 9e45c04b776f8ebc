/** The scheduled jobs for Razorpay. Rows are claimed for five minutes, so several processes may run them at once. */
import { refundedSoFar } from '#domain/orders/payment-provider.ts'
import type { PaymentContext } from '../context.ts'
import { openRazorpay, ProviderRefusal, ProviderUnreachable } from './client.ts'
import type { Razorpay } from './client.ts'
import { reconcile } from './reconcile.ts'
import { readKeys, settleRefund } from './payment-repository.ts'

const CHECKS = 20
const REFUNDS = 20

/** `refund_id`: a row of `refunds`. Without one a payment that no order keeps is sent back as a whole; without an amount Razorpay is only asked. */
type DueRefund = { payment_id: string; refund_id: string | null; amount: string | null; round: number }

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
  const due = await context.asPaymentService((query) =>
    query<DueRefund>('select payment_id, refund_id, amount, round from private.claim_razorpay_refunds($1)', [REFUNDS]),
  )
  for (const refund of due) {
    try {
      if (refund.refund_id === null && refund.amount !== null) await sendBack(context, razorpay, { ...refund, amount: Number(refund.amount) })
      else await sendRefund(context, razorpay, refund)
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error
      context.log('warn', 'razorpay: Refund refused', { payment: refund.payment_id, reason: error.message })
      await context.asPaymentService((query) =>
        refund.refund_id === null
          ? query('select private.note_razorpay_refusal($1, $2)', [refund.payment_id, error.message])
          : query('select private.note_refund_refusal($1, $2)', [refund.refund_id, error.message]),
      )
    }
  }
}

/**
 * Settles all refunds that Razorpay has of a payment, also those that are made in its dashboard, and then sends the due one unless it
 * exists. Razorpay is asked first, because a process may have crashed after requesting it; receipt and idempotency key prevent a
 * duplicate if another request overtakes this check.
 */
async function sendRefund(context: PaymentContext, razorpay: Razorpay, { payment_id: id, refund_id: row, round }: DueRefund): Promise<void> {
  for (const refund of (await razorpay.refundsOfPayment(id)).toReversed()) await context.asPaymentService((query) => settleRefund(query, refund))
  const amount = await context.asPaymentService(async (query) => {
    await query('select private.note_refunds_seen($1)', [id])
    if (row === null) return null
    // Null if it is settled now, or if it has failed again: the next round begins after a delay.
    return (await query<{ amount: string | null }>('select private.razorpay_refund_due($1, $2) as amount', [row, round]))[0]?.amount ?? null
  })
  if (row === null || amount === null) return
  const sent = await razorpay.refund(id, Number(amount), `refund-${row}-${round}`, `${row.replaceAll('-', '')}-${round}`)
  await context.asPaymentService((query) => settleRefund(query, sent))
}

type WholeRefund = Pick<DueRefund, 'payment_id' | 'round'> & { amount: number }

/** Sends back all of a payment that no order keeps, in the same way. */
async function sendBack(context: PaymentContext, razorpay: Razorpay, { payment_id: id, amount, round }: WholeRefund): Promise<void> {
  const refunds = await razorpay.refundsOfPayment(id)
  const { processed, underway } = refundedSoFar(refunds)
  const settle = (refund: { id: string; amount: number; status: 'pending' | 'processed' | 'failed' }) =>
    context.asPaymentService((query) => settleRefund(query, { ...refund, payment_id: id, receipt: null }))
  const latest = refunds[0]?.id ?? 'rfnd_0'
  if (processed >= amount) return void (await settle({ id: latest, amount: processed, status: 'processed' }))
  if (processed + underway >= amount) return void (await settle({ id: latest, amount, status: 'pending' }))
  const failed = refunds.find(({ status }) => status === 'failed')
  if (failed && (await settle(failed))) return // a new failure: the next attempt runs after a delay, with its own key
  const sent = await razorpay.refund(id, amount - processed - underway, `refund-${id}-${round}`)
  await settle(sent.status === 'processed' ? { ...sent, amount: processed + sent.amount } : sent)
}
