import { formatRupees, toPaise } from '#domain/money/money.ts'
import { isOwed } from '#domain/orders/order-status.ts'
import * as say from '#words/order.tsx'
import { serialsOf } from '../../data/orders/orders.ts'
import type { Order } from '../../data/orders/orders.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useInvoiceDownload } from '../download-invoice.ts'
import { CancelOrder } from './cancel-dialog.tsx'
import type { Reorder } from './use-reorder.ts'

/** What can be done with an order: cancelled while it is pending, bought again, its invoice downloaded. */
export function Actions({ order, reorder, onChanged }: { order: Order; reorder: Reorder | null; onChanged: () => void }) {
  const { busy, download } = useInvoiceDownload()
  // One primary button a view: where money is owed, that is the one that pays.
  const paysHere = order.status === 'pending' && order.payment_method !== 'cod' && isOwed(order.payment_state)
  // Cancelled before it was accepted, it has no invoice to lead to, only a draft.
  const draftOnly = order.status === 'cancelled' && serialsOf(order, 'invoice') === ''
  const amount = formatRupees(toPaise(order.total_amount))
  const returns =
    order.payment_state === 'paid' ? say.cancelReturns(amount) : order.payment_state === 'awaiting_verification' ? say.cancelWhileChecking(amount) : null
  return (
    <>
      {order.status === 'pending' ? <CancelOrder orderId={order.id} returns={returns} onCancelled={onChanged} /> : null}
      {reorder ? (
        <Button variant={draftOnly ? 'primary' : 'second'} busy={reorder.busy} busyText={say.adding} onClick={reorder.start}>
          {say.reOrder}
        </Button>
      ) : null}
      <Button variant={paysHere || draftOnly ? 'second' : 'primary'} busy={busy !== null} busyText={say.fetching} onClick={() => download(order.id)}>
        <Icon name="document" size={20} /> {say.downloadInvoice}
      </Button>
    </>
  )
}
