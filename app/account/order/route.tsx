import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { formatDate } from '#domain/dates.ts'
import { formatRupees, toPaise } from '#domain/money.ts'
import * as say from '#words/order.tsx'
import { reloadNotifications } from '../../data/notifications.ts'
import { fetchOrder, fetchOrderHistory, fetchOrderItems } from '../../data/orders.ts'
import type { Order, OrderItem } from '../../data/orders.ts'
import { queryClient } from '../../data/queries.ts'
import { SignedIn } from '../../data/signed-in.tsx'
import { PanelBones } from '../../ui/bones.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { paymentText } from '../../ui/payment-text.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useInvoiceDownload } from '../download-invoice.ts'
import { CancelOrder } from './cancel-dialog.tsx'
import { ItemsPanel } from './items-panel.tsx'
import { PayPanel } from './pay-panel.tsx'
import { reorder } from './reorder.ts'
import { TimelinePanel } from './timeline-panel.tsx'

export default function OrderScreen() {
  const { orderId = '' } = useParams()
  return (
    <div className="wrap pb-16">
      <title>{say.title(orderId.slice(0, 8))}</title>
      <meta name="robots" content="noindex" />
      <Link to="/my-orders" className="mt-5 inline-flex items-center gap-2 py-1 text-sm text-ink-2 hover:underline">
        <Icon name="back" size={16} /> {say.backToMyOrders}
      </Link>
      <SignedIn waiting={<Waiting />}>{(user) => <OrderDetails key={orderId} orderId={orderId} userId={user.id} />}</SignedIn>
    </div>
  )
}

function Waiting() {
  return (
    <div className="grid gap-6 pt-8 lg:grid-cols-[minmax(0,1fr)_392px]">
      <PanelBones lines={8} />
      <PanelBones lines={6} />
    </div>
  )
}

async function readOrder(orderId: string, userId: string) {
  const order = await fetchOrder(orderId, userId)
  if (!order) return null
  const [items, history] = await Promise.all([fetchOrderItems(orderId), fetchOrderHistory(orderId)])
  return { order, items, history }
}

function OrderDetails({ orderId, userId }: { orderId: string; userId: string }) {
  const query = useQuery({ queryKey: ['orders', userId, 'one', orderId], queryFn: () => readOrder(orderId, userId) })
  const { state } = useLocation() as { state: { placed?: boolean } | null }
  if (query.isPending) return <Waiting />
  if (query.isError) return <ErrorPanel title={query.error.message} text={say.loadFailedText} error={query.error.cause} onRetry={() => void query.refetch()} />
  if (!query.data) {
    return (
      <EmptyState
        heading="h1"
        title={say.orderNotFound}
        text={say.orderNotFoundText}
        action={
          <ButtonLink to="/orders" variant="primary">
            {say.backToMyOrders}
          </ButtonLink>
        }
      />
    )
  }
  const { order, items, history } = query.data
  function changed() {
    void queryClient.invalidateQueries({ queryKey: ['orders'] })
    void reloadNotifications()
  }
  return (
    <>
      <PageHeading aside={<StatusBadge status={order.status} />} actions={<Actions order={order} items={items} onChanged={changed} />}>
        {say.heading(order.id.slice(0, 8))}
      </PageHeading>
      {state?.placed && order.status === 'pending' ? (
        <p aria-live="polite" className="mb-5 flex items-center gap-3 rounded-md bg-leaf-100 px-5 py-4 text-leaf-700">
          <Icon name="check" /> {say.thankYou(order.email)}
        </p>
      ) : null}
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_392px] lg:items-start lg:gap-8">
        <div className="grid min-w-0 gap-5 max-lg:order-last">
          <ItemsPanel order={order} items={items} />
          <div className="grid gap-5 md:grid-cols-2">
            <ShippingPanel order={order} />
            <FactsPanel order={order} />
          </div>
        </div>
        <div className="grid min-w-0 gap-5">
          <PayPanel order={order} />
          <TimelinePanel order={order} history={history} />
        </div>
      </div>
    </>
  )
}

function Actions({ order, items, onChanged }: { order: Order; items: readonly OrderItem[]; onChanged: () => void }) {
  const { busy, download } = useInvoiceDownload()
  const [adding, setAdding] = useState(false)
  return (
    <>
      {order.status === 'pending' ? <CancelOrder orderId={order.id} onCancelled={onChanged} /> : null}
      {items.length > 0 ? (
        <Button
          busy={adding}
          busyText={say.adding}
          onClick={() => {
            setAdding(true)
            void reorder(items).finally(() => setAdding(false))
          }}
        >
          {say.reOrder}
        </Button>
      ) : null}
      <Button variant="primary" busy={busy !== null} busyText={say.fetching} onClick={() => download(order.id)}>
        <Icon name="document" size={20} /> {say.downloadInvoice}
      </Button>
    </>
  )
}

function ShippingPanel({ order }: { order: Order }) {
  return (
    <Panel title={say.shippingInformation}>
      <address className="leading-[1.6] not-italic">
        {order.full_name}
        <br />
        {order.company_name ? (
          <>
            {order.company_name}
            <br />
          </>
        ) : null}
        {order.address}
        <br />
        {order.city} {order.pincode}, {order.state}
        <span className="num mt-2 block break-words text-ink-2">
          {order.email}
          <br />
          {order.phone}
        </span>
      </address>
    </Panel>
  )
}

function FactsPanel({ order }: { order: Order }) {
  const invoice = order.documents.find((document) => document.kind === 'invoice')
  const facts: [string, React.ReactNode][] = [
    [say.orderDate, formatDate(order.created_at)],
    [say.totalAmount, formatRupees(toPaise(order.total_amount))],
    [
      say.status,
      <span key="status" className="capitalize">
        {order.status}
      </span>,
    ],
    [say.payment, paymentText(order)],
    [
      say.invoice,
      invoice ? (
        <Link key="invoice" to={`/invoice/${order.id}`} className="link">
          {invoice.serial}
        </Link>
      ) : (
        <Link key="proforma" to={`/invoice/${order.id}`} className="link">
          {say.proforma}
        </Link>
      ),
    ],
    ...(order.gstin ? [['GSTIN', order.gstin] as [string, React.ReactNode]] : []),
  ]
  return (
    <Panel title={say.paymentAndInvoice}>
      <dl className="num grid grid-cols-[auto_1fr] gap-x-5 gap-y-[9px]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
