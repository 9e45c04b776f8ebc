import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { formatDay } from '#domain/time/dates.ts'
import * as say from '#words/admin-remittances.ts'
import { REMITTANCES_KEY, fetchRemittances } from '../../../data/admin/orders/remittances.ts'
import type { ListedRemittance } from '../../../data/admin/orders/remittances.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { Moment, Money } from '../../ui/cells.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { readList } from '../../ui/list-url.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'

const PAGE = 50
const money = (id: 'received' | 'charges' | 'collected' | 'booked', label: string): Column<ListedRemittance> => ({
  id,
  label,
  end: true,
  phone: id === 'received' ? 'right' : 'away',
  cell: (row) => <Money rupees={row[id]} />,
})
const COLUMNS: Column<ListedRemittance>[] = [
  {
    id: 'courier',
    label: say.courier,
    always: true,
    phone: 'left',
    cell: ({ courier, reference }) => (
      <span className="grid [overflow-wrap:anywhere]">
        <b className="font-semibold">{courier}</b>
        <span className="text-ink-2">{reference}</span>
      </span>
    ),
  },
  { id: 'day', label: say.receivedOn, phone: 'right', cell: ({ received_on }) => <span className="whitespace-nowrap">{formatDay(received_on)}</span> },
  { id: 'lines', label: say.lines, end: true, phone: 'away', cell: ({ lines }) => lines },
  money('collected', say.collected),
  money('charges', say.charges),
  money('received', say.received),
  money('booked', say.booked),
  {
    id: 'open',
    label: say.open,
    phone: 'left',
    cell: ({ open }) => (open === 0 ? null : <b className="font-semibold whitespace-nowrap text-late">{say.openCount(open)}</b>),
  },
  { id: 'at', label: say.bookedOn, end: true, phone: 'away', cell: ({ created_at }) => <Moment at={created_at} /> },
]

/** The transfers of couriers that were booked, newest first. */
export default function Remittances() {
  const [params] = useSearchParams()
  const { cursor } = readList(params, [], [])
  const page = useQuery({ queryKey: [REMITTANCES_KEY, 'list', cursor], queryFn: () => fetchRemittances(cursor, PAGE), placeholderData: keepPreviousData })
  return (
    <>
      <PageHead
        title={say.title}
        back={{ to: '/admin/orders/to-collect', label: say.toCollect }}
        actions={
          <Link to="/admin/orders/remittances/book" className="ctl ctl-main">
            {say.add}
          </Link>
        }
      />
      <DataTable
        id="remittances"
        label={say.title}
        columns={COLUMNS}
        rows={page.data?.rows}
        rowKey={({ id }) => id}
        rowName={({ courier, reference }) => say.named(courier, reference)}
        rowTo={({ id }) => `/admin/orders/remittances/${id}`}
        busy={page.isFetching}
        error={page.error}
        onRetry={() => void page.refetch()}
        empty={<EmptyState compact title={say.none} text={say.noneText} />}
      />
      <Pager page={page.data} />
    </>
  )
}
