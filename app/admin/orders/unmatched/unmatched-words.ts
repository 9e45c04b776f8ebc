import type { UnmatchedAction, UnmatchedPayment } from '../../../data/admin/orders/payments.ts'

type Unmatched = Pick<UnmatchedPayment, 'reason' | 'refund' | 'resolved_at'>

const REASONS: Record<string, { title: string; text: string }> = {
  unknown_order: {
    title: 'No matching order',
    text: 'Razorpay received this payment, but no order is waiting for it. Refund it, or mark it resolved once you know what it is for.',
  },
  amount_differs: {
    title: 'Wrong amount',
    text: 'The amount differs from the order’s total, so the order was not marked paid. Refund it, or settle the difference manually.',
  },
  second_charge: { title: 'Paid twice', text: 'The order was already paid. This second payment is refunded automatically.' },
  not_known: {
    title: 'Unknown to Razorpay',
    text: 'A signed webhook message says that this order is paid, but Razorpay has no such payment. The goods are on hold. Look it up in the Razorpay dashboard. If it is not there, reject it and replace the webhook secret right away: someone else may have it.',
  },
  refund_failed: {
    title: 'Refund failed',
    text: 'Razorpay refused to refund this order. Try again, or refund it manually and mark it resolved.',
  },
}

/** Why the payment is listed, and what to do; an unknown reason is shown by its code. */
export function reasonWords(reason: string): { title: string; text: string } {
  return REASONS[reason] ?? { title: reason.replaceAll('_', ' '), text: 'Check it in the Razorpay dashboard.' }
}

const REFUNDS: Record<string, string | null> = {
  none: null,
  due: 'Refund pending',
  asked: 'Refund sent, not confirmed by Razorpay yet',
  processed: 'Refunded',
  failed: 'Razorpay refused the refund',
  by_hand: 'Settled manually',
}

export function refundWords(refund: string): string | null {
  return refund in REFUNDS ? (REFUNDS[refund] ?? null) : refund
}

/** The actions for an admin, while none was taken or after the provider refused: no second refund is sent while one is pending. */
export function unmatchedActions(payment: Unmatched): UnmatchedAction[] {
  if (!needsAdmin(payment)) return []
  return payment.reason === 'not_known' ? ['reject', 'accept'] : ['refund', 'resolve']
}

type ActionWords = { button: string; title: string; text: string; done: string; hint: string }

/** The texts of each action, which is confirmed first. @param amount formatted as shown */
export function actionWords(action: UnmatchedAction, amount: string): ActionWords {
  const words: Record<UnmatchedAction, ActionWords> = {
    refund: {
      button: `Refund ${amount}`,
      title: `Refund ${amount}?`,
      text: 'Razorpay refunds the whole amount to the original payment method. This cannot be undone.',
      done: 'Refund requested',
      hint: 'What was done and why. Only staff see this.',
    },
    resolve: {
      button: 'Mark resolved',
      title: 'Mark this payment resolved?',
      text: 'This removes it from the list. No money is moved.',
      done: 'Payment resolved',
      hint: 'What was done and why. Only staff see this.',
    },
    accept: {
      button: 'Accept',
      title: 'Accept this payment?',
      text: 'The order stays paid and can be shipped. Accept only if you see the payment in the Razorpay dashboard.',
      done: 'Payment accepted',
      hint: 'Where you saw it. Only staff see this.',
    },
    reject: {
      button: 'Reject',
      title: 'Reject this payment?',
      text: 'The order goes back to awaiting payment, and is cancelled automatically if none arrives.',
      done: 'Payment rejected',
      hint: 'Where you looked. Only staff see this.',
    },
  }
  return words[action]
}

/** Whether an admin must act; payments that are refunded automatically are only shown. A requested refund may be refused later. */
export function needsAdmin({ refund, resolved_at: resolved }: Unmatched): boolean {
  return refund === 'failed' || (refund === 'none' && resolved === null)
}

/** Settled: by an admin's decision, or because the money was returned. */
export function isSettled(payment: Unmatched): boolean {
  return payment.resolved_at !== null && !needsAdmin(payment)
}
