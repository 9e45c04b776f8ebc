import { useState } from 'react'
import { formatRupees, toPaise } from '#domain/money.ts'
import { moveOrder } from '../../data/admin-orders.ts'
import type { AdminOrder, StepChanges } from '../../data/admin-orders.ts'
import { serverMessage } from '../../data/server-message.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextAreaField } from '../../ui/field.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { toast } from '../../ui/toast.ts'
import { paymentText } from '../../ui/payment-text.ts'
import { stepWords } from './step-words.ts'

type StepDialogProps = { order: AdminOrder; to: string; adminId: string; onClose: () => void; onMoved: () => void }

const UNPAID = new Set(['awaiting_payment', 'awaiting_verification', 'failed'])

/** What becomes of money that was paid already. */
function moneyBack({ total_amount: total, payment_method: method }: AdminOrder): string {
  const amount = formatRupees(toPaise(total))
  return method === 'razorpay'
    ? `${amount} goes back to the customer through Razorpay by itself.`
    : `${amount} is then due back: send it, and record the refund here.`
}

/** Asks for what a step needs: courier and tracking number, or the reason of a cancellation. */
export function StepDialog({ order, to, adminId, onClose, onMoved }: StepDialogProps) {
  const words = stepWords(to)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ message: string; attempt: number } | null>(null)

  async function submit(data: FormData) {
    const text = (name: string) => String(data.get(name) ?? '').trim()
    const fail = (message: string) => setFailure({ message, attempt: (failure?.attempt ?? 0) + 1 })
    const changes: StepChanges = { status: to }
    if (to === 'shipped') {
      if (!text('courier') || !text('tracking_number')) return fail('Enter the courier and the tracking number')
      Object.assign(changes, { courier: text('courier'), tracking_number: text('tracking_number') })
    }
    if (to === 'cancelled') {
      if (!text('cancel_reason')) return fail('Say why, the customer reads it')
      Object.assign(changes, { cancelled_by: adminId, cancel_reason: text('cancel_reason') })
    }
    setBusy(true)
    try {
      const result = await moveOrder(order, changes)
      if (result === 'moved') toast({ title: words.done, description: `#${order.id.slice(0, 8)}, ${order.full_name}`, tone: 'success' })
      else toast({ title: 'Somebody else moved this order meanwhile', description: 'Nothing was changed; the list shows where it stands.', tone: 'error' })
      onMoved()
    } catch (error) {
      fail(serverMessage(error, 'The order could not be moved. Nothing was changed.'))
      setBusy(false)
    }
  }

  return (
    <Dialog open busy={busy} title={words.question} onClose={onClose}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void submit(new FormData(event.currentTarget))
        }}
      >
        <p>
          #{order.id.slice(0, 8)}, {order.full_name}. {words.text}
        </p>
        {to === 'processing' && UNPAID.has(order.payment_state) ? (
          <p className="rounded-sm bg-pending-tint px-4 py-3 text-ink">
            It is not paid: {paymentText(order).toLowerCase()}. Accepted, it is no longer cancelled by itself.
          </p>
        ) : null}
        {to === 'cancelled' && order.payment_state === 'paid' ? <p className="num text-pretty">{moneyBack(order)}</p> : null}
        <FormAlert message={failure?.message} attempt={failure?.attempt ?? 0} />
        <div className="grid gap-4 text-ink empty:hidden">
          {to === 'shipped' ? (
            <>
              <Field label="Courier" name="courier" autoComplete="off" maxLength={80} defaultValue={order.courier ?? ''} />
              <Field label="Tracking number" name="tracking_number" autoComplete="off" maxLength={80} defaultValue={order.tracking_number ?? ''} />
            </>
          ) : null}
          {to === 'cancelled' ? <TextAreaField label="Reason" name="cancel_reason" maxLength={400} hint="The customer reads it" /> : null}
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={busy}>
            Not now
          </Button>
          <Button type="submit" variant={to === 'cancelled' ? 'danger' : 'primary'} busy={busy} busyText="Saving…">
            {to === 'cancelled' ? 'Cancel the order' : words.button}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
