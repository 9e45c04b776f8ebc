import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import * as say from '#words/my-orders.ts'
import { fetchAllOrders, fetchOrderGoods } from '../../data/orders/orders.ts'
import type { ListedOrder } from '../../data/orders/orders.ts'
import { SignedIn } from '../../data/session/signed-in.tsx'
import { PanelSkeleton } from '../../ui/page/panel-skeleton.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import { Pagination } from '../../ui/page/pagination.tsx'
import { ReorderReport } from '../order/reorder-report.tsx'
import { useReorders } from '../order/use-reorder.ts'
import { findOrders } from './find-orders.ts'
import { listQuery, pageOf, readListState, writeListState } from './list-state.ts'
import type { ListState } from './list-state.ts'
import { OrderTable } from './order-table.tsx'
import { TelephoneOrders } from './telephone-orders.tsx'
import { PageTitle } from '../../data/shop/page-title.tsx'

/** Enough for a laptop's screen, few enough to scroll on a phone. */
const PAGE_SIZE = 20
/** The URL follows the search box this long after the last letter. */
const FOLLOW_MS = 250

/** Serves /my-orders and /orders. */
export default function MyOrdersScreen() {
  return (
    <div className="wrap pb-16">
      <PageTitle>{say.title}</PageTitle>
      <meta name="robots" content="noindex" />
      <SignedIn waiting={<Waiting />}>{(user) => <MyOrders userId={user.id} />}</SignedIn>
    </div>
  )
}

function Waiting() {
  return (
    <>
      <PageHeading>{say.myOrders}</PageHeading>
      <PanelSkeleton lines={8} />
    </>
  )
}

function MyOrders({ userId }: { userId: string }) {
  const orders = useQuery({ queryKey: ['orders', userId, 'all'], queryFn: () => fetchAllOrders(userId) })
  if (orders.isPending) return <Waiting />
  // If a later read fails, the list stays as it is.
  if (orders.data === undefined) {
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
          drawing="orders"
          title={say.noOrders}
          action={
            <ButtonLink to="/products" variant="primary">
              {say.startShopping}
            </ButtonLink>
          }
        />
      ) : (
        <OrderList userId={userId} orders={orders.data} />
      )}
      <TelephoneOrders userId={userId} />
    </>
  )
}

function OrderList({ userId, orders }: { userId: string; orders: readonly ListedOrder[] }) {
  const [params, setParams] = useSearchParams()
  const kept = readListState(params)
  // The box has its own state: a URL changes in a transition and would lose letters that are typed quickly.
  const [text, setText] = useState(kept.text)
  const state: ListState = { ...kept, text, page: text === kept.text ? kept.page : 1 }
  const found = findOrders(orders, state.text, state.newestFirst)
  const { rows, page, pages } = pageOf(found, state.page, PAGE_SIZE)
  const ids = rows.map(({ id }) => id)
  const goods = useQuery({ queryKey: ['orders', userId, 'goods', ids.join()], queryFn: () => fetchOrderGoods(userId, ids), enabled: ids.length > 0 })
  const reorders = useReorders()
  const following = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A click sends the typed text too; the delayed URL change of the text alone would undo the click.
  const change = (changes: Partial<ListState>) => {
    clearTimeout(following.current)
    writeListState(setParams, { ...state, page: 1, ...changes })
  }
  const follow = useEffectEvent(() => change({}))
  useEffect(() => {
    if (text === kept.text) return
    following.current = setTimeout(follow, FOLLOW_MS)
    return () => clearTimeout(following.current)
  }, [text, kept.text])
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
        <Button
          variant="quiet"
          className="max-md:-ml-5 max-md:px-5"
          onClick={() => change({ newestFirst: !state.newestFirst })}
          aria-label={say.sortedBy(state.newestFirst)}
        >
          <Icon name="down" size={18} className={state.newestFirst ? '' : 'rotate-180'} />
          {state.newestFirst ? say.newestFirst : say.oldestFirst}
        </Button>
      </div>
      <p aria-live="polite" className="sr-only">
        {say.foundOf(found.length, orders.length)}
      </p>
      {reorders.report ? <ReorderReport lines={reorders.report} onClose={reorders.close} /> : null}
      {found.length === 0 ? (
        <EmptyState compact drawing="search" title={say.noMatches} action={<Button onClick={() => setText('')}>{say.clear}</Button>} />
      ) : (
        <>
          <OrderTable orders={rows} goods={goods.isError ? null : goods.data} reorders={reorders} />
          <Pagination page={page} pages={pages} to={(wanted) => listQuery({ ...state, page: wanted }) || '?'} />
        </>
      )}
    </>
  )
}
