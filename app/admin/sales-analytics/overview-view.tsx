import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { formatTime } from '#domain/time/dates.ts'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { stateByCode } from '#domain/addresses/states.ts'
import { paymentMethodName } from '#domain/orders/payment-methods.ts'
import * as say from '#words/admin-analytics.ts'
import { fetchOverview } from '../../data/admin/analytics.ts'
import type { Overview } from '../../data/admin/analytics.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Picture } from '../../ui/picture.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { ordersPath } from '../paths.ts'
import { bucketsOf } from './buckets.ts'
import { ChangeCell } from './change-cell.tsx'
import { BesideSales, FigureCards } from './figure-cards.tsx'
import { SalesChart } from './sales-chart.tsx'
import { ShareBar } from './share-bar.tsx'
import { BucketTable } from './bucket-table.tsx'
import { PeriodBar, segment } from './period-bar.tsx'
import { GRANULARITIES, withPeriod } from './period.ts'
import type { Period } from './period.ts'
import { KINDS, count } from './figure-texts.ts'
import type { Kind } from './figure-texts.ts'
import { viewSearch } from './views.ts'

/** How many States are listed; the others are combined in one row. */
const STATES_SHOWN = 7

/** Figures, the chart and the best sellers, in one request. */
export function OverviewView({ period }: { period: Period }) {
  const [params] = useSearchParams()
  const kind = KINDS.find((one) => one === params.get('figure')) ?? 'revenue'
  const { from, to, before } = period
  const overview = useQuery({
    queryKey: ['sales-overview', from, to, before.from, before.to],
    queryFn: () => fetchOverview({ from, to, before }),
    placeholderData: keepPreviousData,
    // a period that includes today keeps changing
    refetchInterval: to === period.today ? 60_000 : false,
  })
  const { data } = overview
  return (
    <>
      <PeriodBar period={period} />
      {overview.isError ? <ErrorPanel title={say.failed} text={say.failedText} error={overview.error} onRetry={() => void overview.refetch()} /> : null}
      {data ? (
        <div className="grid gap-4" aria-busy={overview.isPlaceholderData}>
          <section aria-label={say.figures} className="overflow-clip rounded-md border border-line bg-surface">
            <FigureCards overview={data} kind={kind} />
            <Steps period={period} overview={data} kind={kind} />
            <BesideSales overview={data} period={period} />
          </section>
          <p className="text-ink-2">
            {say.saleMeans} {to === period.today ? say.untilNow(formatTime(data.as_of)) : null}
          </p>
          {data.products.length > 0 || data.states.length > 0 ? (
            <div className="grid items-start gap-4 lg:grid-cols-2">
              <TopProducts overview={data} period={period} />
              <div className="grid gap-4">
                <States overview={data} period={period} />
                <Methods overview={data} period={period} />
              </div>
            </div>
          ) : null}
        </div>
      ) : overview.isPending ? (
        <TextSkeleton />
      ) : null}
    </>
  )
}

function Steps({ period, overview, kind }: { period: Period; overview: Overview; kind: Kind }) {
  const [params, setParams] = useSearchParams()
  const table = params.get('show') === 'table'
  const label = say.chartTitle(say.figure[kind], say.byGranularity[period.granularity])
  const turned = new URLSearchParams(params)
  if (table) turned.delete('show')
  else turned.set('show', 'table')
  useShortcuts(
    GRANULARITIES.filter((granularity) => period.granularities.includes(granularity)).map((granularity) => ({
      keys: granularity.charAt(0),
      label: say.chartTitle(say.chart, say.byGranularity[granularity]),
      group: say.group,
      run: () => setParams(withPeriod(params, { granularity }), { preventScrollReset: true }),
    })),
  )
  const buckets = bucketsOf(period, overview.days, overview.days_before)
  return (
    <div className="border-t border-line pt-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pb-3">
        <h2>{label}</h2>
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <nav aria-label={say.steps} className="rounded-md bg-sunken p-[3px]">
            <ul className="flex">
              {period.granularities.map((granularity) => (
                <li key={granularity}>
                  <Link
                    to={{ search: withPeriod(params, { granularity }).toString() }}
                    preventScrollReset
                    aria-current={period.granularity === granularity ? 'true' : undefined}
                    className={segment(period.granularity === granularity)}
                  >
                    {say.granularities[granularity]}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <Link to={{ search: turned.toString() }} replace preventScrollReset className="ctl">
            {table ? say.showChart : say.showTable}
          </Link>
        </div>
      </div>
      {table ? (
        <div className="border-t border-line">
          <BucketTable buckets={buckets} kind={kind} label={label} />
        </div>
      ) : overview.this.orders + overview.before.orders === 0 ? (
        <EmptyState compact title={say.noSales} text={say.noSalesText} />
      ) : (
        <div className="px-4 pt-2 pb-4">
          <SalesChart buckets={buckets} kind={kind} label={label} />
        </div>
      )}
    </div>
  )
}

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

function TopProducts({ overview, period }: { overview: Overview; period: Period }) {
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

function States({ overview, period }: { overview: Overview; period: Period }) {
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

function Methods({ overview, period }: { overview: Overview; period: Period }) {
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

/** The same boxes as the loaded page, so that the layout does not shift. */
function TextSkeleton() {
  return (
    <div aria-hidden="true" className="late grid gap-4">
      {['h-[460px]', 'h-[420px]'].map((height) => (
        <div key={height} className={`bone rounded-md ${height}`} />
      ))}
    </div>
  )
}
