/** The best sellers, States and ways of paying of a period, each with a link to all of them. */
import { Link, useSearchParams } from 'react-router'
import { stateByCode } from '#domain/addresses/states.ts'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { paymentMethodName } from '#domain/orders/payment-methods.ts'
import * as say from '#words/admin-analytics.ts'
import type { Overview } from '../../../data/admin/reports/analytics.ts'
import { Picture } from '../../../ui/pictures/picture.tsx'
import { ordersPath } from '../../paths.ts'
import { ChangeCell } from '../change-cell.tsx'
import { count } from '../figure-texts.ts'
import type { Period } from '../period.ts'
import { ShareBar } from '../share-bar.tsx'
import { viewSearch } from '../views.ts'

/** How many States are listed; the others are combined in one row. */
const STATES_SHOWN = 7

function Box({ id, title, aside, to, all, children }: { id: string; title: string; aside: string; to: string; all: string; children: React.ReactNode }) {
  return (
    <section aria-labelledby={id} className="min-w-0 overflow-clip rounded-md border border-line bg-surface">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-line px-4 py-1">
        <h2 id={id}>{title}</h2>
        <span className="text-ink-2">{aside}</span>
        <Link to={to} className="ml-auto font-medium text-plum-600 hover:underline">
          {all}
        </Link>
      </div>
      {children}
    </section>
  )
}

export function TopProducts({ overview, period }: { overview: Overview; period: Period }) {
  const [params] = useSearchParams()
  return (
    <Box id="top-products" title={say.topProducts} aside={say.goodsMeans} to={viewSearch(params, 'product')} all={say.allSold(count(overview.sold))}>
      <ol>
        {overview.products.map((row) => (
          <li key={row.key} className="relative flex min-h-12 items-center gap-3 border-b border-line px-4 py-[6px] last:border-0 hover:bg-hover">
            <Picture src={row.image_url} alt="" width={32} height={32} sizes="32px" className="size-8! max-w-none flex-none rounded-sm object-cover" />
            <Link
              to={ordersPath({ from: period.from, to: period.to, product: row.key, sales: true })}
              className="line-clamp-2 min-w-0 flex-1 [overflow-wrap:anywhere] after:absolute after:inset-0 hover:underline"
            >
              {row.name}
            </Link>
            <span className="w-14 flex-none text-right text-ink-2 max-sm:hidden">{count(row.units)}</span>
            <span className="min-w-[104px] flex-none text-right">
              <span className="block font-medium">{formatRupees(toPaise(row.revenue))}</span>
              <ChangeCell now={toPaise(row.revenue)} before={toPaise(row.revenue_before)} />
            </span>
          </li>
        ))}
      </ol>
    </Box>
  )
}

export function States({ overview, period }: { overview: Overview; period: Period }) {
  const [params] = useSearchParams()
  const rest = overview.states.slice(STATES_SHOWN)
  const total = toPaise(overview.this.revenue)
  return (
    <Box id="by-state" title={say.byState} aside={say.placeOfSupply} to={viewSearch(params, 'state')} all={say.allOf(count(overview.states.length))}>
      <ol>
        {overview.states.slice(0, STATES_SHOWN).map((row) => (
          <ShareRow
            key={row.key}
            name={stateByCode(row.key)?.name ?? row.key}
            to={ordersPath({ from: period.from, to: period.to, state: stateByCode(row.key)?.name ?? row.key, sales: true })}
            now={toPaise(row.revenue)}
            before={toPaise(row.revenue_before)}
            total={total}
          />
        ))}
        {rest.length > 0 ? (
          <ShareRow
            name={say.furtherStates(rest.length)}
            to={viewSearch(params, 'state')}
            now={rest.reduce((sum, row) => sum + toPaise(row.revenue), 0)}
            before={rest.reduce((sum, row) => sum + toPaise(row.revenue_before), 0)}
            total={total}
          />
        ) : null}
      </ol>
    </Box>
  )
}

export function Methods({ overview, period }: { overview: Overview; period: Period }) {
  const [params] = useSearchParams()
  return (
    <Box id="by-payment" title={say.byPayment} aside="" to={viewSearch(params, 'payment')} all={say.allOf(count(overview.methods.length))}>
      <ol>
        {overview.methods.map((row) => (
          <ShareRow
            key={row.key}
            name={paymentMethodName(row.key)}
            to={ordersPath({ from: period.from, to: period.to, method: row.key, sales: true })}
            now={toPaise(row.revenue)}
            before={toPaise(row.revenue_before)}
            total={toPaise(overview.this.revenue)}
          />
        ))}
      </ol>
    </Box>
  )
}

function ShareRow({ name, to, now, before, total }: { name: string; to: string; now: number; before: number; total: number }) {
  return (
    <li className="relative flex min-h-11 items-center gap-3 border-b border-line px-4 py-[5px] last:border-0 hover:bg-hover">
      <Link to={to} className="w-[36%] min-w-0 truncate after:absolute after:inset-0 hover:underline">
        {name}
      </Link>
      <ShareBar part={now} whole={total} />
      <span className="min-w-[104px] flex-none text-right">
        <span className="block font-medium">{formatRupees(now)}</span>
        <ChangeCell now={now} before={before} />
      </span>
    </li>
  )
}
