import { toPack } from '#domain/orders/parcels.ts'
import * as say from '#words/admin-parcels.ts'
import type { FullOrder } from '../../../data/admin/orders/order.ts'
import { cancelRest } from '../../../data/admin/orders/shipments.ts'
import { ReasonDialog } from '../dialogs/reason-dialog.tsx'
import { finish } from './parcel-forms.ts'

type RestProps = { order: FullOrder; onClose: () => void; onChanged: () => void }

/** What is left of an order that has gone in part is given up: the goods, and the consequences, before it is done. */
export function RestDialog({ order, onClose, onChanged }: RestProps) {
  return (
    <ReasonDialog
      title={say.restTitle}
      text={order.invoice_per_parcel ? say.restOnNoInvoice : say.restText}
      lines={toPack(order.order_items, order.shipments).map(({ id, left, product_name }) => ({ id, text: say.pieces(left, product_name) }))}
      reasonHint={say.reasonHint}
      reasonMissing={say.reasonNeeded}
      confirm={say.rest}
      failed={say.failed}
      save={async (reason) => finish(await cancelRest(order, reason), say.done.rest, { onChanged, onClose })}
      onClose={onClose}
    >
      <p>{order.payment_state === 'paid' ? say.lessPaid : say.lessOpen}</p>
    </ReasonDialog>
  )
}
