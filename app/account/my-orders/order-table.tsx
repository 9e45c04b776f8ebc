import { Link } from 'react-router'
import { formatDate } from '#domain/time/dates.ts'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { formatOrderNumber } from '#domain/orders/order-number.ts'
import * as say from '#words/my-orders.ts'
import * as sayOrder from '#words/order.tsx'
import { fetchOrderItems } from '../../data/orders/orders.ts'
import type { ListedOrder, OrderGoods } from '../../data/orders/orders.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { StatusBadge } from '../../ui/orders/status-badge.tsx'
import { useInvoiceDownload } from '../download-invoice.ts'
import type { Reorders } from '../order/use-reorder.ts'
import { OrderedGoods } from '../order-goods.tsx'

const cell = 'lg:px-4 lg:py-4 lg:first:pl-5 lg:last:pr-5'
const small = 'whitespace-nowrap max-lg:min-h-[44px] max-sm:flex-1 px-[14px]! text-sm min-h-[40px]!'

type OrderTableProps = {
  orders: readonly ListedOrder[]
  /** by order; null when they could not be read: the list is complete without them */
  goods: ReadonlyMap<string, OrderGoods> | null | undefined
  reorders: Reorders
}

/** One table; on a phone every row becomes a card. */
export function OrderTable({ orders, goods, reorders }: OrderTableProps) {
  const { busy, download } = useInvoiceDownload()
  return (
    <div className="relative border-line lg:overflow-x-auto lg:rounded-md lg:border lg:bg-surface">
      <table className="w-full border-collapse max-lg:block">
        <caption className="sr-only">{say.yourOrders}</caption>
        <thead className="max-lg:sr-only">
          <tr className="border-b border-line text-left text-sm text-ink-2">
            {[say.orderId, 'Date', 'Status', 'Amount', 'Actions'].map((name) => (
              <th key={name} scope="col" className={`px-4 py-3 font-medium first:pl-5 last:pr-5 ${name === 'Amount' ? 'text-right' : ''}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-lg:grid max-lg:gap-3">
          {orders.map((order) => (
            <tr
              key={order.id}
              className="border-line max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:gap-x-3 max-lg:gap-y-1 max-lg:rounded-md max-lg:border max-lg:bg-surface max-lg:p-4 lg:border-b lg:last:border-0"
            >
              <td className={`${cell} max-lg:contents`}>
                <span>
                  <Link to={`/order-confirmation/${order.id}`} className="num font-semibold hover:text-plum-600 hover:underline">
                    #{order.id.slice(0, 8)}
                  </Link>
                  <span className="num block text-sm text-ink-2">{say.numbered(formatOrderNumber(order.order_number))}</span>
                </span>
                {goods === null ? null : <OrderedGoods goods={goods?.get(order.id)} className="mt-1 max-lg:order-5 max-lg:col-span-2 max-lg:my-1" />}
              </td>
              <td className={`num ${cell} text-sm text-ink-2 max-lg:order-3`}>{formatDate(order.created_at)}</td>
              <td className={`${cell} max-lg:order-4 max-lg:justify-self-end`}>
                <StatusBadge status={order.status} />
              </td>
              <td className={`num ${cell} font-semibold text-right max-lg:order-2`}>{formatRupees(toPaise(order.total_amount))}</td>
              {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell is no control */}
              <td className={`${cell} max-lg:order-6 max-lg:col-span-2 max-lg:pt-2 lg:w-[1%]`}>
                <span className="flex gap-2 max-sm:grid max-sm:grid-cols-2">
                  <ButtonLink to={`/order-confirmation/${order.id}`} size="card" className={small}>
                    {say.view}
                    <span className="sr-only">{say.viewOf(order.id.slice(0, 8))}</span>
                  </ButtonLink>
                  <ButtonLink to={`/invoice/${order.id}`} variant="quiet" size="card" className={small}>
                    {say.invoice}
                    <span className="sr-only">{say.invoiceOf(order.id.slice(0, 8))}</span>
                  </ButtonLink>
                  <Button variant="quiet" size="card" className={small} busy={busy === order.id} busyText={say.fetching} onClick={() => download(order.id)}>
                    {say.download}
                    <span className="sr-only">{say.downloadOf(order.id.slice(0, 8))}</span>
                  </Button>
                  <Button
                    size="card"
                    className={small}
                    busy={reorders.busy === order.id}
                    busyText={sayOrder.adding}
                    onClick={() => reorders.start(order.id, () => fetchOrderItems(order.id))}
                  >
                    {sayOrder.reOrder}
                    <span className="sr-only">{say.reOrderOf(order.id.slice(0, 8))}</span>
                  </Button>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
