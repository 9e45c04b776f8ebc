import * as say from '#words/notifications.ts'
import type { ShopNotification } from '../../data/account/notifications.ts'

export const FILTERS = ['all', 'unread', 'order_update', 'promotion'] as const
export type Filter = (typeof FILTERS)[number]

export function filterNotifications(items: readonly ShopNotification[], filter: Filter): ShopNotification[] {
  return items.filter((item) => filter === 'all' || (filter === 'unread' ? !item.read : item.type === filter))
}

/** The text under 'No notifications' (docs/rules.md#fixed-texts). */
export function emptyText(filter: Filter): string {
  if (filter === 'all') return say.noneYet
  if (filter === 'unread') return say.noneUnread
  return say.noneOfType(filter)
}
