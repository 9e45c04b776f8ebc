import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { formatOrderNumber } from '#domain/orders/order-number.ts'
import * as say from '#words/order.tsx'
import { reloadNotifications } from '../../data/account/notifications.ts'
import { fetchOrder, fetchOrderHistory, fetchOrderItems } from '../../data/orders/orders.ts'
import type { Order, OrderItem, OrderStep } from '../../data/orders/orders.ts'
import { queryClient } from '../../data/api/queries.ts'
import { SignedIn } from '../../data/session/signed-in.tsx'
import { PanelSkeleton } from '../../ui/page/panel-skeleton.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import { StatusBadge } from '../../ui/orders/status-badge.tsx'
import { ExchangeNote } from '../../data/orders/exchange-note.tsx'
import { DocumentsPanel } from '../documents-panel.tsx'
import { Actions } from './actions.tsx'
import { expectedDays } from './expected-days.ts'
import { FactsPanel, ShippingPanel } from './facts-panels.tsx'
import { ItemsPanel } from './items-panel.tsx'
import { ParcelsPanel } from './parcels-panel.tsx'
import { PayPanel } from './pay-panel.tsx'
import { RefundsPanel } from './refunds-panel.tsx'
import { ReorderReport } from './reorder-report.tsx'
import { ReturnsPanel } from './returns/returns-panel.tsx'
import { AfterThanks, ThankYou, WhatHappensNext } from './thank-you.tsx'
import { TimelinePanel } from './timeline-panel.tsx'
import { useReorder } from './use-reorder.ts'
import { PageTitle } from '../../data/shop/page-title.tsx'

export default function OrderScreen() {
  const { orderId = '' } = useParams()
  return (
    <div className="wrap pb-16">
      <PageTitle>{say.title(orderId.slice(0, 8))}</PageTitle>
      <meta name="robots" content="noindex" />
      <Link to="/my-orders" className="mt-5 inline-flex items-center gap-2 py-1 text-sm text-ink-2 hover:underline">
        <Icon name="back" size={16} /> {say.backToMyOrders}
      </Link>
      <SignedIn waiting={<Waiting />}>{(user) => <OrderDetails key={orderId} orderId={orderId} userId={user.id} email={user.email} />}</SignedIn>
    </div>
  )
}

function Waiting() {
  return (
    <div className="grid gap-6 pt-8 lg:grid-cols-[minmax(0,1fr)_392px]">
      <PanelSkeleton lines={8} />
      <PanelSkeleton lines={6} />
    </div>
  )
}

async function readOrder(orderId: string, userId: string) {
  const order = await fetchOrder(orderId, userId)
  if (!order) return null
  const steps = fetchOrderHistory(orderId)
  const expected = order.status === 'shipped' ? steps.then((taken) => expectedDays(order, taken)) : expectedDays(order, [])
  const [items, history, days] = await Promise.all([fetchOrderItems(orderId), steps, expected])
  return { order, items, history, expected: days }
}

function OrderDetails({ orderId, userId, email }: { orderId: string; userId: string; email: string }) {
  const query = useQuery({ queryKey: ['orders', userId, 'one', orderId], queryFn: () => readOrder(orderId, userId) })
  if (query.isPending) return <Waiting />
  // Once read, an order stays on the page even if a later read fails: a customer may have no signal on the way home.
  if (query.data === undefined) {
    return (
      <>
        <PageHeading>{say.heading(orderId.slice(0, 8))}</PageHeading>
        <ErrorPanel title={query.error.message} text={say.loadFailedText} error={query.error.cause} onRetry={() => void query.refetch()} />
      </>
    )
  }
  if (!query.data) {
    return (
      <EmptyState
        drawing="orders"
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
  return <OrderSheet {...query.data} email={email} />
}

function changed() {
  void queryClient.invalidateQueries({ queryKey: ['orders'] })
  void reloadNotifications()
}

/** The state that the checkout passes on. `pay`: the provider's dialog opens by itself. */
type Arrival = { placed?: boolean; pay?: boolean }

/** Whether it was true when the page was first reached; false after a reload or on the way back. */
function useOnce(held: boolean): boolean {
  const navigate = useNavigate()
  const [first] = useState(held)
  useEffect(() => {
    if (held) void navigate('.', { replace: true, state: { placed: true } satisfies Arrival, preventScrollReset: true })
  }, [held, navigate])
  return first
}

type OrderSheetProps = {
  order: Order
  items: readonly OrderItem[]
  history: readonly OrderStep[]
  expected: string | null
  /** the account's, where its mails go */ email: string
}

function OrderSheet({ order, items, history, expected, email }: OrderSheetProps) {
  const { state } = useLocation() as { state: Arrival | null }
  const reorder = useReorder(items)
  const begin = useOnce(state?.pay === true)
  const justPlaced = state?.placed === true && order.status === 'pending'
  if (justPlaced) {
    return (
      <>
        <ThankYou order={order} expected={expected} email={email} />
        <div className="mx-auto mb-6 max-w-[560px] empty:hidden">
          <PayPanel order={order} begin={begin} onChanged={changed} />
        </div>
        <WhatHappensNext expected={expected} />
        <ItemsPanel order={order} items={items} />
        <div className="mt-5 grid gap-5 md:grid-cols-2">
          <ShippingPanel order={order} />
          <div className="grid content-start gap-3">
            <FactsPanel order={order} />
            <ExchangeNote order={order} pathOf={(id) => `/order-confirmation/${id}`} />
          </div>
        </div>
        <AfterThanks order={order} items={items} onChanged={changed} />
      </>
    )
  }
  return (
    <>
      <PageHeading
        aside={
          <>
            <span className="num font-semibold text-ink-2">{say.numbered(formatOrderNumber(order.order_number))}</span>
            <StatusBadge status={order.status} />
          </>
        }
        actions={<Actions order={order} items={items} reorder={items.length > 0 ? reorder : null} onChanged={changed} />}
      >
        {say.heading(order.id.slice(0, 8))}
      </PageHeading>
      {reorder.report ? <ReorderReport lines={reorder.report} onClose={reorder.close} /> : null}
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_392px] lg:items-start lg:gap-8">
        <div className="grid min-w-0 gap-5 max-lg:order-last">
          <ItemsPanel order={order} items={items} />
          <div className="grid gap-5 md:grid-cols-2">
            <ShippingPanel order={order} />
            <div className="grid content-start gap-3">
              <FactsPanel order={order} />
              <ExchangeNote order={order} pathOf={(id) => `/order-confirmation/${id}`} />
            </div>
          </div>
        </div>
        <div className="grid min-w-0 gap-5">
          <PayPanel order={order} begin={begin} onChanged={changed} />
          <RefundsPanel order={order} />
          <ParcelsPanel order={order} items={items} />
          <DocumentsPanel order={order} />
          <TimelinePanel order={order} history={history} expected={expected} />
          <ReturnsPanel order={order} items={items} onChanged={changed} />
        </div>
      </div>
    </>
  )
}
