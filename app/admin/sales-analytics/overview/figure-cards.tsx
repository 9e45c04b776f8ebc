import { Link, useSearchParams } from 'react-router'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import * as say from '#words/admin-analytics.ts'
import type { Overview, SalesFigures } from '../../../data/admin/reports/analytics.ts'
import { tenths } from '../../index/figures.ts'
import { ordersPath } from '../../paths.ts'
import type { OrdersBehind } from '../../paths.ts'
import { valueOf } from '../figure-values.ts'
import type { Period } from '../period.ts'
import { KINDS, changeOf, count, valueText } from '../figure-texts.ts'
import type { Kind } from '../figure-texts.ts'

const sumsOf = ({ orders, units, revenue }: SalesFigures) => ({ orders, units, revenue: toPaise(revenue) })

/** The four figures, each with its change; choosing one shows it in the chart. */
export function FigureCards({ overview, kind }: { overview: Overview; kind: Kind }) {
  const [params] = useSearchParams()
  return (
    <ul aria-label={say.figures} className="grid grid-cols-2 gap-px bg-line xl:grid-cols-4">
      {KINDS.map((one) => {
        const now = valueOf(one, sumsOf(overview.this))
        const before = valueOf(one, sumsOf(overview.before))
        const next = new URLSearchParams(params)
        if (one === 'revenue') next.delete('figure')
        else next.set('figure', one)
        return (
          <li key={one} data-figure={one} className="min-w-0">
            <Link
              to={{ search: next.toString() }}
              replace
              preventScrollReset
              aria-current={one === kind ? 'true' : undefined}
              aria-label={`${say.figure[one]}: ${valueText(one, now)}, ${changeText(one, now, before)}. ${say.chartOf(say.figure[one])}`}
              className={`block h-full bg-surface px-4 py-3 outline-offset-[-3px] hover:bg-hover ${one === kind ? 'shadow-[inset_0_-2px_0_var(--accent)]' : ''}`}
            >
              <span className="block text-ink-2">{say.figure[one]}</span>
              <span className="block text-2xl leading-[1.3] font-semibold [overflow-wrap:anywhere]">{valueText(one, now)}</span>
              <Change kind={one} now={now} before={before} />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function changeText(kind: Kind, now: number, before: number): string {
  const change = changeOf(now, before)
  if (change === null) return say.noneBefore
  const was = valueText(kind, before)
  if (change === 0) return `${say.same} ${say.sameAs(was)}`
  return `${change > 0 ? say.more(tenths(change)) : say.less(tenths(change))} ${say.than(was)}`
}

function Change({ kind, now, before }: { kind: Kind; now: number; before: number }) {
  const change = changeOf(now, before)
  if (change === null || change === 0) return <span className="block text-ink-2">{changeText(kind, now, before)}</span>
  return (
    <span className="block text-ink-2">
      <b className={`font-semibold ${change > 0 ? 'text-good' : 'text-bad'}`}>
        {change > 0 ? '↑' : '↓'} {change > 0 ? say.more(tenths(change)) : say.less(tenths(change))}
      </b>{' '}
      {say.than(valueText(kind, before))}
    </span>
  )
}

/** Figures beside the sales: what they include, and orders that do not count as sales. Each links to its orders. */
export function BesideSales({ overview, period }: { overview: Overview; period: Period }) {
  const { this: now, before } = overview
  const days = { from: period.from, to: period.to }
  return (
    <dl aria-label={say.beside} className="grid grid-cols-2 gap-px border-t border-line bg-line lg:grid-cols-3">
      <Small name="discount" rupees={now.discount} before={before.discount} to={{ ...days, sales: true }} />
      <Small name="gst" rupees={now.gst} before={before.gst} to={{ ...days, sales: true }} />
      <Small name="charges" rupees={now.charges} before={before.charges} to={{ ...days, sales: true }} />
      <Small
        name="waiting"
        rupees={now.waiting_amount}
        before={before.waiting_amount}
        orders={now.waiting}
        to={{ ...days, status: 'pending', payment: UNPAID }}
      />
      <Small name="cancelled" rupees={now.cancelled_amount} before={before.cancelled_amount} orders={now.cancelled} to={{ ...days, status: 'cancelled' }} />
      <Small name="refunds" rupees={now.refunds_amount} before={before.refunds_amount} orders={now.refunds} to={{ ...days, payment: 'refund_due,refunded' }} />
    </dl>
  )
}

/** Every payment state except paid. */
const UNPAID = 'cod_pending,awaiting_payment,awaiting_verification,failed'

type SmallProps = {
  name: 'discount' | 'gst' | 'charges' | 'waiting' | 'cancelled' | 'refunds'
  rupees: number
  before: number
  orders?: number
  to: OrdersBehind
}

function Small({ name, rupees, before, orders, to }: SmallProps) {
  return (
    <div className="relative min-w-0 bg-surface px-4 py-2 hover:bg-hover" data-figure={name}>
      <dt className="text-ink-2">{say.besides[name]}</dt>
      <dd>
        <Link to={ordersPath(to)} className="font-semibold after:absolute after:inset-0 hover:underline">
          {formatRupees(toPaise(rupees))}
          {orders === undefined ? null : <span className="font-normal text-ink-2"> · {say.ordersCount(count(orders), orders === 1)}</span>}
        </Link>
        <span className="block text-ink-2">{say.beforeThat(formatRupees(toPaise(before)))}</span>
      </dd>
    </div>
  )
}
