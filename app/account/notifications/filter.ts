import type { ShopNotification } from '../../data/notifications.ts'

export const FILTERS = ['all', 'unread', 'order_update', 'promotion'] as const
export type Filter = (typeof FILTERS)[number]

export function filterNotifications(items: readonly ShopNotification[], filter: Filter): ShopNotification[] {
  return items.filter((item) => filter === 'all' || (filter === 'unread' ? !item.read : item.type === filter))
}

const typeWords: Record<'order_update' | 'promotion', string> = { order_update: 'order', promotion: 'promotion' }

/** The sentence under 'No notifications' (specification section 2). */
export function emptyText(filter: Filter): string {
  if (filter === 'all') return "You don't have any notifications yet"
  if (filter === 'unread') return "You don't have any unread notifications"
  return `You don't have any ${typeWords[filter]} notifications`
}
