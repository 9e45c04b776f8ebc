import { useState } from 'react'
import { Link } from 'react-router'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { indianDay } from '#domain/time/calendar-day.ts'
import { formatOrderNumber } from '#domain/orders/order-number.ts'
import * as say from '#words/my-counter.ts'
import type { MyCounter, OrderOnTheWay } from '../../data/orders/my-counter.ts'
import { useSettings } from '../../data/shop/use-settings.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { StatusBadge } from '../../ui/orders/status-badge.tsx'
import { newsOf } from './news-of.ts'

/** Orders that are not with the customer yet, those that wait for money first. */
export function OnTheWay({ orders, delivery }: { orders: readonly OrderOnTheWay[]; delivery: MyCounter['delivery'] }) {
  const all = orders[0]?.of ?? 0
  return (
    <Panel title={say.onTheWay} className="pt-4! pb-2! md:pt-5!">
      <ul>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} delivery={delivery} />
        ))}
      </ul>
      {all > orders.length ? (
        <Link to="/my-orders" className="link mt-2 inline-block py-1">
          {say.allOnTheWay(all)}
        </Link>
      ) : null}
    </Panel>
  )
}

function OrderRow({ order, delivery }: { order: OrderOnTheWay; delivery: MyCounter['delivery'] }) {
  const amount = formatRupees(toPaise(order.to_pay ? order.due : order.total_amount))
  const settings = useSettings()
  const [today] = useState(() => indianDay(new Date()))
  const name = order.id.slice(0, 6)
  return (
    <li className="relative flex min-h-[52px] flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 last:border-0">
      <span className="num grid">
        <Link to={`/order-confirmation/${order.id}`} className="font-semibold after:absolute after:inset-0 hover:text-plum-600">
          #{name}
        </Link>
        <span className="text-sm text-ink-2">{formatOrderNumber(order.order_number)}</span>
      </span>
      <StatusBadge status={order.status} />
      {order.to_pay ? null : <b className="num ml-auto font-semibold sm:order-1">{amount}</b>}
      <span className="num mr-auto min-w-0 text-sm text-ink-2 max-sm:flex-1 max-sm:basis-[120px]">{newsOf(order, delivery, settings, today)}</span>
      {order.to_pay ? (
        <Link to={`/order-confirmation/${order.id}`} className={buttonClass({ size: 'card', className: 'num relative whitespace-nowrap' })}>
          <span>
            {say.pay(amount)}
            {order.payment_method === 'upi' ? <span className="max-sm:sr-only">{say.byUpi}</span> : null}
            <span className="sr-only">{say.of(name)}</span>
          </span>
        </Link>
      ) : null}
    </li>
  )
}
