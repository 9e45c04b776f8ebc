import { formatRupees, toPaise } from '#domain/money/money.ts'
import * as say from '#words/admin-orders.ts'
import * as payWords from '#words/admin-payments.ts'
import { rejectPayment, settlePayment } from '../../../data/admin/orders/payments.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { fieldText, useSubmit } from '../../../ui/form/use-submit.ts'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { toast } from '../../../ui/overlay/toast.ts'

/** The data of an order that the payment dialogs need. `reference`: the UTR that the buyer entered. */
export type PaidOrder = {
  id: string
  order_number: number
  full_name: string
  phone: string
  total_amount: number
  status: string
  payment_method: string
  payment_state: string
  reference: string | null
  /** what is owed to the customer still, in rupees */
  refund_due: number
}

/** A UPI link sends no callback, so an admin who sees the money records its UTR here (docs/india.md#payment). */
export function PaymentDialog({ order, onClose, onSettled }: { order: PaidOrder; onClose: () => void; onSettled: () => void }) {
  const form = useSubmit((error) => {
    const message = serverMessage(error, payWords.notRecorded)
    return /duplicate key/.test(message) ? payWords.utrTaken : message
  })

  const submit = form.onSubmit((data) => {
    const utr = fieldText(data, 'utr').trim()
    if (!/^[A-Za-z0-9]{6,35}$/.test(utr)) return { message: payWords.enterUtr }
    return async () => {
      const settled = await settlePayment(order.id, utr)
      const named = `${say.number(order)}, ${order.full_name}`
      if (settled === 'refund_due') toast({ title: say.recordedDueBack, description: named, tone: 'success' })
      else if (settled !== null)
        toast({ title: order.status === 'cancelled' ? say.recordedReopened : say.paymentRecorded, description: named, tone: 'success' })
      else toast({ title: payWords.settledAlready, tone: 'error' })
      onSettled()
    }
  })

  const reject = () =>
    form.run(async () => {
      const rejected = await rejectPayment(order.id)
      if (rejected) toast({ title: say.paymentRejected, description: say.paymentRejectedText, tone: 'success' })
      else toast({ title: payWords.settledAlready, tone: 'error' })
      onSettled()
    })

  return (
    <Dialog open busy={form.busy} title={payWords.didMoneyArrive} onClose={onClose}>
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <p className="num">
          {payWords.paymentFrom(formatRupees(toPaise(order.total_amount)), order.payment_method === 'bank', order.full_name, say.number(order))}
        </p>
        {order.status === 'cancelled' ? <p className="rounded-sm bg-pending-tint px-4 py-3 text-ink">{say.paidCancelled}</p> : null}
        <FormAlert message={form.message} attempt={form.attempt} />
        <Field
          label={payWords.utr}
          name="utr"
          autoComplete="off"
          maxLength={35}
          defaultValue={order.reference ?? ''}
          hint={payWords.utrHint}
          className="text-ink"
        />
        <div className="flex flex-wrap justify-end gap-3">
          {order.payment_state === 'awaiting_verification' ? (
            <Button variant="danger" className="mr-auto" disabled={form.busy} onClick={() => void reject()}>
              {say.notFoundPayment}
            </Button>
          ) : null}
          <Button onClick={onClose} disabled={form.busy}>
            {say.notNow}
          </Button>
          <Button type="submit" variant="primary" busy={form.busy} busyText={say.saving}>
            {say.recordPayment}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
