import { linesOf } from '#domain/orders/parcels.ts'
import * as say from '#words/admin-parcels.ts'
import type { FullOrder, Parcel } from '../../../data/admin/orders/order.ts'
import { receiveShipment } from '../../../data/admin/orders/shipments.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { Button } from '../../../ui/button.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { finish, readArrived } from './parcel-forms.ts'
import { PiecesTable } from './pieces-table.tsx'

const OUTCOMES = [
  ['restocked', say.restocked],
  ['damaged', say.damaged],
  ['lost', say.lost],
] as const

/** A parcel of a cancelled order is back: what becomes of each of its pieces. */
export function ReceiveDialog({ order, parcel, onClose, onChanged }: { order: FullOrder; parcel: Parcel; onClose: () => void; onChanged: () => void }) {
  const form = useSubmit((error) => serverMessage(error, say.failed))
  const lines = linesOf(parcel, order.order_items)
  const submit = form.onSubmit((data) => {
    const arrived = readArrived(data, lines)
    if (!arrived.ok) return { message: arrived.message }
    return async () => finish(await receiveShipment(parcel, arrived.lines), say.done.receive, { onChanged, onClose })
  })
  return (
    <Dialog open wide busy={form.busy} title={say.receiveTitle(parcel.number)} onClose={onClose}>
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <p>{say.receiveText}</p>
        <FormAlert message={form.message} attempt={form.attempt} />
        <div className="text-ink">
          <PiecesTable
            label={say.receiveTitle(parcel.number)}
            most={say.inParcel}
            rows={lines.map((line) => ({ ...line, pieces: line.inParcel }))}
            columns={OUTCOMES.map(([name, head]) => ({
              name,
              head,
              label: (product) => say.cellOf(head, product),
              begins: ({ pieces }) => (name === 'restocked' ? pieces : 0),
            }))}
          />
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={form.busy}>
            {say.notNow}
          </Button>
          <Button type="submit" variant="primary" busy={form.busy} busyText={say.saving}>
            {say.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
