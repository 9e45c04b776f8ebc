import { useState } from 'react'
import { COURIERS, trackingOf } from '#domain/delivery/couriers.ts'
import * as say from '#words/admin-orders.ts'
import type { FullOrder } from '../../../data/admin/orders/order.ts'
import { changeOrder } from '../../../data/admin/orders/orders.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { fieldText, useSubmit } from '../../../ui/form/use-submit.ts'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useMay } from '../../access.ts'
import { Box, Facts } from './box.tsx'

/** The courier of the parcel; typing errors can be corrected here, even later. */
export function ShippingBox({ order, onChanged, onStale }: { order: FullOrder; onChanged: () => void; onStale: (text: string) => void }) {
  const [editing, setEditing] = useState<FullOrder | null>(null)
  const may = useMay()
  const gone = order.status === 'shipped' || order.status === 'delivered'
  const tracking = trackingOf(order.courier, order.tracking_number)
  return (
    <Box
      title={say.shipping}
      end={
        gone && may('orders.process') ? (
          <button type="button" className="ctl ctl-quiet text-plum-600!" onClick={() => setEditing(order)}>
            {say.edit}
            <span className="sr-only"> {say.editShipping}</span>
          </button>
        ) : undefined
      }
    >
      {order.courier || order.tracking_number ? (
        <Facts
          facts={[
            [say.courier, order.courier ?? ''],
            [
              say.tracking,
              <span key="number" className="select-all">
                {order.tracking_number}
              </span>,
            ],
          ]}
        />
      ) : (
        <p className="text-ink-2">{say.notShipped}</p>
      )}
      {tracking === null ? null : (
        <a href={tracking.address} target="_blank" rel="noopener noreferrer" className="ctl mt-3">
          {say.trackAt(tracking.courier)}
        </a>
      )}
      {editing ? (
        <ShippingDialog
          order={editing}
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null)
            onChanged()
          }}
          onStale={onStale}
        />
      ) : null}
    </Box>
  )
}

type DialogProps = { order: FullOrder; onClose: () => void; onSaved: () => void; onStale: (text: string) => void }

function ShippingDialog({ order, onClose, onSaved, onStale }: DialogProps) {
  const form = useSubmit((error) => serverMessage(error, say.notMoved))
  const save = form.onSubmit((data) => {
    const [courier, trackingNumber] = [fieldText(data, 'courier').trim(), fieldText(data, 'tracking_number').trim()]
    if (!courier || !trackingNumber) return { message: say.enterCourier }
    return async () => {
      const result = await changeOrder(order, { courier, tracking_number: trackingNumber })
      if (!result.ok && result.code === 'REFUSED') return { message: serverMessage(result, say.notMoved) }
      if (result.ok) toast({ title: say.shippingSaved, tone: 'success' })
      else onStale(say.stale(result.by, result.status))
      return onSaved()
    }
  })
  return (
    <Dialog open busy={form.busy} title={say.editShipping} onClose={onClose}>
      <form noValidate className="grid gap-4 text-ink" onSubmit={save}>
        <FormAlert message={form.message} attempt={form.attempt} />
        <Field label={say.courier} name="courier" autoComplete="off" maxLength={80} list="couriers" defaultValue={order.courier ?? ''} />
        <datalist id="couriers">
          {COURIERS.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
        <Field label={say.tracking} name="tracking_number" autoComplete="off" maxLength={80} defaultValue={order.tracking_number ?? ''} />
        <div className="flex justify-end gap-2">
          <button type="button" className="ctl" disabled={form.busy} onClick={onClose}>
            {say.notNow}
          </button>
          <button type="submit" className="ctl ctl-main" aria-disabled={form.busy}>
            {form.busy ? say.saving : say.saveShipping}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
