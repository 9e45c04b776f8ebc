import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOutletContext, useSearchParams } from 'react-router'
import { ORDER_STATUSES } from '#domain/order-status.ts'
import { PAGE_SIZE, fetchAdminOrders, fetchOrderSteps } from '../../data/admin-orders.ts'
import type { AdminOrder } from '../../data/admin-orders.ts'
import { fetchOrphans, orphansKey } from '../../data/admin-payments.ts'
import { queryClient } from '../../data/queries.ts'
import type { SessionUser } from '../../data/session.ts'
import { PanelBones } from '../../ui/bones.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { AdminOrderTable } from './order-table.tsx'
import { OrphanList } from './orphan-list.tsx'
import { needsAdmin } from './orphan-words.ts'
import { PaymentDialog } from './payment-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { StepDialog } from './step-dialog.tsx'

const pill = (on: boolean) =>
  `min-h-9 rounded-full border px-4 text-sm font-medium whitespace-nowrap ${on ? 'border-plum-600 bg-plum-600 text-white' : 'border-control bg-surface hover:border-plum-500'}`

/** The order list: all orders or one status, page by page, each with the steps it may take; beside it the payments that no order accounts for. */
export default function AdminOrders() {
  const admin = useOutletContext<SessionUser>()
  const [params, setParams] = useSearchParams()
  const status = ORDER_STATUSES.find((name) => name === params.get('status')) ?? null
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1)
  const orphansShown = params.get('view') === 'payments'
  const orders = useQuery({ queryKey: ['admin-orders', status, page], queryFn: () => fetchAdminOrders(status, page), enabled: !orphansShown })
  const orphans = useQuery({ queryKey: orphansKey, queryFn: fetchOrphans })
  const toDo = orphans.data?.filter(needsAdmin).length ?? 0
  const steps = useQuery({ queryKey: ['order-steps'], queryFn: fetchOrderSteps, staleTime: Infinity })
  const [moving, setMoving] = useState<{ order: AdminOrder; to: string } | null>(null)
  const [paying, setPaying] = useState<AdminOrder | null>(null)
  const [refunding, setRefunding] = useState<AdminOrder | null>(null)
  const failed = orphansShown ? null : (orders.error ?? steps.error)
  const pages = orphansShown ? 1 : Math.max(1, Math.ceil((orders.data?.total ?? 0) / PAGE_SIZE))

  return (
    <>
      <title>Orders · Back office</title>
      <div className="mb-5 flex flex-wrap items-baseline gap-4">
        <h1 className="text-2xl">Orders</h1>
        {orders.data && !orphansShown ? (
          <p aria-live="polite" className="num text-ink-2">
            {orders.data.total === 1 ? '1 order' : `${orders.data.total} orders`}
          </p>
        ) : null}
      </div>
      <nav aria-label="Status" className="no-bar mb-5 flex gap-2 overflow-x-auto pb-1">
        {[null, ...ORDER_STATUSES].map((name) => (
          <button
            key={name ?? 'all'}
            type="button"
            aria-pressed={name === status && !orphansShown}
            onClick={() => setParams(name ? { status: name } : {})}
            className={`${pill(name === status && !orphansShown)} capitalize`}
          >
            {name ?? 'All'}
          </button>
        ))}
        <button type="button" aria-pressed={orphansShown} onClick={() => setParams({ view: 'payments' })} className={pill(orphansShown)}>
          Stray payments{toDo > 0 ? <b className="num font-semibold"> · {toDo} to settle</b> : null}
        </button>
      </nav>
      {orphansShown ? <OrphanList /> : null}
      {failed ? (
        <ErrorPanel
          title={failed.message}
          text="No order was changed."
          error={failed.cause}
          onRetry={() => void Promise.all([orders.refetch(), steps.refetch()])}
        />
      ) : null}
      {!failed && !orphansShown && (orders.isPending || steps.isPending) ? <PanelBones lines={10} /> : null}
      {orders.data && steps.data && !orphansShown ? (
        orders.data.orders.length === 0 ? (
          <EmptyState compact title={status ? `No ${status} orders` : 'No orders yet'} />
        ) : (
          <AdminOrderTable
            orders={orders.data.orders}
            steps={steps.data}
            onStep={(order, to) => setMoving({ order, to })}
            onPayment={setPaying}
            onRefund={setRefunding}
            onChanged={() => void queryClient.invalidateQueries({ queryKey: ['admin-orders'] })}
          />
        )
      ) : null}
      {pages > 1 ? (
        <div className="mt-5 flex items-center gap-4">
          <Button size="card" disabled={page <= 1} onClick={() => setParams({ ...(status ? { status } : {}), page: String(page - 1) })}>
            Previous
          </Button>
          <span className="num text-ink-2">
            Page {page} of {pages}
          </span>
          <Button size="card" disabled={page >= pages} onClick={() => setParams({ ...(status ? { status } : {}), page: String(page + 1) })}>
            Next
          </Button>
        </div>
      ) : null}
      {paying ? (
        <PaymentDialog
          order={paying}
          onClose={() => setPaying(null)}
          onSettled={() => {
            setPaying(null)
            void queryClient.invalidateQueries({ queryKey: ['admin-orders'] })
          }}
        />
      ) : null}
      {refunding ? (
        <RefundDialog
          order={refunding}
          onClose={() => setRefunding(null)}
          onRecorded={() => {
            setRefunding(null)
            void queryClient.invalidateQueries({ queryKey: ['admin-orders'] })
          }}
        />
      ) : null}
      {moving ? (
        <StepDialog
          {...moving}
          adminId={admin.id}
          onClose={() => setMoving(null)}
          onMoved={() => {
            setMoving(null)
            void queryClient.invalidateQueries({ queryKey: ['admin-orders'] })
          }}
        />
      ) : null}
    </>
  )
}
