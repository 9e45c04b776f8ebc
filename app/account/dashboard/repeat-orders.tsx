import { Link } from 'react-router'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { formatDay } from '#domain/time/dates.ts'
import * as sayList from '#words/my-orders.ts'
import * as say from '#words/my-counter.ts'
import * as sayOrder from '#words/order.tsx'
import { fetchOrderItems } from '../../data/orders/orders.ts'
import type { RepeatableOrder } from '../../data/orders/my-counter.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import type { Reorders } from '../order/use-reorder.ts'
import { goodsText, GoodsPictures } from '../order-goods.tsx'

/** The last orders; one press puts one of them into the cart again. */
export function RepeatOrders({ orders, reorders }: { orders: readonly RepeatableOrder[]; reorders: Reorders }) {
  return (
    <Panel title={say.repeat}>
      <ul>
        {orders.map((order) => (
          <li
            key={order.id}
            className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-b border-line py-3 last:border-0 last:pb-0 lg:grid-cols-[minmax(0,1fr)_auto]"
          >
            <span className="lg:hidden max-sm:hidden">
              <GoodsPictures goods={order.goods} />
            </span>
            <span className="min-w-0 text-sm text-ink-2 max-sm:col-span-2">
              <Link to={`/order-confirmation/${order.id}`} className="num py-1 font-semibold text-ink hover:text-plum-600">
                {formatDay(order.created_at)}
              </Link>
              <span className="num block">
                {say.products(order.products)} · {formatRupees(toPaise(order.total_amount))}
              </span>
              <span className="line-clamp-1">{goodsText(order.goods)}</span>
            </span>
            <Button
              size="card"
              className="whitespace-nowrap"
              busy={reorders.busy === order.id}
              busyText={sayOrder.adding}
              onClick={() => reorders.start(order.id, () => fetchOrderItems(order.id))}
            >
              {sayOrder.reOrder}
              <span className="sr-only">{sayList.reOrderOf(order.id.slice(0, 8))}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
