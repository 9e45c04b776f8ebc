import { toPack } from '#domain/orders/parcels.ts'
import * as say from '#words/admin-parcels.ts'
import type { FullOrder } from '../../../data/admin/orders/order.ts'
import { createShipment } from '../../../data/admin/orders/shipments.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { Button } from '../../../ui/button.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { UnpaidNotice, withOpen } from '../unpaid-notice.tsx'
import { rememberCourier, usualCourier } from '../usual-courier.ts'
import { CarrierFields } from './carrier-fields.tsx'
import { EwayWarning } from './eway-warning.tsx'
import { finish, isComplete, readCarrier, readPieces } from './parcel-forms.ts'
import { PiecesTable } from './pieces-table.tsx'

type ShipDialogProps = {
  /** as it was when the dialog was opened: its version is what the parcel is packed from */
  order: FullOrder
  onClose: () => void
  onChanged: () => void
}

/** One parcel of an order: its pieces, at first everything that is in none, and how it travels. */
export function ShipDialog({ order, onClose, onChanged }: ShipDialogProps) {
  const form = useSubmit((error) => serverMessage(error, say.failed))
  const lines = toPack(order.order_items, order.shipments)

  const submit = form.onSubmit((data, { dataset }) => {
    const packed = dataset['packs'] === 'yes'
    dataset['packs'] = 'no'
    const pieces = readPieces(data, lines)
    if (!pieces.ok) return { message: pieces.message }
    const carrier = readCarrier(data)
    if (!isComplete(carrier) && (!packed || carrier.tracking !== '')) return { message: say.enterCourier }
    if (carrier.courier !== '') rememberCourier(carrier.courier)
    return async () => {
      // a packed parcel without a number has no courier either: both are entered when it leaves
      const by = packed && !isComplete(carrier) ? { own: false, courier: '', tracking: '' } : carrier
      return finish(await createShipment(order, pieces.lines, by, packed), packed ? say.packed : say.shipped, { onChanged, onClose })
    }
  })

  return (
    <Dialog open wide busy={form.busy} title={say.shipTitle} onClose={onClose}>
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <p>{say.shipText}</p>
        <UnpaidNotice orders={[withOpen(order)]} to="shipped" />
        <EwayWarning order={order} />
        <FormAlert message={form.message} attempt={form.attempt} />
        <div className="grid gap-4 text-ink">
          <CarrierFields courier={usualCourier()} tracking="" />
          <PiecesTable
            label={say.lines}
            most={say.left}
            rows={lines.map((line) => ({ ...line, pieces: line.left }))}
            columns={[{ name: 'pieces', head: say.inParcel, label: say.quantityOf, begins: ({ pieces }) => pieces }]}
          />
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={form.busy}>
            {say.notNow}
          </Button>
          {/* no submit button: Enter in a field ships */}
          <Button disabled={form.busy} onClick={({ currentTarget: { form: fields } }) => pack(fields)}>
            {say.onlyPack}
          </Button>
          <Button type="submit" variant="primary" busy={form.busy} busyText={say.saving}>
            {say.send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function pack(form: HTMLFormElement | null) {
  if (!form) return
  form.dataset['packs'] = 'yes'
  form.requestSubmit()
}
