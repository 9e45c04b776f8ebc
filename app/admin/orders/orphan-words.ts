import type { OrphanPayment } from '../../data/admin-payments.ts'

type Orphan = Pick<OrphanPayment, 'reason' | 'refund' | 'resolved_at'>

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
  refund_failed: {
    title: 'Refund refused',
    text: 'Razorpay refused to send this order’s money back. Ask again, or send it back by hand and mark it resolved.',
  },
}

/** Why the payment is listed, and what to do; a reason that is new to this page names itself. */
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

/** What an admin may do, where nobody has yet, or where the provider refused: no second refund is sent while one is on its way. */
export function orphanActions(orphan: Orphan): ('refund' | 'resolve')[] {
  return needsAdmin(orphan) ? ['refund', 'resolve'] : []
}

/** Whether somebody has to do something; what refunds itself only shows. A refund that was asked for may be refused later. */
export function needsAdmin({ refund, resolved_at: resolved }: Orphan): boolean {
  return refund === 'failed' || (refund === 'none' && resolved === null)
}

/** Done with: by an admin's word, or because the money is back. */
export function isSettled(orphan: Orphan): boolean {
  return orphan.resolved_at !== null && !needsAdmin(orphan)
}
