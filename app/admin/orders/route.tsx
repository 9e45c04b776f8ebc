import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useOutletContext, useSearchParams } from 'react-router'
import * as statementWords from '#words/admin-bank-statement.ts'
import * as say from '#words/admin-orders.ts'
import * as listWords from '#words/admin-list.ts'
import { CSV_PAGE } from '../../data/admin/csv.ts'
import { fetchAdminOrders, fetchQueueCounts, fetchOrderSteps } from '../../data/admin/orders/orders.ts'
import type { AdminOrder } from '../../data/admin/orders/orders.ts'
import { fetchUnmatched, unmatchedKey, toCollectKey } from '../../data/admin/orders/payments.ts'
import { queryClient } from '../../data/api/queries.ts'
import type { SessionUser } from '../../data/session/session.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { useMay } from '../access.ts'
import { DataTable } from '../ui/data-table.tsx'
import { ExportButton } from '../ui/export-button.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Pager, countText } from '../ui/pager.tsx'
import { ViewTabs } from '../ui/view-tabs.tsx'
import { BulkActions } from './bulk/bulk-actions.tsx'
import { useOrderSelection } from './bulk/order-selection.ts'
import { OrderDialogs } from './dialogs/dialogs.tsx'
import type { Asked } from './dialogs/dialogs.tsx'
import { ORDERS_KEY, QUEUE_COUNTS_KEY, useLiveOrders } from './live-list.ts'
import { MoreFilters } from './more-filters.tsx'
import { COLUMNS, CSV_COLUMNS } from './order-columns.tsx'
import { FILTERS, MORE, orderInList, readOrders, viewsOf } from './order-list.ts'
import { UnmatchedList } from './unmatched/unmatched-list.tsx'
import { needsAdmin } from './unmatched/unmatched-words.ts'
import { BY_DAY } from './order-days.tsx'
import { RowActions } from './row-actions.tsx'

/** All orders: searched, filtered, updated live, and moved on one by one or in bulk; beside them the unmatched payments. */
export default function AdminOrders() {
  const admin = useOutletContext<SessionUser>()
  const [params, setParams] = useSearchParams()
  const may = useMay()
  const unmatched = params.get('view') === 'payments' && may('payments.manage')
  const { cursor, narrowed, ...list } = readOrders(params)
  const { page, live, waiting, show } = useLiveOrders(list, cursor, !unmatched)
  const queues = useQuery({ queryKey: QUEUE_COUNTS_KEY, queryFn: fetchQueueCounts })
  const steps = useQuery({ queryKey: ['order-steps'], queryFn: fetchOrderSteps, staleTime: Infinity })
  const payments = useQuery({ queryKey: unmatchedKey, queryFn: fetchUnmatched, enabled: may('payments.manage') })
  const toSettle = payments.data?.filter(needsAdmin).length ?? 0
  const [asked, setAsked] = useState<Asked | null>(null)
  const rows = page.data?.rows
  const { selection, chosen, selectWhole, busy } = useOrderSelection(list, rows ?? [])
  const pages = page.data !== undefined && (page.data.next !== null || page.data.previous !== null)
  const reload = () => {
    void queryClient.invalidateQueries({ queryKey: [ORDERS_KEY] })
    void queryClient.invalidateQueries({ queryKey: QUEUE_COUNTS_KEY })
    void queryClient.invalidateQueries({ queryKey: toCollectKey })
  }

  return (
    <>
      <PageHead
        title={say.orders}
        aside={
          <span className="inline-flex items-center gap-[6px]">
            <span aria-hidden="true" className={`size-[7px] rounded-full ${live ? 'bg-good' : 'bg-control'}`} />
            {live ? say.live : null}
          </span>
        }
        actions={
          <>
            {may('payments.manage') ? (
              <Link to="/admin/orders/to-collect" className="ctl">
                {say.toCollect}
                {queues.data && queues.data.collect > 0 ? <b className="font-semibold text-late">{countText(queues.data.collect)}</b> : null}
              </Link>
            ) : null}
            {may('payments.manage') ? (
              <button type="button" className="ctl" aria-pressed={unmatched} onClick={() => setParams(unmatched ? {} : { view: 'payments' })}>
                {say.unmatched}
                {toSettle > 0 ? <b className="font-semibold text-late">{say.toSettle(toSettle)}</b> : null}
              </button>
            ) : null}
            {may('payments.manage') ? (
              <Link to="/admin/orders/bank-statement" className="ctl">
                {statementWords.title}
              </Link>
            ) : null}
            <ExportButton<AdminOrder> name="orders" columns={CSV_COLUMNS} read={(at) => fetchAdminOrders(list, at, CSV_PAGE)} />
            {may('orders.create') ? (
              <Link to="/admin/orders/create" className="ctl ctl-main">
                {say.newOrder}
              </Link>
            ) : null}
          </>
        }
      />
      <ViewTabs list="orders" views={viewsOf(queues.data)} />
      {unmatched ? (
        <UnmatchedList />
      ) : (
        <>
          <FilterBar search={say.search} filters={FILTERS} more={{ names: MORE, controls: <MoreFilters filters={list.filters} /> }} />
          <div role="status" className="contents">
            {waiting > 0 ? (
              <button type="button" className="ctl mb-3 w-full border-processing! text-processing!" onClick={() => void show()}>
                {say.newOrders(waiting)}
              </button>
            ) : null}
          </div>
          {steps.isError ? <ErrorPanel title={say.readFailed} text={say.unchanged} error={steps.error} onRetry={() => void steps.refetch()} /> : null}
          <DataTable
            id="orders"
            label={say.orders}
            columns={COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            rowName={say.named}
            rowTo={({ id }) => orderInList(id, params)}
            selection={selection}
            busy={page.isFetching}
            error={page.error}
            onRetry={() => void page.refetch()}
            group={list.sort.by === 'placed' ? BY_DAY : undefined}
            renderActions={(order) => (
              <RowActions
                order={order}
                steps={steps.data ?? []}
                onStep={(it, to) => setAsked({ what: 'step', order: it, to })}
                onPayment={(it) => setAsked({ what: 'payment', order: it })}
                onRefund={(it) => setAsked({ what: 'refund', order: it })}
                onChanged={reload}
              />
            )}
            empty={
              list.filters.search !== undefined || narrowed ? (
                <EmptyState compact title={listWords.noMatch} text={say.noMatchText} />
              ) : (
                <EmptyState compact title={say.noOrders} text={say.noOrdersText} />
              )
            }
          />
          <Pager page={page.data} />
          <BulkActions
            selection={selection}
            chosen={chosen}
            steps={steps.data ?? []}
            selectWhole={pages ? selectWhole : undefined}
            busy={busy}
            onMoved={reload}
          />
        </>
      )}
      <OrderDialogs
        asked={asked}
        adminId={admin.id}
        onClose={() => setAsked(null)}
        onDone={() => {
          setAsked(null)
          reload()
        }}
      />
    </>
  )
}
