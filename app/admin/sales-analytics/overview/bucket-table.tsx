import { Link } from 'react-router'
import * as say from '#words/admin-analytics.ts'
import { ordersPath } from '../../paths.ts'
import type { Bucket, Sums } from './buckets.ts'
import { ChangeCell } from '../change-cell.tsx'
import { valueOf } from '../figure-values.ts'
import { count, daysText, valueText } from '../figure-texts.ts'
import type { Kind } from '../figure-texts.ts'

/** The chart as a table: the same buckets, the same figures, and their total. */
export function BucketTable({ buckets, kind, label }: { buckets: readonly Bucket[]; kind: Kind; label: string }) {
  const all = { this: sumOf(buckets.map(({ this: sums }) => sums)), before: sumOf(buckets.map(({ before }) => before)) }
  // every figure already links to its orders, so the orders need no second column
  const orders = kind !== 'orders'
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and must be reachable by keyboard then
    <div className="grid-room max-h-[420px] overflow-auto" role="region" aria-label={label} tabIndex={0}>
      <table className="grid-table [&_th]:top-0!">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{say.period}</th>
            {orders ? (
              <th scope="col" className="end">
                {say.orders}
              </th>
            ) : null}
            <th scope="col" className="end">
              {say.figure[kind]}
            </th>
            <th scope="col">{say.periodBefore}</th>
            <th scope="col" className="end">
              {say.before}
            </th>
            <th scope="col" className="end">
              {say.change}
            </th>
          </tr>
        </thead>
        <tbody>
          {buckets.map((bucket) => (
            <tr key={`${bucket.days?.from} ${bucket.beforeDays?.from}`}>
              <td data-first>
                {bucket.days ? (
                  <Link to={ordersPath({ ...bucket.days, sales: true })} className="font-medium text-plum-600 hover:underline">
                    {daysText(bucket.days)}
                  </Link>
                ) : (
                  say.none
                )}
                {bucket.open ? <span className="text-ink-2"> ({say.openStep})</span> : null}
              </td>
              {orders ? (
                <td className="end" data-label={say.orders}>
                  {count(bucket.this.orders)}
                </td>
              ) : null}
              <Values kind={kind} now={bucket.this} before={bucket.before}>
                {bucket.beforeDays ? (
                  <Link to={ordersPath({ ...bucket.beforeDays, sales: true })} className="text-ink-2 hover:underline">
                    {daysText(bucket.beforeDays)}
                  </Link>
                ) : (
                  say.none
                )}
              </Values>
            </tr>
          ))}
          <tr className="font-semibold">
            <td data-first>{say.together}</td>
            {orders ? (
              <td className="end" data-label={say.orders}>
                {count(all.this.orders)}
              </td>
            ) : null}
            <Values kind={kind} now={all.this} before={all.before}>
              {null}
            </Values>
          </tr>
        </tbody>
      </table>
    </div>
  )
}

const sumOf = (all: readonly Sums[]): Sums =>
  all.reduce((sum, one) => ({ orders: sum.orders + one.orders, units: sum.units + one.units, revenue: sum.revenue + one.revenue }), {
    orders: 0,
    units: 0,
    revenue: 0,
  })

function Values({ kind, now, before, children }: { kind: Kind; now: Sums; before: Sums; children: React.ReactNode }) {
  return (
    <>
      <td className="end" data-label={say.figure[kind]}>
        {valueText(kind, valueOf(kind, now))}
      </td>
      <td data-label={say.periodBefore}>{children}</td>
      <td className="end" data-label={say.before}>
        {valueText(kind, valueOf(kind, before))}
      </td>
      <td className="end" data-label={say.change}>
        <ChangeCell now={valueOf(kind, now)} before={valueOf(kind, before)} />
      </td>
    </>
  )
}
