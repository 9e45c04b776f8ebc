import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { stateByCode } from '#domain/addresses/states.ts'
import { paymentMethodName } from '#domain/orders/payment-methods.ts'
import * as say from '#words/admin-analytics.ts'
import { ALL_ROWS, fetchBreakdown } from '../../data/admin/reports/analytics.ts'
import type { BreakdownBy, BreakdownRow, BreakdownSort } from '../../data/admin/reports/analytics.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Picture } from '../../ui/pictures/picture.tsx'
import { ordersPath } from '../paths.ts'
import type { OrdersBehind } from '../paths.ts'
import { Money } from '../ui/cells.tsx'
import { DataTable } from '../ui/data-table.tsx'
import type { Column } from '../ui/data-table.tsx'
import { ExportButton } from '../ui/export-button.tsx'
import { readList } from '../ui/list-url.ts'
import { ChangeCell } from './change-cell.tsx'
import { ShareBar } from './share-bar.tsx'
import { PeriodBar } from './period-bar.tsx'
import type { Period } from './period.ts'
import { count } from './figure-texts.ts'

const PAGE = 50
const SORTS = ['name', 'units', 'orders', 'revenue', 'before', 'change'] as const

/** Sales by one dimension: sorted by the address, each row linked to its orders, all rows in the export. */
export function BreakdownView({ by, period }: { by: BreakdownBy; period: Period }) {
  const [params] = useSearchParams()
  const { sort } = readList(params, [], SORTS)
  const wish = { by, sort: (sort?.by ?? 'revenue') as BreakdownSort, ascending: sort?.ascending ?? false }
  const { from, to, before } = period
  const read = useQuery({
    queryKey: ['sales-breakdown', wish, from, to, before.from, before.to],
    queryFn: () => fetchBreakdown({ from, to, before }, { ...wish, limit: PAGE }),
    placeholderData: keepPreviousData,
  })
  const { data } = read
  const goods = by === 'product' || by === 'category'
  return (
    <>
      <PeriodBar period={period} />
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-2">
        <p aria-live="polite" className="min-w-0 flex-1 basis-[260px]">
          {data && goods ? `${say.goodsAndCharges(rupees(data.total), rupees(data.charges), sumText(data.total, data.charges))} ` : null}
          {by === 'category' ? `${say.categoryMeans} ` : null}
          {data && data.count > data.rows.length ? say.shown(count(data.rows.length), count(data.count)) : null}
        </p>
        <ExportButton<BreakdownRow>
          name={`sales-by-${by}-${from}-${to}`}
          read={async () => ({
            rows: (await fetchBreakdown({ from, to, before }, { ...wish, limit: ALL_ROWS })).rows,
            next: null,
            previous: null,
            count: null,
          })}
          columns={[
            { label: say.things[by], value: (row) => rowName(by, row) },
            ...(by === 'product' ? [{ label: say.sku, value: (row: BreakdownRow) => row.detail }] : []),
            { label: say.key, value: (row) => row.key },
            ...(goods ? [{ label: say.units, value: (row: BreakdownRow) => row.units }] : [{ label: say.orders, value: (row: BreakdownRow) => row.orders }]),
            { label: goods ? say.sales : say.revenue, value: (row) => row.revenue.toFixed(2) },
            { label: say.before, value: (row) => row.revenue_before.toFixed(2) },
          ]}
        />
      </div>
      <DataTable
        id={`sales-${by}`}
        label={say.views[by]}
        columns={columnsOf(by, toPaise(data?.total ?? 0))}
        rows={data?.rows}
        rowKey={({ key }) => key ?? ''}
        rowName={(row) => rowName(by, row)}
        rowTo={(row) => ordersOf(by, row, { from, to, sales: true })}
        busy={read.isFetching}
        error={read.error}
        onRetry={() => void read.refetch()}
        empty={<EmptyState compact title={say.noSales} text={say.noSalesText} />}
      />
    </>
  )
}

const rupees = (value: number): string => formatRupees(toPaise(value))
const sumText = (goods: number, charges: number): string => formatRupees(toPaise(goods) + toPaise(charges))

/** The link to the orders of a row. Deleted products and customers have no id to filter by. */
function ordersOf(by: BreakdownBy, { key }: BreakdownRow, days: OrdersBehind): string | undefined {
  if (key === null) return undefined
  if (by === 'state') return ordersPath({ ...days, state: stateByCode(key)?.name ?? key })
  return ordersPath(by === 'payment' ? { ...days, method: key } : { ...days, [by]: key })
}

function rowName(by: BreakdownBy, { key, name, detail }: BreakdownRow): string {
  if (key === null) return say.gone[by]
  if (by === 'state') return stateByCode(key)?.name ?? key
  if (by === 'payment') return paymentMethodName(key)
  if (by === 'category' && detail !== null) return `${detail} › ${name ?? ''}`
  return name ?? say.nameless(key.slice(0, 8))
}

function columnsOf(by: BreakdownBy, total: number): Column<BreakdownRow>[] {
  const goods = by === 'product' || by === 'category'
  return [
    { id: 'name', label: say.things[by], sort: 'ascending', always: true, cell: (row) => <Name by={by} row={row} /> },
    ...(by === 'product' ? [{ id: 'sku', label: say.sku, hidden: true, cell: (row: BreakdownRow) => row.detail }] : []),
    goods
      ? { id: 'units', label: say.units, sort: 'descending', end: true, cell: (row) => count(row.units) }
      : { id: 'orders', label: say.orders, sort: 'descending', end: true, cell: (row) => count(row.orders) },
    { id: 'share', label: say.share, end: true, cell: (row) => <ShareBar part={toPaise(row.revenue)} whole={total} /> },
    { id: 'revenue', label: goods ? say.sales : say.revenue, sort: 'descending', end: true, always: true, cell: (row) => <Money rupees={row.revenue} /> },
    { id: 'before', label: say.before, sort: 'descending', end: true, cell: (row) => <Money rupees={row.revenue_before} /> },
    {
      id: 'change',
      label: say.change,
      sort: 'descending',
      end: true,
      cell: (row) => <ChangeCell now={toPaise(row.revenue)} before={toPaise(row.revenue_before)} />,
    },
  ]
}

function Name({ by, row }: { by: BreakdownBy; row: BreakdownRow }) {
  if (by === 'category' && row.detail !== null && row.key !== null)
    return (
      <>
        <span className="font-normal text-ink-2">{row.detail} › </span>
        {row.name}
      </>
    )
  const name = <span className="[overflow-wrap:anywhere] md:min-w-[110px]">{rowName(by, row)}</span>
  if (by !== 'product')
    return (
      <>
        {name}
        {by === 'customer' && row.detail !== null ? <span className="font-normal text-ink-2"> · {row.detail}</span> : null}
      </>
    )
  return (
    <span className="inline-flex items-center gap-3 align-middle">
      <Picture src={row.image_url} alt="" width={32} height={32} sizes="32px" className="size-8! max-w-none flex-none rounded-sm object-cover" />
      {name}
    </span>
  )
}
