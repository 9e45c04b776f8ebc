import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as say from '#words/my-orders.ts'
import { fetchOrders } from '../../data/orders.ts'
import type { OrderSummary } from '../../data/orders.ts'
import { SignedIn } from '../../data/signed-in.tsx'
import { PanelBones } from '../../ui/bones.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { findOrders } from './find-orders.ts'
import { OrderTable } from './order-table.tsx'

/** Serves /my-orders and /orders. */
export default function MyOrdersScreen() {
  return (
    <div className="wrap pb-16">
      <title>{say.title}</title>
      <meta name="robots" content="noindex" />
      <SignedIn waiting={<Waiting />}>{(user) => <MyOrders userId={user.id} />}</SignedIn>
    </div>
  )
}

function Waiting() {
  return (
    <>
      <PageHeading>{say.myOrders}</PageHeading>
      <PanelBones lines={8} />
    </>
  )
}

function MyOrders({ userId }: { userId: string }) {
  const orders = useQuery({ queryKey: ['orders', userId, 'all'], queryFn: () => fetchOrders(userId, null) })
  if (orders.isPending) return <Waiting />
  if (orders.isError) {
    return (
      <>
        <PageHeading>{say.myOrders}</PageHeading>
        <ErrorPanel title={orders.error.message} text={say.loadFailedText} error={orders.error.cause} onRetry={() => void orders.refetch()} />
      </>
    )
  }
  return (
    <>
      <PageHeading
        aside={
          <span className="num rounded-full bg-plum-100 px-3 py-[2px] font-semibold text-plum-700">
            {orders.data.length}
            <span className="sr-only"> {say.orders}</span>
          </span>
        }
      >
        {say.myOrders}
      </PageHeading>
      {orders.data.length === 0 ? (
        <EmptyState
          compact
          title={say.noOrders}
          action={
            <ButtonLink to="/products" variant="primary">
              {say.startShopping}
            </ButtonLink>
          }
        />
      ) : (
        <OrderList orders={orders.data} />
      )}
    </>
  )
}

function OrderList({ orders }: { orders: readonly OrderSummary[] }) {
  const [text, setText] = useState('')
  const [newestFirst, setNewestFirst] = useState(true)
  const found = findOrders(orders, text, newestFirst)
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <label className="flex min-h-[48px] min-w-0 flex-1 basis-[280px] items-center gap-3 rounded-sm border-[1.5px] border-control bg-surface px-[14px] focus-within:border-plum-600 focus-within:shadow-[0_0_0_3px_var(--plum-100)] md:max-w-[460px]">
          <Icon name="search" size={20} className="text-ink-2" />
          <span className="sr-only">{say.searchLabel}</span>
          <input
            type="search"
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder={say.searchPlaceholder}
            className="min-h-[44px] w-full min-w-0 bg-transparent outline-none"
          />
        </label>
        <Button variant="quiet" onClick={() => setNewestFirst(!newestFirst)} aria-label={say.sortedBy(newestFirst)}>
          <Icon name="down" size={18} className={newestFirst ? '' : 'rotate-180'} />
          {newestFirst ? say.newestFirst : say.oldestFirst}
        </Button>
      </div>
      <p aria-live="polite" className="sr-only">
        {say.foundOf(found.length, orders.length)}
      </p>
      {found.length === 0 ? (
        <EmptyState compact title={say.noMatches} action={<Button onClick={() => setText('')}>{say.clear}</Button>} />
      ) : (
        <OrderTable orders={found} />
      )}
    </>
  )
}
