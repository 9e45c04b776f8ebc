import { useSearchParams } from 'react-router'
import * as say from '#words/notifications.ts'
import { markAllAsRead, reloadNotifications, useNotifications } from '../../data/account/notifications.ts'
import { SignedIn } from '../../data/session/signed-in.tsx'
import { PanelSkeleton } from '../../ui/page/panel-skeleton.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { FILTERS, emptyText, filterNotifications } from './filter.ts'
import type { Filter } from './filter.ts'
import { foldNotifications } from './fold.ts'
import { NotificationItem } from './notification-item.tsx'
import { PageTitle } from '../../data/shop/page-title.tsx'

export default function NotificationsScreen() {
  return (
    <div className="wrap pb-16">
      <PageTitle>{say.title}</PageTitle>
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
            <EmptyState compact drawing="bell" title={say.noNotifications} text={emptyText(filter)} />
          ) : (
            <ul className="overflow-hidden rounded-md border border-line bg-surface">
              {foldNotifications(shown).map((row) => (
                <NotificationItem key={row.newest.order_id ?? row.newest.id} row={row} />
              ))}
            </ul>
          )}
        </Tabs>
      )}
    </>
  )
}
