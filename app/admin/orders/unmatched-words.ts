import type { UnmatchedAction, UnmatchedPayment } from '../../data/admin/payments.ts'

type Unmatched = Pick<UnmatchedPayment, 'reason' | 'refund' | 'resolved_at'>

const REASONS: Record<string, { title: string; text: string }> = {
  unknown_order: {
    title: 'Belongs to no order',
    text: 'Razorpay took this payment, and no order of the shop asked for it. Refund it, or mark it resolved when you know what it is for.',
  },
  amount_differs: {
    title: 'Not the order’s amount',
    text: 'What was paid is not what the order asks for, so the order was not marked paid. Refund it, or settle the difference by hand.',
  },
  second_charge: { title: 'Paid twice', text: 'The order was paid already. The shop sends this second payment back by itself.' },
  not_known: {
    title: 'Razorpay does not know it',
    text: 'A message signed with the webhook secret said that this order is paid, and Razorpay, when asked, has no such payment. The goods are held. Look it up in the Razorpay dashboard. If it is not there, say so, and replace the webhook secret at once: someone else may have it.',
  },
  refund_failed: {
    title: 'Refund refused',
    text: 'Razorpay refused to send this order’s money back. Ask again, or send it back by hand and mark it resolved.',
  },
}

/** Why the payment is listed, and what to do; an unknown reason is shown by its code. */
export function reasonWords(reason: string): { title: string; text: string } {
  return REASONS[reason] ?? { title: reason.replaceAll('_', ' '), text: 'Look at it in the Razorpay dashboard.' }
}

const REFUNDS: Record<string, string | null> = {
  none: null,
  due: 'Refund waits to be sent',
  asked: 'Refund sent, Razorpay has not confirmed it yet',
  processed: 'Refunded',
  failed: 'Razorpay refused the refund',
  by_hand: 'Settled by hand',
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
      text: 'Razorpay sends the whole amount back the way it came. That cannot be taken back.',
      done: 'Refund asked for',
      hint: 'What was done and why. Only staff see it.',
    },
    resolve: {
      button: 'Mark resolved',
      title: 'Mark this payment resolved?',
      text: 'It leaves the list of what is to be done; no money moves.',
      done: 'Payment resolved',
      hint: 'What was done and why. Only staff see it.',
    },
    accept: {
      button: 'It is real',
      title: 'Is this payment real?',
      text: 'The order stays paid and its goods may go. Say so only if you see the payment in the Razorpay dashboard.',
      done: 'Payment accepted',
      hint: 'Where you have seen it. Only staff see it.',
    },
    reject: {
      button: 'It does not exist',
      title: 'Does this payment not exist?',
      text: 'The order waits for its money again, and is cancelled by itself if nothing comes.',
      done: 'Payment rejected',
      hint: 'Where you have looked. Only staff see it.',
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
