import { useState } from 'react'
import { formatRupees, toPaise } from '#domain/money.ts'
import { recordRefund } from '../../data/admin-payments.ts'
import { serverMessage } from '../../data/server-message.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { toast } from '../../ui/toast.ts'
import type { PaidOrder } from './payment-dialog.tsx'

/** A bare UPI payment is sent back by hand; the admin who has done it says so, and the buyer hears of it by mail. */
export function RefundDialog({ order, onClose, onRecorded }: { order: PaidOrder; onClose: () => void; onRecorded: () => void }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ message: string; attempt: number } | null>(null)
  const amount = formatRupees(toPaise(order.total_amount))

  async function record() {
    setBusy(true)
    try {
      const recorded = await recordRefund(order.id)
      if (recorded) toast({ title: 'Refund recorded', description: `${amount}, #${order.id.slice(0, 8)}, ${order.full_name}`, tone: 'success' })
      else toast({ title: 'No refund was due any more', tone: 'error' })
      onRecorded()
    } catch (error) {
      const message = serverMessage(error, 'The refund could not be recorded. Nothing was changed.')
      setFailure({ message, attempt: (failure?.attempt ?? 0) + 1 })
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      busy={busy}
      title={`Did you send ${amount} back?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            Not yet
          </Button>
          <Button variant="primary" busy={busy} busyText="Saving…" onClick={() => void record()}>
            Record refund
          </Button>
        </>
      }
    >
      <FormAlert message={failure?.message} attempt={failure?.attempt ?? 0} />
      <p className="num text-pretty">
        To {order.full_name}, {order.phone}, for order #{order.id.slice(0, 8)}
        {order.reference ? ` (UTR ${order.reference})` : ''}. The customer is told by mail that the money is on its way.
      </p>
    </Dialog>
  )
}
