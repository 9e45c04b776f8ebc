import { formatRupees, sumOf, toPaise } from '#domain/money/money.ts'
import * as say from '#words/admin-corrections.ts'
import * as orderWords from '#words/admin-orders.ts'
import { undoPayment } from '../../../data/admin/orders/corrections.ts'
import type { OrderPayment } from '../../../data/admin/orders/corrections.ts'
import type { FullOrder } from '../../../data/admin/orders/order.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { ReasonDialog } from './reason-dialog.tsx'

type UndoDialogProps = { order: FullOrder; payment: OrderPayment; onClose: () => void; onDone: () => void }

/** What happens with the money, line by line. */
function consequences(order: FullOrder, { id, amount, surplus, provider_reference }: OrderPayment): string[] {
  const open = toPaise(amount) - toPaise(surplus)
  const owed = sumOf(
    order.refunds.filter(({ payment_id, state }) => payment_id === id && state === 'due'),
    (refund) => toPaise(refund.amount),
  )
  const cancelled = order.status === 'cancelled'
  return [
    ...(open > 0 ? [cancelled ? say.staysCancelled : say.opensAgain(formatRupees(open))] : []),
    ...(owed > 0 ? [say.owesLess(formatRupees(owed))] : []),
    ...(open > 0 && order.status === 'pending' && order.payment_method === 'upi' ? [say.timeAgain] : []),
    ...(provider_reference === null ? [] : [say.referenceFree(provider_reference)]),
    ...(order.bank_receipts.some(({ payment_id }) => payment_id === id) ? [say.lineFree] : []),
    say.daysBefore,
    say.notNotified,
  ]
}

/** A payment was recorded for the wrong order, or with a wrong amount or way: what undoing it does, and why it is done. */
export function UndoDialog({ order, payment, onClose, onDone }: UndoDialogProps) {
  return (
    <ReasonDialog
      title={say.undoTitle(formatRupees(toPaise(payment.amount)))}
      text={say.undoText(order.full_name, orderWords.number(order))}
      lines={consequences(order, payment).map((text) => ({ id: text, text }))}
      reasonHint={say.reasonHint}
      reasonMissing={say.enterReason}
      confirm={say.undoes}
      failed={say.notSaved}
      save={async (reason) => {
        const result = await undoPayment(order, payment, reason)
        if (!result.ok && !result.stale) return { message: result.message }
        toast(result.ok ? { title: say.done, tone: 'success' } : { title: result.message, tone: 'error' })
        onDone()
        return undefined
      }}
      onClose={onClose}
    />
  )
}
