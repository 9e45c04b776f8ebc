import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { orderText } from '#domain/orders/order-number.ts'
import * as say from '#words/admin-complaints.ts'
import * as listWords from '#words/admin-list.ts'
import { COMPLAINT_STATES, fetchComplaints, moveComplaints } from '../../data/admin/customers/complaints.ts'
import type { Complaint, ComplaintState } from '../../data/admin/customers/complaints.ts'
import { CSV_PAGE } from '../../data/admin/csv.ts'
import { known } from '../../data/admin/known.ts'
import { queryClient } from '../../data/api/queries.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { orderPath } from '../paths.ts'
import { BulkBar } from '../ui/bulk-bar.tsx'
import { Moment } from '../ui/cells.tsx'
import { DataTable } from '../ui/data-table.tsx'
import type { Column } from '../ui/data-table.tsx'
import { ExportButton } from '../ui/export-button.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { readList } from '../ui/list-url.ts'
import type { Filter } from '../ui/list-url.ts'
import { PageHead } from '../ui/page-head.tsx'
import { Pager, countText } from '../ui/pager.tsx'
import { useSelection } from '../ui/selection.ts'
import { toastUndo } from '../ui/undo.ts'
import { ViewTabs } from '../ui/view-tabs.tsx'
import { Message } from './message.tsx'
import { StateText } from './state-text.tsx'

const PAGE = 50
const KEY = 'admin-complaints'
const STATUS: Filter = { name: 'status', label: say.status, options: COMPLAINT_STATES.map((value) => ({ value, label: say.states[value] })) }
const VIEWS = [
  { name: say.states.open, search: 'status=open&sort=since.asc' },
  { name: say.allComplaints, search: '' },
]
const COLUMNS: Column<Complaint>[] = [
  { id: 'number', label: say.number, always: true, cell: (row) => <span className="font-semibold whitespace-nowrap">{row.number}</span> },
  { id: 'status', label: say.status, cell: (row) => <StateText state={row.status} /> },
  {
    id: 'message',
    label: say.message,
    always: true,
    cell: (row) => <Message text={row.message} />,
  },
  {
    id: 'contact',
    label: say.contact,
    cell: (row) => (
      <span className="typed">
        <span className="block">{row.name}</span>
        <a href={`mailto:${row.email}?subject=${encodeURIComponent(row.number)}`} className="link">
          {row.email}
        </a>
        {row.phone === null ? null : <span className="block whitespace-nowrap">{row.phone}</span>}
      </span>
    ),
  },
  {
    id: 'order',
    label: say.order,
    cell: (row) =>
      row.order_id === null ? null : (
        <Link to={orderPath(row.order_id)} className="link">
          {orderText(row.order_id, row.orders?.order_number)}
        </Link>
      ),
  },
  { id: 'since', label: say.since, sort: 'ascending', end: true, cell: (row) => <Moment at={row.created_at} waiting /> },
]

/** The grievance officer's list: complaints, optionally sorted by the longest waiting, answered one by one or in bulk. */
export default function Complaints() {
  const [params] = useSearchParams()
  const { search, filters, sort, cursor } = readList(params, [STATUS], ['since'])
  const list = { search, states: known(filters['status'] ?? [], COMPLAINT_STATES), oldestFirst: sort?.ascending === true }
  const page = useQuery({
    queryKey: [KEY, list, cursor],
    queryFn: () => fetchComplaints({ ...list, cursor, size: PAGE }),
    placeholderData: keepPreviousData,
  })
  const rows = page.data?.rows
  const selection = useSelection((rows ?? []).map(({ id }) => id))
  const chosen = (rows ?? []).filter(({ id }) => selection.has(id))

  async function move(complaints: readonly Complaint[], to: ComplaintState) {
    try {
      let stale = 0
      const undo: { ids: string[]; from: ComplaintState }[] = []
      for (const from of COMPLAINT_STATES) {
        const ids = complaints.filter(({ status }) => status === from && status !== to).map(({ id }) => id)
        const moved = ids.length === 0 ? [] : await moveComplaints(ids, from, to)
        stale += ids.length - moved.length
        if (moved.length > 0) undo.push({ ids: moved, from })
      }
      await queryClient.invalidateQueries({ queryKey: [KEY] })
      selection.clear()
      const count = undo.reduce((sum, { ids }) => sum + ids.length, 0)
      if (count > 0)
        toastUndo(say.moved(count, say.states[to]), async () => {
          for (const { ids, from } of undo) await moveComplaints(ids, to, from)
          await queryClient.invalidateQueries({ queryKey: [KEY] })
        })
      if (stale > 0) toast({ title: say.movedOn(stale), tone: 'error' })
    } catch {
      toast({ title: say.moveFailed, tone: 'error' })
    }
  }

  return (
    <>
      <PageHead
        title={say.complaints}
        aside={countText(page.data?.count ?? null)}
        actions={
          <ExportButton<Complaint>
            name="complaints"
            read={(at) => fetchComplaints({ ...list, cursor: at, size: CSV_PAGE })}
            columns={[
              { label: say.number, value: (row) => row.number },
              { label: say.status, value: (row) => say.states[row.status] },
              { label: say.message, value: (row) => row.message },
              { label: say.from, value: (row) => row.name },
              { label: say.contact, value: (row) => row.email },
              { label: say.order, value: (row) => row.order_id },
              { label: say.since, value: (row) => row.created_at },
            ]}
          />
        }
      />
      <ViewTabs list="complaints" views={VIEWS} />
      <FilterBar search={say.search} filters={[STATUS]} />
      <DataTable
        id="complaints"
        label={say.complaints}
        columns={COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ number }) => say.numbered(number)}
        selection={selection}
        busy={page.isFetching}
        error={page.error}
        onRetry={() => void page.refetch()}
        renderActions={(row) => (
          <button
            type="button"
            className="ctl"
            onClick={() => void move([row], row.status === 'open' ? 'answered' : row.status === 'answered' ? 'closed' : 'open')}
          >
            {row.status === 'open' ? say.markAnswered : row.status === 'answered' ? say.close : say.reopen}
            <span className="sr-only"> {row.number}</span>
          </button>
        )}
        empty={
          search !== '' || list.states.length > 1 ? (
            <EmptyState compact title={listWords.noMatch} text={listWords.noMatchText} />
          ) : (
            <EmptyState compact title={say.noneOpen} text={say.noneOpenText} />
          )
        }
      />
      <Pager page={page.data} />
      <BulkBar selection={selection}>
        <button type="button" className="ctl" onClick={() => void move(chosen, 'answered')}>
          {say.markAnswered}
        </button>
        <button type="button" className="ctl" onClick={() => void move(chosen, 'closed')}>
          {say.close}
        </button>
      </BulkBar>
    </>
  )
}
