import { Link } from 'react-router'
import { formatDate } from '#domain/time/dates.ts'
import * as say from '#words/notifications.ts'
import { markAsRead, notificationPlace } from '../../data/account/notifications.ts'
import type { ShopNotification } from '../../data/account/notifications.ts'
import { NotificationIcon } from '../../ui/pictures/notification-icon.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import type { NotificationRow } from './fold.ts'

/** The newest notification of a row, with the earlier ones of its order folded away. It is unread as long as one of them is. */
export function NotificationItem({ row: { newest: item, earlier, unread } }: { row: NotificationRow }) {
  const place = notificationPlace(item)
  const read = unread.length === 0
  const markRow = () => void markAsRead(...unread)
  return (
    <li
      className={`grid grid-cols-[40px_minmax(0,1fr)] gap-x-4 border-b border-line px-4 py-4 last:border-0 md:grid-cols-[40px_minmax(0,1fr)_auto] md:px-6 ${read ? '' : 'bg-rose-50'}`}
    >
      <span className={`grid size-10 place-items-center rounded-full text-plum-600 ${read ? 'bg-plum-50' : 'bg-surface'}`}>
        <NotificationIcon about={item.type} size={20} />
      </span>
      <div className="min-w-0">
        <p className="font-semibold">
          {place ? (
            <Link to={place} onClick={markRow} className="hover:text-plum-600 hover:underline">
              {item.title}
            </Link>
          ) : (
            item.title
          )}
        </p>
        <p className="text-pretty text-ink-2">{item.message}</p>
        <p className="num mt-1 flex items-center gap-3 text-sm text-ink-2">
          {formatDate(item.created_at)}
          {read ? null : <Unread />}
        </p>
        {earlier.length === 0 ? null : <Earlier items={earlier} />}
      </div>
      {read ? null : (
        <button type="button" onClick={markRow} className="link col-start-2 min-h-11 justify-self-start text-sm md:col-start-3 md:row-start-1 md:self-center">
          {say.markAsRead}
          <span className="sr-only">: {item.title}</span>
        </button>
      )}
    </li>
  )
}

function Earlier({ items }: { items: readonly ShopNotification[] }) {
  return (
    <details className="group mt-1 text-sm">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 text-ink-2 hover:text-plum-600 [&::-webkit-details-marker]:hidden">
        <Icon name="down" size={16} className="flex-none group-open:rotate-180" />
        <span className="min-w-0">
          <span className="num">{say.earlierCount(items.length)}</span> {items.map(({ title }) => title).join(', ')}
        </span>
      </summary>
      <ul className="mt-1 grid gap-3 border-l-2 border-line pl-4">
        {items.map(({ id, title, message, created_at, read }) => (
          <li key={id}>
            <p className="font-medium">{title}</p>
            <p className="text-pretty text-ink-2">{message}</p>
            <p className="num flex items-center gap-3 text-ink-2">
              {formatDate(created_at)}
              {read ? null : <Unread />}
            </p>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Unread() {
  return (
    <span className="inline-flex items-center gap-[5px] font-semibold text-rose-600">
      <span className="bindi" />
      {say.unread}
    </span>
  )
}
