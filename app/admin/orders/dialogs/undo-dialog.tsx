import { formatRupees, sumOf, toPaise } from '#domain/money/money.ts'
import * as say from '#words/admin-corrections.ts'
import * as orderWords from '#words/admin-orders.ts'
import { undoPayment } from '../../../data/admin/orders/corrections.ts'
import type { OrderPayment } from '../../../data/admin/orders/corrections.ts'
import type { FullOrder } from '../../../data/admin/orders/order.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField } from '../../../ui/form/field.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { fieldText, useSubmit } from '../../../ui/form/use-submit.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'

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
  const form = useSubmit((error) => serverMessage(error, say.notSaved))
  const submit = form.onSubmit((data) => {
    const reason = fieldText(data, 'reason').trim()
    if (reason === '') return { errors: { reason: say.enterReason } }
    return async () => {
      const result = await undoPayment(order, payment, reason)
      if (!result.ok && !result.stale) return { message: result.message }
      toast(result.ok ? { title: say.done, tone: 'success' } : { title: result.message, tone: 'error' })
      onDone()
      return undefined
    }
  })
  return (
    <Dialog open busy={form.busy} title={say.undoTitle(formatRupees(toPaise(payment.amount)))} onClose={onClose}>
      <form noValidate className="grid gap-4" onChange={form.onChange} onSubmit={submit}>
        <p className="num text-pretty">{say.undoText(order.full_name, orderWords.number(order))}</p>
        <ul className="num grid list-disc gap-1 pl-5 text-ink [overflow-wrap:anywhere]">
          {consequences(order, payment).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <FormAlert message={form.message} fields={form.errors} attempt={form.attempt} />
        <div className="text-ink">
          <TextAreaField label={say.reason} name="reason" maxLength={300} hint={say.reasonHint} error={form.errors['reason']} />
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={form.busy}>
            {orderWords.notNow}
          </Button>
          <Button type="submit" variant="danger" busy={form.busy} busyText={orderWords.saving}>
            {say.undoes}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
