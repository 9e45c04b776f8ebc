import { linesOf } from '#domain/orders/parcels.ts'
import * as say from '#words/admin-parcels.ts'
import type { FullOrder, Parcel } from '../../../data/admin/orders/order.ts'
import { bookUndelivered } from '../../../data/admin/orders/shipments.ts'
import { ReasonDialog } from '../dialogs/reason-dialog.tsx'
import { finish } from './parcel-forms.ts'

type UndeliveredProps = { order: FullOrder; parcel: Parcel; onClose: () => void; onChanged: () => void }

/** A parcel was refused, or could not be delivered, and comes back; the rest of its order goes on. */
export function UndeliveredDialog({ order, parcel, onClose, onChanged }: UndeliveredProps) {
  const collects = order.payment_state === 'cod_pending'
  const charged = order.charges_total > 0
  return (
    <ReasonDialog
      title={say.undeliveredTitle(parcel.number)}
      text={say.undeliveredText}
      lines={linesOf(parcel, order.order_items).map(({ id, inParcel, product_name }) => ({ id, text: say.pieces(inParcel, product_name) }))}
      reasonHint={say.reasonHint}
      reasonMissing={say.reasonNeeded}
      confirm={say.undelivered}
      failed={say.failed}
      save={async (reason, data) =>
        finish(await bookUndelivered(parcel, order, reason, data.get('charges') !== null), say.done.undelivered, { onChanged, onClose })
      }
      onClose={onClose}
    >
      <p>{collects ? say.lessCash(charged && parcel.number === 1) : order.payment_state === 'paid' ? say.lessPaid : say.lessOpen}</p>
      {!collects && charged ? (
        <label className="flex items-center gap-3 text-ink touch:min-h-11">
          <input type="checkbox" className="tick" name="charges" />
          {say.withCharges}
        </label>
      ) : null}
    </ReasonDialog>
  )
}
