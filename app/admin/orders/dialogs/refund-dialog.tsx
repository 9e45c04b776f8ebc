import { formatRupees, toPaise } from '#domain/money/money.ts'
import * as say from '#words/admin-orders.ts'
import * as payWords from '#words/admin-payments.ts'
import { recordRefund } from '../../../data/admin/orders/payments.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import type { PaidOrder } from './payment-dialog.tsx'

/** All that an order owes was sent by hand; it is recorded here, and the buyer gets a mail about it. With a reference it is on the order's page. */
export function RefundDialog({ order, onClose, onRecorded }: { order: PaidOrder; onClose: () => void; onRecorded: () => void }) {
  const form = useSubmit((error) => serverMessage(error, payWords.refundNotRecorded))
  const amount = formatRupees(toPaise(order.refund_due))

  const record = () =>
    form.run(async () => {
      const recorded = await recordRefund(order.id)
      if (recorded) toast({ title: payWords.refundRecorded, description: `${amount}, ${say.number(order)}, ${order.full_name}`, tone: 'success' })
      else toast({ title: payWords.noRefundDue, tone: 'error' })
      onRecorded()
    })

  return (
    <Dialog
      open
      busy={form.busy}
      title={payWords.didYouRefund(amount)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={form.busy}>
            {payWords.notYet}
          </Button>
          <Button variant="primary" busy={form.busy} busyText={say.saving} onClick={() => void record()}>
            {payWords.recordRefund}
          </Button>
        </>
      }
    >
      <FormAlert message={form.message} attempt={form.attempt} />
      <p className="num text-pretty">{payWords.refundTo(order.full_name, order.phone, say.number(order), order.reference)}</p>
    </Dialog>
  )
}
