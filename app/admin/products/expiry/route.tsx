import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { daysLeft, EXPIRY_PERIODS } from '#domain/products/expiry.ts'
import type { ExpiryPeriod } from '#domain/products/expiry.ts'
import { formatDay } from '#domain/time/dates.ts'
import { groupIndian } from '#domain/money/money.ts'
import * as say from '#words/admin-batches.ts'
import { CSV_PAGE } from '../../../data/admin/csv.ts'
import type { CsvColumn } from '../../../data/admin/csv.ts'
import { fetchExpiring, fetchExpiryCounts } from '../../../data/admin/products/batches.ts'
import type { ListedBatch } from '../../../data/admin/products/batches.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { editProductPath } from '../../paths.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ExpiryCell } from '../expiry-cell.tsx'
import { ViewTabs } from '../../ui/view-tabs.tsx'

const PAGE = 50
const KEY = 'product-batches'
const PERIODS = Object.keys(EXPIRY_PERIODS) as ExpiryPeriod[]
const FIRST: ExpiryPeriod = 'in30'

const columnsOn = (today: string): Column<ListedBatch>[] => [
  {
    id: 'product',
    label: say.product,
    always: true,
    phone: 'left',
    cell: ({ product }) => (
      <span className="typed text-left">
        <span className="block font-semibold">{product.name}</span>
        <span className="font-normal text-ink-2">{product.sku}</span>
      </span>
    ),
  },
  { id: 'batch', label: say.batch, phone: 'left', cell: ({ batch }) => <span className="[overflow-wrap:anywhere]">{batch}</span> },
  {
    id: 'expires',
    label: say.expires,
    phone: 'right',
    cell: ({ expires_on, remaining }) => <ExpiryCell expiresOn={expires_on} remaining={remaining} today={today} />,
  },
  { id: 'made', label: say.madeOn, hidden: true, cell: ({ made_on }) => (made_on === null ? '–' : formatDay(made_on)) },
  { id: 'remaining', label: say.remaining, end: true, phone: 'left', cell: ({ remaining }) => groupIndian(String(remaining)) },
  { id: 'received', label: say.received, end: true, phone: 'away', cell: ({ received }) => groupIndian(String(received)) },
  { id: 'stock', label: say.inStock, end: true, phone: 'away', cell: ({ product }) => groupIndian(String(product.stock)) },
]

const csvColumns = (today: string): CsvColumn<ListedBatch>[] => [
  { label: say.product, value: ({ product }) => product.name },
  { label: say.sku, value: ({ product }) => product.sku },
  { label: say.batch, value: ({ batch }) => batch },
  { label: say.expiresOn, value: ({ expires_on }) => expires_on },
  { label: say.daysColumn, value: ({ expires_on }) => daysLeft(expires_on, today) },
  { label: say.madeOn, value: ({ made_on }) => made_on },
  { label: say.received, value: ({ received }) => received },
  { label: say.remaining, value: ({ remaining }) => remaining },
  { label: say.inStock, value: ({ product }) => product.stock },
]

/** Batches with pieces left that have expired or expire soon, the first to expire first. */
export default function Expiry() {
  const [params] = useSearchParams()
  const period = PERIODS.find((one) => one === params.get('expires')) ?? FIRST
  const cursor = params.get('page')
  const counts = useQuery({ queryKey: [KEY, 'counts'], queryFn: fetchExpiryCounts })
  const today = counts.data?.today
  const page = useQuery({
    queryKey: [KEY, 'list', period, today, cursor],
    queryFn: () => fetchExpiring(period, today ?? '', { cursor, size: PAGE }),
    enabled: today !== undefined,
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHead
        title={say.title}
        back={{ to: '/admin/products', label: say.products }}
        actions={
          today === undefined ? undefined : (
            <ExportButton<ListedBatch> name="expiry" columns={csvColumns(today)} read={(at) => fetchExpiring(period, today, { cursor: at, size: CSV_PAGE })} />
          )
        }
      />
      <ViewTabs
        list="expiry"
        views={PERIODS.map((one) => ({ name: say.periods[one], search: one === FIRST ? '' : `expires=${one}`, count: counts.data?.[one] }))}
      />
      <p className="mb-3 text-ink-2">{say.hint}</p>
      <DataTable
        id="expiry"
        label={say.list}
        columns={columnsOn(today ?? '')}
        rows={today === undefined ? undefined : page.data?.rows}
        rowKey={({ id }) => id}
        rowName={({ batch, product }) => `${product.name}, ${batch}`}
        rowTo={({ product_id }) => `${editProductPath(product_id)}#batches`}
        busy={page.isFetching}
        error={counts.error ?? page.error}
        onRetry={() => void Promise.all([counts.refetch(), page.refetch()])}
        empty={<EmptyState compact title={say.none} text={say.noneText} />}
      />
      <Pager page={page.data} />
    </>
  )
}
