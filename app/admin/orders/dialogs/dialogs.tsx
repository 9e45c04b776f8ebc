import type { OrderStatus } from '#domain/orders/order-status.ts'
import type { AdminOrder } from '../../../data/admin/orders/orders.ts'
import { PaymentDialog } from './payment-dialog.tsx'
import type { PaidOrder } from './payment-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { StepDialog } from './step-dialog.tsx'
import type { SteppedOrder } from './step-dialog.tsx'

/** An open question about one order; it keeps the order as it was when opened, even while the screen behind it refreshes. */
export type Asked<Order = AdminOrder> = { what: 'step'; order: Order; to: OrderStatus } | { what: 'payment' | 'refund'; order: Order }

type OrderDialogsProps = {
  asked: Asked<SteppedOrder & PaidOrder> | null
  adminId: string
  onClose: () => void
  onDone: () => void
  /** receives the message of a stale step; without it, a toast shows it */
  onStale?: (text: string) => void
}

export function OrderDialogs({ asked, adminId, onClose, onDone, onStale }: OrderDialogsProps) {
  if (asked === null) return null
  if (asked.what === 'step') return <StepDialog order={asked.order} to={asked.to} adminId={adminId} onClose={onClose} onMoved={onDone} onStale={onStale} />
  if (asked.what === 'payment') return <PaymentDialog order={asked.order} onClose={onClose} onSettled={onDone} />
  return <RefundDialog order={asked.order} onClose={onClose} onRecorded={onDone} />
}
