import { useState } from 'react'
import { formatRupees, toPaise } from '#domain/money.ts'
import * as say from '#words/admin-orders.ts'
import { rejectPayment, settlePayment } from '../../data/admin-payments.ts'
import { serverMessage } from '../../data/server-message.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { toast } from '../../ui/toast.ts'

/** What the payment dialogs have to know of an order. `reference`: the UTR that the buyer told. */
export type PaidOrder = {
  id: string
  full_name: string
  phone: string
  total_amount: number
  status: string
  payment_method: string
  payment_state: string
  reference: string | null
}

/** A UPI link calls nobody back, so an admin who sees the money records its UTR here (docs/india.md#payment). */
export function PaymentDialog({ order, onClose, onSettled }: { order: PaidOrder; onClose: () => void; onSettled: () => void }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ message: string; attempt: number } | null>(null)

  async function submit(data: FormData) {
    const utr = String(data.get('utr') ?? '').trim()
    const fail = (message: string) => setFailure({ message, attempt: (failure?.attempt ?? 0) + 1 })
    if (!/^[A-Za-z0-9]{6,35}$/.test(utr)) return fail('Enter the UTR of the payment: 6 to 35 letters and digits')
    setBusy(true)
    try {
      const settled = await settlePayment(order.id, utr)
      const named = `${say.number(order.id)}, ${order.full_name}`
      if (settled === 'refund_due') toast({ title: say.recordedDueBack, description: named, tone: 'success' })
      else if (settled !== null)
        toast({ title: order.status === 'cancelled' ? say.recordedReopened : say.paymentRecorded, description: named, tone: 'success' })
      else toast({ title: 'This payment was settled already', tone: 'error' })
      onSettled()
    } catch (error) {
      const message = serverMessage(error, 'The payment could not be recorded. Nothing was changed.')
      fail(/duplicate key/.test(message) ? 'This UTR belongs to another order already' : message)
      setBusy(false)
    }
  }

  async function reject() {
    setBusy(true)
    try {
      const rejected = await rejectPayment(order.id)
      if (rejected) toast({ title: say.paymentRejected, description: say.paymentRejectedText, tone: 'success' })
      else toast({ title: 'This payment was settled already', tone: 'error' })
      onSettled()
    } catch (error) {
      setFailure({ message: serverMessage(error, 'The payment could not be recorded. Nothing was changed.'), attempt: (failure?.attempt ?? 0) + 1 })
      setBusy(false)
    }
  }

  return (
    <Dialog open busy={busy} title="Did the money arrive?" onClose={onClose}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void submit(new FormData(event.currentTarget))
        }}
      >
        <p className="num">
          {formatRupees(toPaise(order.total_amount))} {order.payment_method === 'bank' ? 'by bank transfer' : 'by UPI'} from {order.full_name}, order #
          {order.id.slice(0, 8)}.
        </p>
        {order.status === 'cancelled' ? <p className="rounded-sm bg-pending-tint px-4 py-3 text-ink">{say.paidCancelled}</p> : null}
        <FormAlert message={failure?.message} attempt={failure?.attempt ?? 0} />
        <Field
          label="UTR"
          name="utr"
          autoComplete="off"
          maxLength={35}
          defaultValue={order.reference ?? ''}
          hint="The bank's reference of this payment; each counts once"
          className="text-ink"
        />
        <div className="flex flex-wrap justify-end gap-3">
          {order.payment_state === 'awaiting_verification' ? (
            <Button variant="danger" className="mr-auto" disabled={busy} onClick={() => void reject()}>
              {say.notFoundPayment}
            </Button>
          ) : null}
          <Button onClick={onClose} disabled={busy}>
            Not now
          </Button>
          <Button type="submit" variant="primary" busy={busy} busyText="Saving…">
            Record payment
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
