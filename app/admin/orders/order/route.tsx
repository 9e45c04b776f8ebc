import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { Link, useNavigate, useOutletContext, useParams, useSearchParams } from 'react-router'
import { formatDate } from '#domain/time/dates.ts'
import { toRupees } from '#domain/money/money.ts'
import { moneyOf } from '#domain/orders/refunds.ts'
import { formatOrderNumber } from '#domain/orders/order-number.ts'
import { stepsFrom } from '#domain/orders/order-status.ts'
import { referenceOf } from '#domain/orders/recorded-payments.ts'
import { toPack } from '#domain/orders/parcels.ts'
import type { OrderStatus } from '#domain/orders/order-status.ts'
import * as say from '#words/admin-orders.ts'
import { open as changeOrder } from '#words/admin-order-change.ts'
import { useAnyOrder } from '../../../data/admin/live.ts'
import { fetchFullOrder } from '../../../data/admin/orders/order.ts'
import type { FullOrder } from '../../../data/admin/orders/order.ts'
import { fetchNeighbours, fetchOrderSteps } from '../../../data/admin/orders/orders.ts'
import { serialsOf } from '../../../data/orders/orders.ts'
import { queryClient } from '../../../data/api/queries.ts'
import type { SessionUser } from '../../../data/session/session.ts'
import { PanelSkeleton } from '../../../ui/page/panel-skeleton.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { StatusBadge } from '../../../ui/orders/status-badge.tsx'
import { useMay } from '../../access.ts'
import { useShortcuts } from '../../shell/shortcuts.ts'
import { HistoryPanel } from '../../ui/history-panel.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { ChangeDialog } from '../change/change-dialog.tsx'
import { OrderDialogs } from '../dialogs/dialogs.tsx'
import type { Asked } from '../dialogs/dialogs.tsx'
import { ORDERS_KEY, QUEUE_COUNTS_KEY } from '../live-list.ts'
import { readOrders } from '../order-list.ts'
import { PaymentMark } from '../payment-cell.tsx'
import { isRecordable } from '../row-actions.tsx'
import type { SteppedOrder } from '../dialogs/step-dialog.tsx'
import type { PaidOrder } from '../dialogs/payment-dialog.tsx'
import { stepWords } from '../dialogs/step-words.ts'
import { ShipDialog } from '../parcels/ship-dialog.tsx'
import { ShippingBox } from '../parcels/shipping-box.tsx'
import { ReturnsBox } from '../returns/returns-box.tsx'
import { ByHandBox } from './by-hand-box.tsx'
import { LinesBox } from './lines-box.tsx'
import { DocumentsBox, useDocuments } from './documents-box.tsx'
import { PaymentBox } from './payment-box.tsx'
import { AddressBox, CustomerBox } from './people-boxes.tsx'
import { StepStrip } from './step-strip.tsx'
import { TimelineBox, timelineKey } from './timeline-box.tsx'

/** The data of an order that the dialogs need. */
const asAsked = (order: FullOrder): SteppedOrder & PaidOrder => ({
  ...order,
  units: order.order_items.reduce((sum, { quantity }) => sum + quantity, 0),
  invoices: serialsOf(order, 'invoice') || null,
  reference: referenceOf(order.payments),
  refund_due: toRupees(moneyOf(order).due),
  to_collect: toRupees(moneyOf(order).toCollect),
})

/** One order: lines, destination, history, and the main next step. */
export default function OneOrder() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const list = params.get('list')
  const order = useQuery({ queryKey: ['admin-order', id], queryFn: () => fetchFullOrder(id) })
  const changed = useCallback(() => {
    for (const key of [['admin-order', id], timelineKey(id), ['row-history'], QUEUE_COUNTS_KEY]) void queryClient.invalidateQueries({ queryKey: key })
    // Marks the list as stale, so that it is read again on the way back to it.
    void queryClient.invalidateQueries({ queryKey: [ORDERS_KEY], refetchType: 'none' })
  }, [id])
  useAnyOrder(changed)
  const back = { to: `/admin/orders${list ? `?${list}` : ''}`, label: say.orders }

  if (order.isPending) {
    return (
      <>
        <PageHead title={say.titleOf(id)} back={back} />
        <PanelSkeleton lines={10} />
      </>
    )
  }
  if (order.data === undefined) {
    return (
      <>
        <PageHead title={say.titleOf(id)} back={back} />
        <ErrorPanel title={say.readFailed} text={say.unchanged} error={order.error?.cause ?? order.error} onRetry={() => void order.refetch()} />
      </>
    )
  }
  if (order.data === null) {
    return (
      <>
        <PageHead title={say.orders} back={back} />
        <EmptyState compact title={say.notFound} text={say.notFoundText} />
      </>
    )
  }
  return <Order key={id} order={order.data} list={list} back={back} onChanged={changed} />
}

function Order({ order, list, back, onChanged }: { order: FullOrder; list: string | null; back: { to: string; label: string }; onChanged: () => void }) {
  const admin = useOutletContext<SessionUser>()
  const navigate = useNavigate()
  const steps = useQuery({ queryKey: ['order-steps'], queryFn: fetchOrderSteps, staleTime: Infinity })
  const [asked, setAsked] = useState<Asked<SteppedOrder & PaidOrder> | null>(null)
  const [changing, setChanging] = useState<FullOrder | null>(null)
  const [packing, setPacking] = useState<FullOrder | null>(null)
  const [stale, setStale] = useState<string | null>(null)
  const note = useRef<HTMLTextAreaElement>(null)
  const documents = useDocuments(order)

  const may = useMay()
  // what was delivered is a return, and the rest is given up parcel by parcel
  const arrived = order.shipments.some(({ state }) => state === 'delivered')
  const possible = may('orders.process') ? stepsFrom(steps.data ?? [], order.status, 'admin').filter((to) => to !== 'cancelled' || !arrived) : []
  const next = possible.find((to) => to !== 'cancelled')
  const mainVerifies = may('payments.manage') && order.payment_state === 'awaiting_verification' && isRecordable(order)
  // everything may be packed already: then the step sends all parcels
  const step = (to: OrderStatus) =>
    to === 'shipped' && toPack(order.order_items, order.shipments).length > 0 ? setPacking(order) : setAsked({ what: 'step', order: asAsked(order), to })
  const changeable = may('orders.process') && (order.status === 'pending' || (order.status === 'processing' && order.shipments.length === 0))
  const pay = () => setAsked({ what: 'payment', order: asAsked(order) })

  const walked = readOrders(new URLSearchParams(list ?? ''))
  const beside = useQuery({
    queryKey: ['order-neighbours', list, order.id],
    queryFn: () => fetchNeighbours({ filters: walked.filters, sort: walked.sort }, order),
  })
  const placeOf = (id: string) => `/admin/orders/${id}${list === null ? '' : `?${new URLSearchParams({ list }).toString()}`}`
  const go = (id: string | null | undefined) => (id ? void navigate(placeOf(id)) : undefined)

  useShortcuts([
    { keys: 'a', label: say.orderKeys.main, group: say.orderKeys.group, run: () => (mainVerifies ? pay() : next === undefined ? undefined : step(next)) },
    { keys: 'p', label: say.orderKeys.slip, group: say.orderKeys.group, run: () => void documents.download('packingSlip') },
    { keys: 'e', label: changeOrder, group: say.orderKeys.group, run: () => (changeable ? setChanging(order) : undefined) },
    { keys: 'm', label: say.orderKeys.note, group: say.orderKeys.group, run: () => note.current?.focus() },
    { keys: 'j', label: say.orderKeys.next, group: say.orderKeys.group, run: () => go(beside.data?.after) },
    { keys: 'k', label: say.orderKeys.previous, group: say.orderKeys.group, run: () => go(beside.data?.before) },
    { keys: 'Escape', label: say.orderKeys.list, group: say.orderKeys.group, run: () => void navigate(back.to) },
  ])

  return (
    <>
      <PageHead
        title={say.titleOf(order.id)}
        back={back}
        aside={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <b className="num font-semibold text-ink select-all">{say.numberOf(formatOrderNumber(order.order_number))}</b>
            <StatusBadge status={order.status} />
            <PaymentMark order={order} />
            <span>{say.placedAt(formatDate(order.created_at))}</span>
          </span>
        }
        actions={
          <>
            <Neighbour to={beside.data?.before} placeOf={placeOf} label={say.previous} turn="rotate-90" />
            <Neighbour to={beside.data?.after} placeOf={placeOf} label={say.next} turn="-rotate-90" />
            {changeable ? (
              <button type="button" className="ctl" onClick={() => setChanging(order)}>
                {changeOrder}
              </button>
            ) : null}
            {possible.includes('cancelled') ? (
              <button type="button" className="ctl ctl-danger" onClick={() => step('cancelled')}>
                {say.cancelOrder}
              </button>
            ) : null}
            {mainVerifies && next !== undefined ? (
              <button type="button" className="ctl" onClick={() => step(next)}>
                {stepWords(next).button}
              </button>
            ) : null}
            {mainVerifies ? (
              <button type="button" className="ctl ctl-main" onClick={pay}>
                {say.verifyPayment}
              </button>
            ) : next === undefined ? null : (
              <button type="button" className="ctl ctl-main" onClick={() => step(next)}>
                {stepWords(next).button}
              </button>
            )}
          </>
        }
      />
      {stale === null ? null : (
        <div role="alert" className="mb-4 flex items-start justify-between gap-3 rounded-md bg-processing-tint p-4 text-processing">
          <p>
            <b className="block font-semibold">{say.staleTitle}</b>
            {stale}
          </p>
          <button type="button" className="ctl" onClick={() => setStale(null)}>
            {say.close}
          </button>
        </div>
      )}
      <StepStrip status={order.status} />
      {order.status === 'cancelled' && order.cancel_reason ? (
        <p className="mb-4 rounded-md bg-cancelled-tint p-4 text-cancelled [overflow-wrap:anywhere]">
          <b className="block font-semibold">{say.cancelReason}</b>
          {order.cancel_reason}
        </p>
      ) : null}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid min-w-0 gap-4">
          <LinesBox order={order} />
          <ReturnsBox order={order} onChanged={onChanged} />
          <TimelineBox orderId={order.id} noteBox={note} />
          <HistoryPanel tables={['orders', 'payments', 'refunds', 'shipments', 'order_notes', 'order_overrides', 'returns']} rowId={order.id} />
        </div>
        <div className="grid min-w-0 gap-4">
          <PaymentBox order={order} mainVerifies={mainVerifies} onPayment={pay} onAnswer={onChanged} />
          <ByHandBox order={order} />
          <CustomerBox order={order} />
          <AddressBox order={order} />
          <DocumentsBox order={order} {...documents} />
          <ShippingBox order={order} onChanged={onChanged} />
        </div>
      </div>
      {packing === null ? null : <ShipDialog order={packing} onClose={() => setPacking(null)} onChanged={onChanged} />}
      {changing === null ? null : (
        <ChangeDialog
          order={changing}
          onClose={() => {
            setChanging(null)
            onChanged()
          }}
          onChanged={onChanged}
        />
      )}
      <OrderDialogs
        asked={asked}
        adminId={admin.id}
        onClose={() => setAsked(null)}
        onStale={setStale}
        onDone={() => {
          setAsked(null)
          onChanged()
        }}
      />
    </>
  )
}

function Neighbour({ to, placeOf, label, turn }: { to: string | null | undefined; placeOf: (id: string) => string; label: string; turn: string }) {
  const sign = <Icon name="back" size={16} className={turn} />
  return to ? (
    <Link to={placeOf(to)} aria-label={label} className="ctl ctl-quiet ctl-square">
      {sign}
    </Link>
  ) : (
    <button type="button" disabled aria-label={label} className="ctl ctl-quiet ctl-square">
      {sign}
    </button>
  )
}
