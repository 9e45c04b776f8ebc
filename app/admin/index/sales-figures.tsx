import { formatDay } from '#domain/time/dates.ts'
import { formatRupees, groupIndian, toPaise } from '#domain/money/money.ts'
import * as say from '#words/admin-dashboard.ts'
import type { Dashboard, DaySales, SalesOfPeriod } from '../../data/admin/reports/dashboard.ts'
import { Money } from '../ui/cells.tsx'
import { changeOf, linePoints, tenths } from './figures.ts'

const DAYS = { today: 0, week: 7, month: 30 } as const

/** Sales of today, 7 and 30 days, each compared with the previous period of the same length; the days are in a table below. */
export function SalesFigures({ sales }: { sales: NonNullable<Dashboard['sales']> }) {
  return (
    <section aria-label={say.sales} className="overflow-hidden rounded-md border border-line">
      <div className="grid gap-px bg-line lg:grid-cols-3">
        {(['today', 'week', 'month'] as const).map((period) => (
          <Figure key={period} period={period} sales={sales[period]} days={DAYS[period]} all={sales.days} />
        ))}
      </div>
      <details className="border-t border-line">
        <summary className="flex min-h-9 flex-wrap items-center gap-x-3 px-4 py-2 text-ink-2 touch:min-h-11">
          <span className="font-medium text-plum-600 underline-offset-4 hover:underline">{say.showTable}</span> {say.salesMean}
        </summary>
        <div className="max-h-[320px] overflow-y-auto">
          <table className="w-full text-left">
            <caption className="sr-only">{say.byDay}</caption>
            <thead className="sticky top-0 bg-surface text-ink-2">
              <tr>
                <th scope="col" className="px-4 py-1 font-medium">
                  {say.day}
                </th>
                <th scope="col" className="px-4 py-1 text-right font-medium">
                  {say.orders}
                </th>
                <th scope="col" className="px-4 py-1 text-right font-medium">
                  {say.amount}
                </th>
              </tr>
            </thead>
            <tbody>
              {sales.days
                .slice(-30)
                .toReversed()
                .map((day) => (
                  <tr key={day.day} className="border-t border-line">
                    <td className="px-4 py-1">{formatDay(`${day.day}T12:00:00+05:30`)}</td>
                    <td className="px-4 py-1 text-right">{groupIndian(String(day.orders))}</td>
                    <td className="px-4 py-1 text-right">
                      <Money rupees={day.amount} />
                    </td>
                  </tr>
                ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  )
}

function Figure({ period, sales, days, all }: { period: 'today' | 'week' | 'month'; sales: SalesOfPeriod; days: number; all: readonly DaySales[] }) {
  return (
    <div className="flex items-center gap-3 bg-surface p-4" data-period={period}>
      <div className="min-w-0 flex-1">
        <h2 className="text-ink-2!">{say.periods[period]}</h2>
        <p className="text-2xl leading-[1.25] font-semibold">{formatRupees(toPaise(sales.amount))}</p>
        <p className="text-ink-2">
          <Change sales={sales} before={say.against(formatRupees(toPaise(sales.amount_before)), say.befores[period])} />
        </p>
        <p className="text-ink-2">{say.ordersCount(groupIndian(String(sales.orders)), sales.orders === 1)}</p>
      </div>
      {days > 0 ? <Spark now={all.slice(-days)} before={all.slice(-2 * days, -days)} /> : null}
    </div>
  )
}

function Change({ sales, before }: { sales: SalesOfPeriod; before: string }) {
  const change = changeOf(sales)
  if (change === null) return say.noneBefore
  return (
    <>
      {change === 0 ? <b className="font-semibold">{say.same}:</b> : null}
      {change > 0 ? <b className="font-semibold text-good">↑ {say.more(tenths(change))}:</b> : null}
      {change < 0 ? <b className="font-semibold text-bad">↓ {say.less(tenths(change))}:</b> : null} {before}
    </>
  )
}

/** Decorative: the table below has the same data. The dashed line is the previous period. */
function Spark({ now, before }: { now: readonly DaySales[]; before: readonly DaySales[] }) {
  const highest = Math.max(...[...now, ...before].map(({ amount }) => amount))
  const line = (days: readonly DaySales[]) =>
    linePoints(
      days.map(({ amount }) => amount),
      highest,
      120,
      42,
    )
  return (
    <svg
      viewBox="-2 -2 124 46"
      width="124"
      height="46"
      aria-hidden="true"
      fill="none"
      strokeWidth="1.75"
      strokeLinejoin="round"
      strokeLinecap="round"
      className="max-sm:hidden"
    >
      <polyline points={line(before)} stroke="var(--ink-3)" strokeDasharray="2 4" strokeWidth="1.25" />
      <polyline points={line(now)} stroke="var(--plum-500)" />
    </svg>
  )
}
