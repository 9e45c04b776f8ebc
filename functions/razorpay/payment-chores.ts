/** What the clock does about Razorpay. Rows are handed out for five minutes, so several processes may do it at once. */
import { refundedSoFar } from '#domain/orders/payment-provider.ts'
import type { PaymentDesk } from '../context.ts'
import { openRazorpay, ProviderRefusal, ProviderUnreachable } from './client.ts'
import type { Razorpay } from './client.ts'
import { findOut } from './find-out.ts'
import { readKeys, settleRefund } from './payment-book.ts'

const CHECKS = 20
const REFUNDS = 20

type DueRefund = { payment_id: string; amount: string; round: number }

/** Asks about payments that are due to be asked about, sends back what is due, and forgets old events. Ends early while Razorpay does not answer. */
export async function runPaymentChores(desk: PaymentDesk): Promise<void> {
  const keys = await desk.atPaymentDesk(readKeys)
  if (!keys) return
  try {
    await checkPayments(desk)
    await sendRefunds(desk, openRazorpay({ url: desk.razorpay.url, keyId: keys.key_id, keySecret: keys.key_secrets[0] ?? '' }))
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    desk.log('warn', 'Razorpay does not answer; payments are looked at later', { reason: error.message })
  }
  await desk.atPaymentDesk((query) => query('select private.forget_razorpay_events()'))
}

async function checkPayments(desk: PaymentDesk): Promise<void> {
  const due = await desk.atPaymentDesk((query) => query<{ order_id: string }>('select order_id from private.claim_razorpay_checks($1)', [CHECKS]))
  for (const { order_id: order } of due) {
    await findOut(desk, order).catch((error: unknown) => {
      // One order that Razorpay does not know must not stand in the way of the others; it comes up again in five minutes.
      if (!(error instanceof ProviderRefusal)) throw error
      desk.log('warn', 'Razorpay tells nothing about an order', { order, reason: error.message })
    })
  }
}

async function sendRefunds(desk: PaymentDesk, razorpay: Razorpay): Promise<void> {
  const due = await desk.atPaymentDesk((query) => query<DueRefund>('select payment_id, amount, round from private.claim_razorpay_refunds($1)', [REFUNDS]))
  for (const refund of due) {
    try {
      await sendRefund(desk, razorpay, refund)
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error
      desk.log('warn', 'Razorpay refused a refund', { payment: refund.payment_id, reason: error.message })
      await desk.atPaymentDesk((query) => query('select private.note_razorpay_refusal($1, $2)', [refund.payment_id, error.message]))
    }
  }
}

/**
 * Sends back what is not back or on its way already. Looks first, whoever asked before: a process that died after asking left
 * its refund there. The key makes a request that overtakes this look the same refund once more.
 */
async function sendRefund(desk: PaymentDesk, razorpay: Razorpay, { payment_id: id, amount: whole, round }: DueRefund): Promise<void> {
  const amount = Number(whole)
  const refunds = await razorpay.refundsOfPayment(id)
  const { processed, underway } = refundedSoFar(refunds)
  const settle = (told: { id: string; amount: number; status: 'pending' | 'processed' | 'failed' }) =>
    desk.atPaymentDesk((query) => settleRefund(query, { ...told, payment_id: id }))
  const latest = refunds[0]?.id ?? 'rfnd_0'
  if (processed >= amount) return void (await settle({ id: latest, amount: processed, status: 'processed' }))
  if (processed + underway >= amount) return void (await settle({ id: latest, amount, status: 'pending' }))
  const failed = refunds.find(({ status }) => status === 'failed')
  if (failed && (await settle(failed))) return // news: the next try waits its time and has a key of its own
  const sent = await razorpay.refund(id, amount - processed - underway, `refund-${id}-${round}`)
  await settle(sent.status === 'processed' ? { ...sent, amount: processed + sent.amount } : sent)
}
