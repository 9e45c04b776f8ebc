import { formatRupees, toPaise } from '#domain/money/money.ts'
import { isOwed } from '#domain/orders/order-status.ts'
import * as say from '#words/order.tsx'
import { serialsOf } from '../../data/orders/orders.ts'
import type { Order, OrderItem } from '../../data/orders/orders.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import { useInvoiceDownload } from '../download-invoice.ts'
import { CancelOrder } from './cancel-dialog.tsx'
import { ChangeOrder } from './change/change-order.tsx'
import type { Reorder } from './use-reorder.ts'

type ActionsProps = { order: Order; items: readonly OrderItem[]; reorder: Reorder | null; onChanged: () => void }

/** The actions of an order: cancel or change it while it is pending, buy it again, download its invoice. */
export function Actions({ order, items, reorder, onChanged }: ActionsProps) {
  const { busy, download } = useInvoiceDownload()
  // One primary button a view: while money is owed, that is the payment button.
  const paysHere = order.status === 'pending' && order.payment_method !== 'cod' && isOwed(order.payment_state)
  // An order cancelled before it was accepted has no invoice, only a draft.
  const draftOnly = order.status === 'cancelled' && serialsOf(order, 'invoice') === ''
  return (
    <>
      {order.status === 'pending' ? <CancelOrder orderId={order.id} returns={whatReturns(order)} onCancelled={onChanged} /> : null}
      <ChangeOrder order={order} items={items} onChanged={onChanged} />
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

/** What a cancellation means for money that was paid or reported; null when there is none. */
export function whatReturns(order: Order): string | null {
  const { total_amount, store_credit, payment_state } = order
  const amount = formatRupees(toPaise(total_amount))
  const credit = toPaise(store_credit)
  if (credit > 0 && (payment_state !== 'paid' || order.payment_method === 'credit')) return say.cancelReturnsCredit(formatRupees(credit))
  return payment_state === 'paid' ? say.cancelReturns(amount) : payment_state === 'awaiting_verification' ? say.cancelWhileChecking(amount) : null
}
