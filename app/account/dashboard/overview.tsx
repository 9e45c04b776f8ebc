import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#domain/time/dates.ts'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import * as say from '#words/dashboard.tsx'
import { useCartCount } from '../../data/cart/cart.ts'
import { changesTold } from '../../data/session/live.ts'
import { useNotifications } from '../../data/account/notifications.ts'
import { PICTURES, fetchOrders } from '../../data/orders/orders.ts'
import type { OrderSummary } from '../../data/orders/orders.ts'
import type { Profile, SessionUser } from '../../data/session/session.ts'
import { WAITS } from '../../data/session/use-live-orders.ts'
import { wishes } from '../../data/wishlist/wishes.ts'
import { TextSkeleton } from '../../ui/panel-skeleton.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Picture } from '../../ui/picture.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

const RECENT = 3

export function Overview({ user, profile }: { user: SessionUser; profile: Profile | null }) {
  return (
    <div className="grid gap-5 lg:grid-cols-[1.55fr_1fr] lg:items-start lg:gap-6">
      <div className="grid min-w-0 gap-5">
        <RecentOrders userId={user.id} />
        <QuickActions />
      </div>
      <div className="grid min-w-0 gap-5">
        <ProfileCard user={user} profile={profile} />
        <NotificationsCard />
        <WishlistCard />
      </div>
    </div>
  )
}

function RecentOrders({ userId }: { userId: string }) {
  const orders = useQuery({ queryKey: ['orders', userId, 'recent'], queryFn: () => changesTold().then(() => fetchOrders(userId, RECENT)), meta: WAITS })
  return (
    <Panel
      title={say.recentOrders}
      end={
        <Link to="/my-orders" className="inline-flex items-center gap-2 py-1 font-semibold whitespace-nowrap text-plum-600 hover:underline">
          {say.viewAllOrders} <Icon name="forward" size={18} className="max-md:hidden" />
        </Link>
      }
    >
      {orders.isPending ? <TextSkeleton lines={6} /> : null}
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

function RecentOrder({ order }: { order: OrderSummary }) {
  return (
    <li className="relative flex items-center gap-3 md:gap-4 border-b border-line py-[15px] last:border-0 last:pb-0">
      <span className="flex flex-none" aria-hidden="true">
        {order.order_items.slice(0, PICTURES).map((item, place) => (
          <span
            key={place}
            className={`size-12 overflow-hidden rounded-full border-2 border-surface bg-sunken ${place > 0 ? '-ml-[18px] max-[374px]:hidden' : ''} ${place > 1 ? 'max-md:hidden' : ''}`}
          >
            <Picture src={item.image_url} alt="" width={48} height={48} sizes="48px" />
          </span>
        ))}
      </span>
      <span className="mr-auto">
        <Link to={`/order-confirmation/${order.id}`} className="num font-semibold after:absolute after:inset-0 hover:text-plum-600">
          #{order.id.slice(0, 6)}
        </Link>
        <span className="block text-sm text-ink-2">{formatDay(order.created_at)}</span>
      </span>
      <span className="grid justify-items-end gap-1">
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
          className="grid size-[64px] flex-none place-items-center rounded-full bg-plum-100 font-display text-[2rem] leading-none text-plum-700"
        >
          {(user.email[0] ?? 'U').toUpperCase()}
        </span>
        <div className="min-w-0">
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
