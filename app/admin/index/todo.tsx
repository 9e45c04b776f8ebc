import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { age } from '#domain/time/age.ts'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import * as say from '#words/admin-dashboard.ts'
import type { Dashboard, OrderQueue } from '../../data/admin/reports/dashboard.ts'
import { fetchMoneyToCollect, toCollectKey } from '../../data/admin/orders/payments.ts'
import { QUEUE_PATHS, orderPath, editProductPath } from '../paths.ts'
import { AdminIcon } from '../ui/admin-icon.tsx'
import { Money } from '../ui/cells.tsx'
import { capped } from './figures.ts'

/** The number of items that wait for staff. */
export function countOf({ verify, accept, ship, collect, refund, returns, stock, mails, complaints }: Dashboard): number {
  const parts = [verify, accept, ship, collect, refund, returns, stock, complaints]
  return parts.reduce((sum, part) => sum + (part?.count ?? 0), mails ?? 0)
}

/** @param orders whether the shop ever had any: an empty dashboard is not a day's work done */
export function waitingText(count: number, orders: boolean): string {
  return count === 0 ? (orders ? say.allDone : say.noOrders) : count === 1 ? say.oneWaiting : say.waiting(capped(count))
}

/** The queues of the day, each with its oldest item and a link to its rows. */
export function Todo({ dashboard }: { dashboard: Dashboard }) {
  const { verify, accept, ship, collect, refund, returns, stock, mails, complaints, as_of: now } = dashboard
  return (
    <section aria-label={say.todo} className="overflow-hidden rounded-md border border-line">
      <div className="grid gap-px bg-line sm:grid-cols-2 lg:grid-cols-4">
        {verify ? <QueueCard now={now} title={say.verify} queue={verify} to={QUEUE_PATHS.verify} /> : null}
        {accept ? <QueueCard now={now} title={say.accept} queue={accept} to={QUEUE_PATHS.accept} hint={say.acceptHint} /> : null}
        {ship ? <QueueCard now={now} title={say.ship} queue={ship} to={QUEUE_PATHS.ship} /> : null}
        {stock ? (
          <Box title={say.restock} count={stock.count} to={QUEUE_PATHS.stock} hint={stock.out > 0 ? say.outOfStock(stock.out) : say.atTheirLevel}>
            {stock.rows.slice(0, 3).map((row) => (
              <Line key={row.id} to={editProductPath(row.id)} name={row.name} end={say.left(row.stock)} />
            ))}
          </Box>
        ) : null}
      </div>
      <div className="grid gap-px border-t border-line bg-line sm:grid-cols-2 xl:grid-cols-5">
        {collect ? <ToCollect queue={collect} now={now} /> : null}
        {refund ? <Small icon="warning" title={say.refund} count={refund.count} to={QUEUE_PATHS.refund} hint={since(refund.oldest, now)} /> : null}
        {returns ? <Small icon="warning" title={say.returns} count={returns.count} to={QUEUE_PATHS.returns} hint={since(returns.oldest, now)} /> : null}
        {complaints ? (
          <Small icon="complaint" title={say.complaints} count={complaints.count} to={QUEUE_PATHS.complaints} hint={since(complaints.oldest, now)} />
        ) : null}
        {mails === null ? null : <Small icon="mail" title={say.mails} count={mails} to={QUEUE_PATHS.mails} hint={mails > 0 ? say.mailsHint : null} />}
      </div>
    </section>
  )
}

/** The money to collect, with its sum for staff who may see sums. */
function ToCollect({ queue, now }: { queue: OrderQueue; now: string }) {
  const owed = useQuery({ queryKey: [...toCollectKey, queue.count], queryFn: fetchMoneyToCollect, enabled: queue.count > 0, retry: false })
  const hint = [owed.data ? formatRupees(toPaise(owed.data.amount)) : null, since(queue.oldest, now)].filter((part) => part !== null)
  return <Small icon="warning" title={say.collect} count={queue.count} to={QUEUE_PATHS.collect} hint={hint.length > 0 ? hint.join(' · ') : null} />
}

/** @param now the time of the figures */
const since = (oldest: string | null, now: string): string | null => (oldest === null ? null : say.oldest(age(oldest, new Date(now))))

function QueueCard({ title, queue, to, hint, now }: { now: string; title: string; queue: OrderQueue; to: string; hint?: string }) {
  return (
    <Box title={title} count={queue.count} to={to} hint={since(queue.oldest, now) ?? hint ?? null}>
      {queue.rows.map((row) => (
        <Line key={row.id} to={orderPath(row.id)} name={row.name} end={<Money rupees={row.total_amount} />} />
      ))}
    </Box>
  )
}

const edge = 'bg-surface'

function Box({ title, count, to, hint, children }: { title: string; count: number; to: string; hint: string | null; children: React.ReactNode }) {
  return (
    <section className={`${edge} flex min-w-0 sm:min-h-[150px] flex-col pt-[14px] pb-2`}>
      <h2 className="flex items-baseline gap-[10px] px-4">
        <span className={`text-2xl leading-none ${count === 0 ? 'text-ink-2' : ''}`}>{capped(count)}</span> {title}
      </h2>
      <p className="min-h-5 px-4 pb-2 text-ink-2">{count === 0 ? say.done : hint}</p>
      <ul>{children}</ul>
      {count > 0 ? (
        <Link to={to} className="mt-auto px-4 py-1 font-medium text-plum-600 hover:underline">
          {say.showAll(title)}
        </Link>
      ) : null}
    </section>
  )
}

function Line({ to, name, end }: { to: string; name: string; end: React.ReactNode }) {
  return (
    <li>
      <Link to={to} className="flex min-h-8 items-center justify-between gap-3 px-4 hover:bg-hover touch:min-h-11">
        <span className="truncate">{name}</span>
        <span className="flex-none">{end}</span>
      </Link>
    </li>
  )
}

function Small({ icon, title, count, to, hint }: { icon: 'warning' | 'complaint' | 'mail'; title: string; count: number; to: string; hint: string | null }) {
  return (
    <Link to={to} className={`${edge} flex min-h-12 items-center gap-3 px-4 py-2 hover:bg-hover sm:max-xl:last:odd:col-span-2`}>
      <AdminIcon name={icon} className={count > 0 ? 'text-late' : 'text-ink-2'} />
      <b className="font-semibold">{capped(count)}</b>
      <span className="min-w-0 flex-1">
        {title}
        {hint === null ? null : <span className="text-ink-2"> · {hint}</span>}
      </span>
    </Link>
  )
}
