import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import * as say from '#words/admin-customers.ts'
import { fetchCustomerOrders } from '../../../data/admin/customers/customer.ts'
import type { CustomerOrder } from '../../../data/admin/customers/customer.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { staffPaymentText } from '../../../ui/orders/payment-text.ts'
import { StatusBadge } from '../../../ui/orders/status-badge.tsx'
import { orderPath } from '../../paths.ts'
import { Moment, Money } from '../../ui/cells.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { readList } from '../../ui/list-url.ts'
import { Pager, countText } from '../../ui/pager.tsx'

const PAGE = 20
const COLUMNS: Column<CustomerOrder>[] = [
  { id: 'number', label: say.number, always: true, phone: 'left', cell: (row) => <span className="md:whitespace-nowrap">{say.orderNumber(row)}</span> },
  { id: 'placed', label: say.placed, phone: 'right', cell: (row) => <Moment at={row.created_at} /> },
  { id: 'status', label: say.status, phone: 'left', cell: (row) => <StatusBadge status={row.status} /> },
  { id: 'payment', label: say.payment, phone: 'right', cell: (row) => staffPaymentText(row) },
  { id: 'total', label: say.total, phone: 'right', end: true, cell: (row) => <Money rupees={row.total_amount} /> },
]

/** Every order of the customer, newest first, with its own pagination. */
export function OrderHistory({ userId, guest }: { userId: string; guest: boolean }) {
  const [params] = useSearchParams()
  const { cursor } = readList(params, [], [])
  const page = useQuery({
    queryKey: ['admin-customer-orders', userId, guest, cursor],
    queryFn: () => fetchCustomerOrders({ id: userId, guest }, cursor, PAGE),
    placeholderData: keepPreviousData,
  })
  return (
    <section>
      <div className="mb-2 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2>{say.orderHistory}</h2>
        <span className="text-ink-2">{countText(page.data?.count ?? null)}</span>
        <Link to={`/admin/orders?customer=${userId}`} className="link ml-auto">
          {say.allOrders}
        </Link>
      </div>
      <DataTable
        id="customer-orders"
        label={say.orderHistory}
        columns={COLUMNS}
        rows={page.data?.rows}
        rowKey={({ id }) => id}
        rowName={say.orderNumber}
        rowTo={({ id }) => orderPath(id)}
        busy={page.isFetching}
        error={page.error}
        onRetry={() => void page.refetch()}
        empty={
          <div className="rounded-md border border-line">
            <EmptyState compact heading="h3" title={say.noOrders} text={say.noOrdersText} />
          </div>
        }
      />
      <Pager page={page.data} />
    </section>
  )
}
