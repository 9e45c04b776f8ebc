import { toPack } from '#domain/orders/parcels.ts'
import * as say from '#words/admin-parcels.ts'
import type { FullOrder } from '../../../data/admin/orders/order.ts'
import { cancelRest } from '../../../data/admin/orders/shipments.ts'
import { LessDialog } from './less-dialog.tsx'

type RestProps = { order: FullOrder; onClose: () => void; onChanged: () => void }

/** What is left of an order that has gone in part is given up. */
export function RestDialog({ order, onClose, onChanged }: RestProps) {
  return (
    <LessDialog
      title={say.restTitle}
      text={order.invoice_per_parcel ? say.restOnNoInvoice : say.restText}
      pieces={toPack(order.order_items, order.shipments).map(({ id, left, product_name }) => ({ id, text: say.pieces(left, product_name) }))}
      consequence={order.payment_state === 'paid' ? say.lessPaid : say.lessOpen}
      confirm={say.rest}
      done={say.done.rest}
      save={(reason) => cancelRest(order, reason)}
      onClose={onClose}
      onChanged={onChanged}
    />
  )
}
