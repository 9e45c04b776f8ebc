import { Link } from 'react-router'
import { formatDate } from '#domain/time/dates.ts'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import * as say from '#words/my-orders.ts'
import type { ListedOrder } from '../../data/orders/orders.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useInvoiceDownload } from '../download-invoice.ts'

const cell = 'lg:px-5 lg:py-4'
const small = 'max-lg:min-h-[44px] max-sm:flex-1 px-[14px]! text-sm min-h-[40px]!'

/** One table; on a phone every row becomes a card. */
export function OrderTable({ orders }: { orders: readonly ListedOrder[] }) {
  const { busy, download } = useInvoiceDownload()
  return (
    <div className="border-line lg:overflow-hidden lg:rounded-md lg:border lg:bg-surface">
      <table className="w-full border-collapse max-lg:block">
        <caption className="sr-only">{say.yourOrders}</caption>
        <thead className="max-lg:sr-only">
          <tr className="border-b border-line text-left text-sm text-ink-2">
            {[say.orderId, 'Date', 'Status', 'Amount', 'Actions'].map((name) => (
              <th key={name} scope="col" className={`px-5 py-3 font-medium ${name === 'Amount' ? 'text-right' : ''}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-lg:grid max-lg:gap-3">
          {orders.map((order) => (
            <tr
              key={order.id}
              className="border-line max-lg:grid max-lg:grid-cols-[1fr_auto] max-lg:gap-x-3 max-lg:gap-y-1 max-lg:rounded-md max-lg:border max-lg:bg-surface max-lg:p-4 lg:border-b lg:last:border-0"
            >
              <td className={cell}>
                <Link to={`/order-confirmation/${order.id}`} className="num font-semibold hover:text-plum-600 hover:underline">
                  #{order.id.slice(0, 8)}
                </Link>
              </td>
              <td className={`num ${cell} text-sm text-ink-2 max-lg:order-3`}>{formatDate(order.created_at)}</td>
              <td className={`${cell} max-lg:order-4 max-lg:justify-self-end`}>
                <StatusBadge status={order.status} />
              </td>
              <td className={`num ${cell} font-semibold text-right max-lg:order-2`}>{formatRupees(toPaise(order.total_amount))}</td>
              {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell is no control */}
              <td className={`${cell} max-lg:order-5 max-lg:col-span-2 max-lg:pt-2 lg:w-[1%]`}>
                <span className="flex gap-2">
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
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
