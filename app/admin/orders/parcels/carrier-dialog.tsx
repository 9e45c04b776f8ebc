import * as say from '#words/admin-parcels.ts'
import type { FullOrder, Parcel } from '../../../data/admin/orders/order.ts'
import { correctShipment, dispatchShipment } from '../../../data/admin/orders/shipments.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { Button } from '../../../ui/button.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { UnpaidNotice, withOpen } from '../unpaid-notice.tsx'
import { rememberCourier, usualCourier } from '../usual-courier.ts'
import { CarrierFields } from './carrier-fields.tsx'
import { finish, isComplete, readCarrier } from './parcel-forms.ts'

/** How a parcel travels: entered when a packed one leaves, corrected later. */
export function CarrierDialog({ order, parcel, onClose, onChanged }: { order: FullOrder; parcel: Parcel; onClose: () => void; onChanged: () => void }) {
  const form = useSubmit((error) => serverMessage(error, say.failed))
  const leaves = parcel.state === 'packed'
  const submit = form.onSubmit((data) => {
    const carrier = readCarrier(data)
    if (!isComplete(carrier)) return { message: say.enterCourier }
    if (carrier.courier !== '') rememberCourier(carrier.courier)
    return async () => finish(await (leaves ? dispatchShipment : correctShipment)(parcel, carrier), leaves ? say.shipped : say.saved, { onChanged, onClose })
  })
  return (
    <Dialog open busy={form.busy} title={leaves ? say.sendTitle(parcel.number) : say.editTitle(parcel.number)} onClose={onClose}>
      <form noValidate className="grid gap-4 text-ink" onSubmit={submit}>
        {leaves ? <UnpaidNotice orders={[withOpen(order)]} to="shipped" /> : null}
        <FormAlert message={form.message} attempt={form.attempt} />
        <CarrierFields courier={parcel.courier ?? (leaves ? usualCourier() : '')} tracking={parcel.tracking_number ?? ''} own={parcel.own_delivery} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={form.busy}>
            {say.notNow}
          </Button>
          <Button type="submit" variant="primary" busy={form.busy} busyText={say.saving}>
            {leaves ? say.send : say.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
