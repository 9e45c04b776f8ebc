import { toPack } from '#domain/orders/parcels.ts'
import * as say from '#words/admin-parcels.ts'
import type { FullOrder } from '../../../data/admin/orders/order.ts'
import { cancelRest } from '../../../data/admin/orders/shipments.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField } from '../../../ui/form/field.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { fieldText, useSubmit } from '../../../ui/form/use-submit.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { refusalOf } from './parcel-forms.ts'

/** What is left of an order that has gone in part is given up: the goods, and the consequences, before it is done. */
export function RestDialog({ order, onClose, onChanged }: { order: FullOrder; onClose: () => void; onChanged: () => void }) {
  const form = useSubmit((error) => serverMessage(error, say.failed))
  const submit = form.onSubmit((data) => {
    const reason = fieldText(data, 'reason').trim()
    if (reason === '') return { message: say.restReasonNeeded }
    return async () => {
      const refused = refusalOf(await cancelRest(order, reason))
      if (refused !== null) return { message: refused }
      toast({ title: say.done.rest, tone: 'success' })
      onChanged()
      onClose()
    }
  })
  return (
    <Dialog open busy={form.busy} title={say.restTitle} onClose={onClose}>
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <p>{order.invoice_per_parcel ? say.restOnNoInvoice : say.restText}</p>
        <ul className="num grid list-disc gap-1 pl-5 text-ink [overflow-wrap:anywhere]">
          {toPack(order.order_items, order.shipments).map(({ id, left, product_name }) => (
            <li key={id}>{say.pieces(left, product_name)}</li>
          ))}
        </ul>
        <p>{order.payment_state === 'paid' ? say.restPaid : say.restOnDelivery}</p>
        <FormAlert message={form.message} attempt={form.attempt} />
        <div className="text-ink">
          <TextAreaField label={say.restReason} name="reason" maxLength={300} hint={say.restReasonHint} />
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={form.busy}>
            {say.notNow}
          </Button>
          <Button type="submit" variant="danger" busy={form.busy} busyText={say.saving}>
            {say.rest}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
