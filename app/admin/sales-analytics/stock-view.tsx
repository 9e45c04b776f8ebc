import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { formatRupees, groupIndian, toPaise } from '#domain/money/money.ts'
import { COVER_LISTS, firstCover } from '#domain/shop/stock-cover.ts'
import type { CoverList } from '#domain/shop/stock-cover.ts'
import { formatTime } from '#domain/time/dates.ts'
import * as say from '#words/admin-analytics.ts'
import { ALL_ROWS, fetchStockCover } from '../../data/admin/reports/analytics.ts'
import type { CoverRow, StockCover } from '../../data/admin/reports/analytics.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Picture } from '../../ui/pictures/picture.tsx'
import { editProductPath } from '../paths.ts'
import { Money } from '../ui/cells.tsx'
import { DataTable } from '../ui/data-table.tsx'
import type { Column } from '../ui/data-table.tsx'
import { ExportButton } from '../ui/export-button.tsx'
import { readList } from '../ui/list-url.ts'
import { daysAway } from './days.ts'
import type { Day } from './days.ts'
import { PeriodBar, segment } from './period-bar.tsx'
import type { Period } from './period.ts'
import { count, dayText } from './figure-texts.ts'

const SORTS = ['name', 'left', 'stock', 'units', 'money'] as const
const WITHIN = [7, 14, 30, 60, 90] as const

/** How long the stock lasts at the rate of sale of the selected days, and what remains unsold; each row links to its product. */
export function StockView({ period }: { period: Period }) {
  const [params, setParams] = useSearchParams()
  const list = COVER_LISTS.find((one) => one === params.get('list')) ?? 'soon'
  const first = firstCover(list)
  const within = WITHIN.find((days) => String(days) === params.get('within')) ?? first.within
  const { sort } = readList(params, [], SORTS)
  const wish = { ...first, within, sort: SORTS.find((one) => one === sort?.by) ?? first.sort, ascending: sort?.ascending ?? first.ascending }
  const read = useQuery({
    queryKey: ['stock-cover', wish, period.from, period.to],
    queryFn: () => fetchStockCover(period, wish),
    placeholderData: keepPreviousData,
  })
  const { data } = read
  const changed = (change: Record<string, string>) => {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(change)) next.set(name, value)
    return next
  }
  const knowsCosts = data !== undefined && data.cost !== null
  const listed = data ? { soon: data.soon, dead: data.dead, all: data.all }[list] : 0
  return (
    <>
      <PeriodBar period={period} against={false} />
      {data ? <Figures cover={data} within={within} /> : null}
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <nav aria-label={say.views.stock} className="no-bar max-w-full overflow-x-auto rounded-md bg-sunken p-[3px]">
          <ul className="flex">
            {COVER_LISTS.map((one) => {
              const next = changed({ list: one })
              next.delete('sort')
              return (
                <li key={one}>
                  <Link to={{ search: next.toString() }} aria-current={one === list ? 'true' : undefined} className={segment(one === list)}>
                    {say.lists[one]}
                  </Link>
                </li>
              )
            })}
          </ul>
        </nav>
        {list === 'soon' ? (
          <label className="flex items-center gap-2 text-ink-2">
            {say.within}
            <select className="box" value={within} onChange={(event) => setParams(changed({ within: event.target.value }), { replace: true })}>
              {WITHIN.map((days) => (
                <option key={days} value={days}>
                  {say.withinDays(days)}
                </option>
              ))}
            </select>
          </label>
        ) : null}
        <p aria-live="polite" className="min-w-0 flex-1 basis-[220px] text-ink-2">
          {say.coverMeans} {data ? say.countedAt(formatTime(data.as_of)) : null}{' '}
          {data && listed > data.rows.length ? say.shown(count(data.rows.length), count(listed)) : null}
        </p>
        <ExportButton<CoverRow>
          name={`stock-cover-${list}-${period.to}`}
          read={async () => ({ rows: (await fetchStockCover(period, { ...wish, limit: ALL_ROWS })).rows, next: null, previous: null, count: null })}
          columns={[
            { label: say.things.product, value: (row) => row.name },
            { label: say.sku, value: (row) => row.sku },
            { label: say.status, value: (row) => row.status },
            { label: say.inStock, value: (row) => row.stock },
            { label: say.sold, value: (row) => row.units },
            { label: say.days, value: (row) => row.days },
            { label: say.perDay, value: (row) => paceText(row) },
            { label: say.lasts, value: (row) => row.days_left },
            { label: say.money, value: (row) => row.money.toFixed(2) },
            ...(knowsCosts ? [{ label: say.atCost, value: (row: CoverRow) => row.cost?.toFixed(2) ?? '' }] : []),
          ]}
        />
      </div>
      <DataTable
        id={`stock-${list}`}
        label={say.lists[list]}
        columns={columnsOf(list, period.today, knowsCosts)}
        rows={data?.rows}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowTo={({ id }) => editProductPath(id)}
        busy={read.isFetching}
        error={read.error}
        onRetry={() => void read.refetch()}
        empty={<Nothing list={list} />}
      />
    </>
  )
}

function Figures({ cover, within }: { cover: StockCover; within: number }) {
  const priced = say.moneyHint(count(cover.all))
  const figures = [
    ['soon', say.soonFigure, count(cover.soon), say.soonHint(count(cover.out), say.withinDays(within))],
    ['dead', say.deadFigure, count(cover.dead), say.deadHint(formatRupees(toPaise(cover.dead_money)))],
    [
      'money',
      say.moneyFigure,
      formatRupees(toPaise(cover.money)),
      cover.cost === null ? priced : `${priced}, ${say.costHint(formatRupees(toPaise(cover.cost)), cover.costless)}`,
    ],
  ] as const
  return (
    <dl className="mb-4 grid gap-px overflow-clip rounded-md border border-line bg-line md:grid-cols-3">
      {figures.map(([name, label, value, hint]) => (
        <div key={name} data-figure={name} className="bg-surface px-4 py-3">
          <dt className="text-ink-2">{label}</dt>
          <dd>
            <span className="block text-2xl leading-[1.3] font-semibold [overflow-wrap:anywhere]">{value}</span>
            <span className="text-ink-2">{hint}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Units per day, with one decimal below ten. */
function paceText({ units, days }: CoverRow): string {
  const tenthsADay = Math.round((units * 10) / days)
  return tenthsADay < 100 ? `${Math.floor(tenthsADay / 10)}.${tenthsADay % 10}` : groupIndian(String(Math.round(tenthsADay / 10)))
}

function columnsOf(list: CoverList, today: Day, knowsCosts: boolean): Column<CoverRow>[] {
  const lasts: Column<CoverRow> = { id: 'left', label: say.lasts, sort: 'ascending', end: true, cell: (row) => <Lasts row={row} today={today} /> }
  return [
    {
      id: 'name',
      label: say.things.product,
      sort: 'ascending',
      always: true,
      cell: (row) => (
        <span className="inline-flex items-center gap-3 align-middle">
          <Picture src={row.image_url} alt="" width={32} height={32} sizes="32px" className="size-8! max-w-none flex-none rounded-sm object-cover" />
          <span className="[overflow-wrap:anywhere] md:min-w-[110px]">
            {row.name}
            {row.status === 'active' ? null : <span className="font-normal text-ink-2"> ({say.statuses[row.status] ?? row.status})</span>}
          </span>
        </span>
      ),
    },
    { id: 'sku', label: say.sku, hidden: true, cell: (row) => row.sku },
    { id: 'stock', label: say.inStock, sort: 'ascending', end: true, always: true, cell: (row) => count(row.stock) },
    { id: 'units', label: say.sold, sort: 'descending', end: true, cell: (row) => (row.units === 0 ? '0' : say.soldIn(count(row.units), row.days)) },
    { id: 'pace', label: say.perDay, end: true, cell: (row) => paceText(row) },
    ...(list === 'dead' ? [] : [lasts]),
    { id: 'money', label: say.money, sort: 'descending', end: true, cell: (row) => <Money rupees={row.money} /> },
    ...(knowsCosts ? [{ id: 'cost', label: say.atCost, end: true, cell: (row: CoverRow) => <Money rupees={row.cost} /> }] : []),
  ]
}

function Lasts({ row, today }: { row: CoverRow; today: Day }) {
  if (row.days_left === null) return <span className="text-ink-2">{say.notSold}</span>
  if (row.stock === 0) return <b className="font-semibold text-bad">{say.soldOut}</b>
  if (row.days_left > 366) return <span className="text-ink-2">{say.lastsLong}</span>
  return (
    <span className={row.days_left <= 7 ? 'font-semibold text-late' : ''}>
      {say.lastsDays(count(row.days_left), row.days_left === 1, dayText(daysAway(today, row.days_left)))}
    </span>
  )
}

function Nothing({ list }: { list: CoverList }) {
  if (list === 'soon') return <EmptyState compact title={say.noneSoon} text={say.noneSoonText} />
  if (list === 'dead') return <EmptyState compact title={say.noneDead} text={say.noneDeadText} />
  return <EmptyState compact title={say.noStock} text={say.noStockText} />
}
