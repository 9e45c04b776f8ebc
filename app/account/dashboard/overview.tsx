import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#domain/time/dates.ts'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { formatOrderNumber } from '#domain/orders/order-number.ts'
import * as say from '#words/dashboard.tsx'
import { useCartCount } from '../../data/cart/cart.ts'
import { changesReported } from '../../data/session/live.ts'
import { useNotifications } from '../../data/account/notifications.ts'
import { fetchOrders } from '../../data/orders/orders.ts'
import type { OrderSummary } from '../../data/orders/orders.ts'
import type { Profile, SessionUser } from '../../data/session/session.ts'
import { WAITS } from '../../data/session/use-live-orders.ts'
import { wishes } from '../../data/wishlist/wishes.ts'
import { TextSkeleton } from '../../ui/page/panel-skeleton.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import type { IconName } from '../../ui/pictures/icon.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { StatusBadge } from '../../ui/orders/status-badge.tsx'
import { CreditCard } from './credit-card.tsx'
import { GoodsPictures } from '../order-goods.tsx'

const RECENT = 3

type OverviewProps = { user: SessionUser; profile: Profile | null; /** how many recent orders there are, where that is known */ known?: number }

export function Overview({ user, profile, known = RECENT }: OverviewProps) {
  return (
    <div className="grid gap-5 lg:grid-cols-[1.55fr_1fr] lg:items-start lg:gap-6">
      <div className="grid min-w-0 gap-5">
        <RecentOrders userId={user.id} known={known} />
        <QuickActions />
      </div>
      <div className="grid min-w-0 gap-5">
        <CreditCard userId={user.id} />
        <ProfileCard user={user} profile={profile} />
        <NotificationsCard />
        <WishlistCard />
      </div>
    </div>
  )
}

function RecentOrders({ userId, known }: { userId: string; known: number }) {
  const orders = useQuery({ queryKey: ['orders', userId, 'recent'], queryFn: () => changesReported().then(() => fetchOrders(userId, RECENT)), meta: WAITS })
  return (
    <Panel
      title={say.recentOrders}
      end={
        <Link to="/my-orders" className="inline-flex items-center gap-2 py-1 font-semibold whitespace-nowrap text-plum-600 hover:underline">
          {say.viewAllOrders} <Icon name="forward" size={18} className="max-md:hidden" />
        </Link>
      }
    >
      {orders.isPending ? <Coming rows={known} /> : null}
      {orders.isError ? <ErrorPanel title={orders.error.message} error={orders.error.cause} onRetry={() => void orders.refetch()} /> : null}
      {orders.data?.length === 0 ? <p className="py-4 text-ink-2">{say.noRecentOrders}</p> : null}
      {orders.data ? (
        <ul>
          {orders.data.map((order) => (
            <RecentOrder key={order.id} order={order} />
          ))}
        </ul>
      ) : null}
    </Panel>
  )
}

/** As high as the rows that come, or as the sentence that there are none. */
function Coming({ rows }: { rows: number }) {
  if (rows === 0) return <TextSkeleton lines={1} className="h-[56px] content-center" />
  return (
    <div className="grid">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-[82px] items-center border-b border-line last:h-[66px] last:border-0 last:pt-[15px]">
          <TextSkeleton lines={2} className="flex-1" />
        </div>
      ))}
    </div>
  )
}

function RecentOrder({ order }: { order: OrderSummary }) {
  return (
    <li className="relative flex flex-wrap items-center gap-x-3 gap-y-1 md:gap-x-4 border-b border-line py-[15px] last:border-0 last:pb-0">
      <span className="max-[359px]:hidden">
        <GoodsPictures goods={order.order_items} />
      </span>
      <span className="mr-auto">
        <Link to={`/order-confirmation/${order.id}`} className="num font-semibold after:absolute after:inset-0 hover:text-plum-600">
          #{order.id.slice(0, 6)}
        </Link>
        <span className="num block text-sm text-ink-2">
          {formatOrderNumber(order.order_number)} · {formatDay(order.created_at)}
        </span>
      </span>
      <span className="ml-auto grid justify-items-end gap-1">
        <b className="num font-semibold">{formatRupees(toPaise(order.total_amount))}</b>
        <StatusBadge status={order.status} />
      </span>
    </li>
  )
}

function QuickActions() {
  const count = useCartCount()
  const actions: { to: string; icon: IconName; label: string; text: string }[] = [
    { to: '/products', icon: 'brush', label: say.products, text: say.shopTheCollection },
    { to: '/cart', icon: 'bag', label: say.cart, text: count === 0 ? say.emptyForNow : count === 1 ? say.oneUnit : say.units(count) },
    { to: '/my-orders', icon: 'parcel', label: say.myOrders, text: say.trackAndReOrder },
    { to: '/profile', icon: 'person', label: say.profile, text: say.addressesAndGstin },
  ]
  return (
    <Panel title={say.quickActions}>
      <ul className="grid grid-cols-2 gap-3">
        {actions.map((action) => (
          <li key={action.to}>
            <Link
              to={action.to}
              className="grid h-full content-start gap-1 rounded-sm border border-line bg-ground px-4 py-[14px] transition-colors hover:border-plum-500 hover:bg-plum-50"
            >
              <Icon name={action.icon} className="mb-2 text-plum-600" />
              <b className="font-semibold">{action.label}</b>
              <span className="text-sm text-ink-2">{action.text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function ProfileCard({ user, profile }: { user: SessionUser; profile: Profile | null }) {
  const name = profile?.full_name ?? user.fullName
  return (
    <Panel title={say.profile}>
      <div className="mb-5 flex items-center gap-4">
        <span
          aria-hidden="true"
          className="grid size-[64px] flex-none place-items-center rounded-full bg-plum-100 font-display text-3xl leading-none text-plum-700"
        >
          {(user.email[0] ?? 'U').toUpperCase()}
        </span>
        {/* as high as with a company, which is read later */}
        <div className="grid min-h-[72px] min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-center">
          {name ? <p className="font-semibold">{name}</p> : null}
          <p className="truncate text-ink-2">{user.email}</p>
          {profile?.company_name ? <p className="text-ink-2">{profile.company_name}</p> : null}
        </div>
      </div>
      <ButtonLink to="/profile" wide>
        {say.manageProfile}
      </ButtonLink>
    </Panel>
  )
}

function NotificationsCard() {
  const { unread } = useNotifications()
  return (
    <Panel
      title={say.notifications}
      end={
        unread > 0 ? (
          <span className="num grid h-[22px] min-w-[22px] place-items-center rounded-full bg-rose-600 px-[6px] text-xs font-[650] text-white">
            {unread}
            <span className="sr-only"> {say.unread}</span>
          </span>
        ) : undefined
      }
    >
      <p className="mb-5 text-ink-2">{unread === 0 ? say.allRead : unread === 1 ? say.oneWaits : say.manyWait(unread)}</p>
      <ButtonLink to="/notifications" wide>
        {say.viewNotifications}
      </ButtonLink>
    </Panel>
  )
}

function WishlistCard() {
  const wished = useSyncExternalStore(
    wishes.subscribe,
    () => wishes.read()?.size ?? 0,
    () => 0,
  )
  return (
    <Panel title={say.wishlist}>
      <p className="num mb-5 text-ink-2">{wished === 0 ? say.keepForLater : wished === 1 ? say.oneKept : say.manyKept(wished)}</p>
      <ButtonLink to="/wishlist" wide>
        {say.viewWishlist}
      </ButtonLink>
    </Panel>
  )
}
