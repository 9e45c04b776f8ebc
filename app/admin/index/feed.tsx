import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import * as say from '#words/admin-dashboard.ts'
import type { FeedOrder } from '../../data/admin/reports/dashboard.ts'
import { staffPaymentText } from '../../ui/orders/payment-text.ts'
import { StatusBadge } from '../../ui/orders/status-badge.tsx'
import { orderPath } from '../paths.ts'
import { Moment, Money } from '../ui/cells.tsx'

/** The newest orders, updated live. New ones are announced to screen readers once, in one sentence. */
export function Feed({ orders, live }: { orders: readonly FeedOrder[]; live: boolean }) {
  const said = useNews(orders)
  return (
    <section aria-labelledby="feed" className="min-w-0 rounded-md border border-line">
      <div className="flex min-h-11 items-center gap-3 border-b border-line px-4">
        <h2 id="feed">{say.liveOrders}</h2>
        <span className="inline-flex items-center gap-[6px] text-ink-2">
          <span aria-hidden="true" className={`size-[7px] rounded-full ${live ? 'bg-good' : 'bg-control'}`} />
          {live ? say.live : say.polling}
        </span>
        <Link to="/admin/orders" className="ml-auto font-medium text-plum-600 hover:underline">
          {say.allOrders}
        </Link>
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
      {orders.length === 0 ? (
        <p className="px-4 py-10 text-center">
          <b className="block font-semibold">{say.noOrders}</b>
          <span className="text-ink-2">{say.noOrdersText}</span>
        </p>
      ) : (
        <ul>
          {orders.map((order) => (
            <li key={order.id} className="border-b border-line last:border-0" data-order={order.id}>
              <Link
                to={orderPath(order.id)}
                className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-[6px] hover:bg-hover md:grid-cols-[74px_minmax(0,1fr)_auto_96px] xl:grid-cols-[74px_minmax(0,1fr)_auto_150px_96px]"
              >
                <span className="text-ink-2 max-md:order-4 max-md:text-right">
                  <Moment at={order.created_at} waiting />
                </span>
                <span className="truncate">
                  <b className="font-semibold">{order.name}</b> <span className="text-ink-2">{order.city}</span>
                </span>
                <span className="max-md:order-3">
                  <StatusBadge status={order.status} />
                </span>
                <span className="truncate text-ink-2 max-xl:hidden">{staffPaymentText(order)}</span>
                <span className="text-right font-medium">
                  <Money rupees={order.total_amount} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function useNews(orders: readonly FeedOrder[]): string {
  const known = useRef<Set<string> | null>(null)
  const [said, setSaid] = useState('')
  useEffect(() => {
    const before = known.current
    known.current = new Set(orders.map(({ id }) => id))
    const fresh = before === null ? 0 : orders.filter(({ id }) => !before.has(id)).length
    if (fresh > 0) setSaid(say.newSince(fresh))
  }, [orders])
  return said
}
