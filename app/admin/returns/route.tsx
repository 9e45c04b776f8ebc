import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { formatOrderNumber } from '#domain/orders/order-number.ts'
import { OPEN_RETURN_STATES, RETURN_STATES } from '#domain/orders/returns.ts'
import * as listWords from '#words/admin-list.ts'
import * as say from '#words/returns.ts'
import { known } from '../../data/admin/known.ts'
import { fetchReturnCounts, fetchReturnList } from '../../data/admin/orders/returns.ts'
import type { ListedReturn } from '../../data/admin/orders/returns.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ReturnState } from '../../ui/orders/return-state.tsx'
import { RETURNS_KEY } from '../orders/returns/step.ts'
import { orderPath } from '../paths.ts'
import { Moment } from '../ui/cells.tsx'
import { DataTable } from '../ui/data-table.tsx'
import type { Column } from '../ui/data-table.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { readList } from '../ui/list-url.ts'
import type { Filter } from '../ui/list-url.ts'
import { PageHead } from '../ui/page-head.tsx'
import { Pager, countText } from '../ui/pager.tsx'
import { ViewTabs } from '../ui/view-tabs.tsx'

const PAGE = 50
const STATE: Filter = { name: 'state', label: say.state, options: RETURN_STATES.map((value) => ({ value, label: say.states[value] })) }

const COLUMNS: Column<ListedReturn>[] = [
  {
    id: 'order',
    label: say.order,
    always: true,
    cell: (row) => (
      <Link to={orderPath(row.order_id)} className="link num font-semibold whitespace-nowrap">
        {formatOrderNumber(row.orders.order_number)} · {say.numbered(row.number)}
      </Link>
    ),
  },
  { id: 'state', label: say.state, cell: (row) => <ReturnState state={row.state} /> },
  { id: 'customer', label: say.customer, cell: (row) => <span className="typed">{row.orders.company_name || row.orders.full_name}</span> },
  { id: 'reason', label: say.reason, cell: (row) => say.reasons[row.reason] },
  { id: 'pieces', label: say.pieces, end: true, cell: (row) => row.return_lines.reduce((sum, { quantity }) => sum + quantity, 0) },
  { id: 'since', label: say.asked, sort: 'ascending', end: true, cell: (row) => <Moment at={row.created_at} waiting={row.state === 'requested'} /> },
]

/** The returns of all orders by state; each is worked on at its order. */
export default function Returns() {
  const [params] = useSearchParams()
  const { filters, sort, cursor } = readList(params, [STATE], ['since'])
  const list = { states: known(filters['state'] ?? [], RETURN_STATES), oldestFirst: sort?.ascending === true }
  const counts = useQuery({ queryKey: [RETURNS_KEY, 'counts'], queryFn: fetchReturnCounts })
  const page = useQuery({
    queryKey: [RETURNS_KEY, 'list', list, cursor],
    queryFn: () => fetchReturnList({ ...list, cursor, size: PAGE }),
    placeholderData: keepPreviousData,
  })
  const views = [
    ...OPEN_RETURN_STATES.map((state) => ({
      name: counts.data ? say.countedState(say.states[state], counts.data[state]) : say.states[state],
      search: `state=${state}&sort=since.asc`,
    })),
    { name: say.all, search: '' },
  ]
  return (
    <>
      <PageHead title={say.returns} aside={countText(page.data?.count ?? null)} />
      <ViewTabs list="returns" views={views} />
      <FilterBar filters={[STATE]} />
      <DataTable
        id="returns"
        label={say.returns}
        columns={COLUMNS}
        rows={page.data?.rows}
        rowKey={({ id }) => id}
        rowName={(row) => `${say.numbered(row.number)} ${formatOrderNumber(row.orders.order_number)}`}
        busy={page.isFetching}
        error={page.error}
        onRetry={() => void page.refetch()}
        empty={
          list.states.length > 0 ? (
            <EmptyState compact title={listWords.noMatch} text={listWords.noMatchText} />
          ) : (
            <EmptyState compact title={say.none} text={say.noneText} />
          )
        }
      />
      <Pager page={page.data} />
    </>
  )
}
