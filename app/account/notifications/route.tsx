import { Link, useSearchParams } from 'react-router'
import { formatDate } from '#domain/time/dates.ts'
import * as say from '#words/notifications.ts'
import { markAllAsRead, markAsRead, notificationPlace, reloadNotifications, useNotifications } from '../../data/account/notifications.ts'
import type { ShopNotification } from '../../data/account/notifications.ts'
import { SignedIn } from '../../data/session/signed-in.tsx'
import { PanelSkeleton } from '../../ui/panel-skeleton.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { NotificationIcon } from '../../ui/notification-icon.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { FILTERS, emptyText, filterNotifications } from './filter.ts'
import type { Filter } from './filter.ts'

export default function NotificationsScreen() {
  return (
    <div className="wrap pb-16">
      <title>{say.title}</title>
      <meta name="robots" content="noindex" />
      <div className="mx-auto max-w-[820px]">
        <SignedIn waiting={<Waiting />}>{() => <Notifications />}</SignedIn>
      </div>
    </div>
  )
}

function Waiting() {
  return (
    <>
      <PageHeading>{say.notifications}</PageHeading>
      <PanelSkeleton lines={9} />
    </>
  )
}

function Notifications() {
  const { status, items, unread } = useNotifications()
  const [params, setParams] = useSearchParams()
  const filter: Filter = FILTERS.find((known) => known === params.get('show')) ?? 'all'
  if (status === 'loading') return <Waiting />
  const shown = filterNotifications(items, filter)
  const tabs: { id: Filter; label: React.ReactNode }[] = [
    { id: 'all', label: say.everything },
    {
      id: 'unread',
      label: (
        <>
          {say.unread}{' '}
          {unread > 0 ? (
            <span className="num ml-1 inline-grid h-5 min-w-5 place-items-center rounded-full bg-rose-600 px-[6px] text-xs font-[650] text-white">
              {unread}
            </span>
          ) : null}
        </>
      ),
    },
    { id: 'order_update', label: say.orders },
    { id: 'promotion', label: say.promotions },
  ]
  return (
    <>
      <PageHeading actions={unread > 0 ? <Button onClick={() => void markAllAsRead()}>{say.markAllAsRead}</Button> : null}>{say.notifications}</PageHeading>
      {status === 'failed' ? (
        <ErrorPanel title={say.loadFailed} text={say.loadFailedText} onRetry={() => void reloadNotifications()} />
      ) : (
        <Tabs
          label={say.whichNotifications}
          tabs={tabs}
          current={filter}
          onChange={(id) => setParams(id === 'all' ? {} : { show: id }, { replace: true, preventScrollReset: true })}
        >
          {shown.length === 0 ? (
            <EmptyState compact title={say.noNotifications} text={emptyText(filter)} />
          ) : (
            <ul className="overflow-hidden rounded-md border border-line bg-surface">
              {shown.map((item) => (
                <NotificationItem key={item.id} item={item} />
              ))}
            </ul>
          )}
        </Tabs>
      )}
    </>
  )
}

function NotificationItem({ item }: { item: ShopNotification }) {
  const place = notificationPlace(item)
  return (
    <li
      className={`grid grid-cols-[40px_1fr] gap-x-4 border-b border-line px-4 py-4 last:border-0 md:grid-cols-[40px_1fr_auto] md:px-6 ${item.read ? '' : 'bg-rose-50'}`}
    >
      <span className={`grid size-10 place-items-center rounded-full text-plum-600 ${item.read ? 'bg-plum-50' : 'bg-surface'}`}>
        <NotificationIcon about={item.type} size={20} />
      </span>
      <div className="min-w-0">
        <p className="font-semibold">
          {place ? (
            <Link to={place} onClick={() => void markAsRead(item.id)} className="hover:text-plum-600 hover:underline">
              {item.title}
            </Link>
          ) : (
            item.title
          )}
        </p>
        <p className="text-pretty text-ink-2">{item.message}</p>
        <p className="num mt-1 flex items-center gap-3 text-sm text-ink-2">
          {formatDate(item.created_at)}
          {item.read ? null : (
            <span className="inline-flex items-center gap-[5px] font-semibold text-rose-600">
              <span className="bindi" />
              {say.unread}
            </span>
          )}
        </p>
      </div>
      {item.read ? null : (
        <button
          type="button"
          onClick={() => void markAsRead(item.id)}
          className="link col-start-2 justify-self-start py-2 text-sm md:col-start-3 md:self-center"
        >
          {say.markAsRead}
          <span className="sr-only">: {item.title}</span>
        </button>
      )}
    </li>
  )
}
