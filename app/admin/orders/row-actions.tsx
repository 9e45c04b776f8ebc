import { Link } from 'react-router'
import { isCashAwaited, isToCollect, isUnpaid, stepsFrom } from '#domain/orders/order-status.ts'
import type { OrderStatus, OrderStep } from '#domain/orders/order-status.ts'
import * as say from '#words/admin-orders.ts'
import * as refundWords from '#words/admin-refunds.ts'
import type { AdminOrder } from '../../data/admin/orders/orders.ts'
import { useMay } from '../access.ts'
import { AskProvider } from './ask-provider.tsx'
import { stepWords } from './dialogs/step-words.ts'

/** States in which the provider may know more than the shop. */
const ASKABLE = new Set(['awaiting_payment', 'awaiting_verification', 'refund_due'])

type Money = Pick<AdminOrder, 'status' | 'payment_state' | 'payment_method'>
export const isAskable = ({ payment_method, payment_state }: Money) => payment_method === 'razorpay' && ASKABLE.has(payment_state)
/** Recorded by staff; Razorpay reports its own payments. Money may arrive late, also for a cancelled order. */
export const isRecordable = (order: Money) => order.payment_method !== 'razorpay' && (isUnpaid(order.payment_state) || isToCollect(order))
export const isRefundable = ({ payment_method, payment_state }: Money) => payment_method !== 'razorpay' && payment_state === 'refund_due'

type RowActionsProps = {
  order: AdminOrder
  steps: readonly OrderStep[]
  onStep: (order: AdminOrder, to: OrderStatus) => void
  onPayment: (order: AdminOrder) => void
  onRefund: (order: AdminOrder) => void
  onChanged: () => void
}

/** One action per row: what its payment waits for, else its next step. Everything else, including cancelling, is on the order's own page. */
export function RowActions({ order, steps, onStep, onPayment, onRefund, onChanged }: RowActionsProps) {
  const may = useMay()
  if (isAskable(order) && may('payments.manage')) return <AskProvider order={order} onAnswer={onChanged} />
  const verifies = order.payment_state === 'awaiting_verification'
  // A cancelled order waits for no money unless its buyer reports a payment; any other late payment is recorded on the order's own page.
  // Cash on delivery is recorded once it is delivered; until then the next step is the delivery.
  const waits = order.payment_state === 'cod_pending' ? isCashAwaited(order) : verifies || order.status !== 'cancelled'
  if (may('payments.manage') && isRecordable(order) && waits) {
    return <Act text={verifies ? say.verifyPayment : say.recordPayment} order={order} onAct={() => onPayment(order)} />
  }
  if (may('payments.manage') && isRefundable(order)) return <Act text={say.recordRefund} order={order} onAct={() => onRefund(order)} />
  if (may('payments.manage') && order.refund_due > 0 && order.payment_state === 'paid') {
    return (
      <Link to={`/admin/orders/${order.id}`} className="ctl">
        {refundWords.refunds}
        <span className="sr-only"> {say.named(order)}</span>
      </Link>
    )
  }
  if (!may('orders.process')) return null
  const to = stepsFrom(steps, order.status, 'admin').find((step) => step !== 'cancelled')
  return to === undefined ? null : <Act text={stepWords(to).button} order={order} onAct={() => onStep(order, to)} />
}

function Act({ text, order, onAct }: { text: string; order: AdminOrder; onAct: () => void }) {
  return (
    <button type="button" className="ctl" onClick={onAct}>
      {text}
      <span className="sr-only"> {say.named(order)}</span>
    </button>
  )
}
