import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { age } from '#domain/time/age.ts'
import { arrived as sayArrived } from '#words/notifications.ts'
import * as say from '#words/shell.tsx'
import { markAsRead, notificationPlace, simulateNotifications, useNotifications, type ShopNotification } from '../../data/account/notifications.ts'
import { useSettings } from '../../data/shop/use-settings.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import { NotificationIcon } from '../../ui/pictures/notification-icon.tsx'
import { CountBadge, toolClass } from './tool.tsx'
import { usePopover } from './use-popover.ts'

const SHOWN = 5
const SKELETON_ROWS = 3

/** The bell and the five newest notifications. */
export function NotificationPopover() {
  const { status, items, unread, arrived } = useNotifications()
  const { open, setOpen, root, trigger } = usePopover()
  const navigate = useNavigate()
  const { demoMode } = useSettings()
  useEffect(() => {
    if (demoMode) simulateNotifications()
  }, [demoMode])
  const [openedAt, setOpenedAt] = useState(() => new Date(0))

  const openOne = (notification: ShopNotification) => {
    void markAsRead(notification.id)
    setOpen(false)
    const place = notificationPlace(notification)
    if (place !== null) void navigate(place)
  }

  const toggle = () => {
    setOpenedAt(new Date())
    setOpen(!open)
  }

  return (
    <div ref={root} className="md:relative">
      <button
        ref={trigger}
        type="button"
        aria-label={unread > 0 ? say.notificationsUnread(unread) : say.notifications}
        aria-expanded={open}
        onClick={toggle}
        className={`${toolClass} ${open ? 'bg-plum-50' : ''}`}
      >
        <NotificationIcon about="bell" />
        <CountBadge count={unread} />
      </button>
      <p aria-live="polite" className="sr-only">
        {arrived ? sayArrived(arrived.title) : null}
      </p>
      {open ? (
        <section
          aria-label={say.notifications}
          className="appear absolute inset-x-3 top-[58px] z-40 overflow-hidden rounded-md border border-line bg-surface shadow-2 md:inset-x-auto md:top-[54px] md:-right-16 md:w-[412px]"
        >
          <header className="flex items-baseline justify-between px-5 pt-[18px] pb-3">
            <h2 className="text-xl">{say.notifications}</h2>
            {unread > 0 ? <span className="num text-sm text-ink-2">{say.unreadCount(unread)}</span> : null}
          </header>
          {status === 'loading' ? <SkeletonRows /> : null}
          {status === 'failed' ? <p className="border-t border-line px-5 py-8 text-center text-ink-2">{say.notificationsFailed}</p> : null}
          {status === 'ready' && items.length === 0 ? <p className="border-t border-line px-5 py-10 text-center text-ink-2">{say.noNotifications}</p> : null}
          <ul>
            {items.slice(0, SHOWN).map((notification) => (
              <li key={notification.id} className={`border-t border-line ${notification.read ? '' : 'bg-rose-50'}`}>
                <button
                  type="button"
                  onClick={() => openOne(notification)}
                  className="grid w-full grid-cols-[36px_1fr] gap-3 px-5 py-[13px] text-left leading-[1.38] hover:bg-plum-50"
                >
                  <span className={`grid size-9 place-items-center rounded-full text-plum-600 ${notification.read ? 'bg-plum-50' : 'bg-white'}`}>
                    <NotificationIcon about={notification.type} size={18} />
                  </span>
                  <span>
                    <b className="font-semibold">{notification.title}</b>
                    <span className="line-clamp-2 text-md text-ink-2">{notification.message}</span>
                    <span className="mt-[3px] flex items-center gap-[10px] text-xs text-ink-2">
                      {age(notification.created_at, openedAt)}
                      {notification.read ? null : (
                        <span className="inline-flex items-center gap-[5px] font-semibold text-rose-600">
                          <span className="bindi" />
                          {say.unread}
                        </span>
                      )}
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <footer className="grid border-t border-line p-[6px]">
            <Link to="/notifications" className={buttonClass({ variant: 'quiet' })}>
              {say.viewAll} <Icon name="forward" size={18} />
            </Link>
          </footer>
        </section>
      ) : null}
    </div>
  )
}

function SkeletonRows() {
  return (
    <output className="block" aria-label={say.loadingNotifications}>
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        <div key={row} className="grid grid-cols-[36px_1fr] gap-3 border-t border-line px-5 py-4">
          <span className="bone size-9 rounded-full!" />
          <span className="grid gap-2 py-1">
            <span className="bone h-[14px] w-1/2" />
            <span className="bone h-[14px] w-5/6" />
          </span>
        </div>
      ))}
    </output>
  )
}
