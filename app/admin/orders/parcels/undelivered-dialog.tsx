import { linesOf } from '#domain/orders/parcels.ts'
import * as say from '#words/admin-parcels.ts'
import type { FullOrder, Parcel } from '../../../data/admin/orders/order.ts'
import { bookUndelivered } from '../../../data/admin/orders/shipments.ts'
import { LessDialog } from './less-dialog.tsx'

type UndeliveredProps = { order: FullOrder; parcel: Parcel; onClose: () => void; onChanged: () => void }

/** A parcel was refused, or could not be delivered, and comes back; the rest of its order goes on. */
export function UndeliveredDialog({ order, parcel, onClose, onChanged }: UndeliveredProps) {
  const collects = order.payment_state === 'cod_pending'
  const charged = order.charges_total > 0
  return (
    <LessDialog
      title={say.undeliveredTitle(parcel.number)}
      text={say.undeliveredText}
      pieces={linesOf(parcel, order.order_items).map(({ id, inParcel, product_name }) => ({ id, text: say.pieces(inParcel, product_name) }))}
      consequence={collects ? say.lessCash(charged && parcel.number === 1) : order.payment_state === 'paid' ? say.lessPaid : say.lessOpen}
      confirm={say.undelivered}
      done={say.done.undelivered}
      save={(reason, data) => bookUndelivered(parcel, order, reason, data.get('charges') !== null)}
      onClose={onClose}
      onChanged={onChanged}
    >
      {!collects && charged ? (
        <label className="flex items-center gap-3 touch:min-h-11">
          <input type="checkbox" className="tick" name="charges" />
          {say.withCharges}
        </label>
      ) : null}
    </LessDialog>
  )
}
