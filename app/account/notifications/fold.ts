import type { ShopNotification } from '../../data/account/notifications.ts'

/** A row of the list: one notification, or all those of an order. */
export type NotificationRow = {
  newest: ShopNotification
  /** of the same order, newest first */
  earlier: ShopNotification[]
  /** the ids of those that are unread */
  unread: string[]
}

/** The notifications of one order as one row, in the place of the newest; all others by themselves. Expects the newest first. */
export function foldNotifications(items: readonly ShopNotification[]): NotificationRow[] {
  const rows = new Map<string, NotificationRow>()
  for (const item of items) {
    const key = item.type === 'order_update' && item.order_id !== null ? item.order_id : item.id
    const row = rows.get(key)
    const unread = item.read ? [] : [item.id]
    if (row === undefined) rows.set(key, { newest: item, earlier: [], unread })
    else {
      row.earlier.push(item)
      row.unread.push(...unread)
    }
  }
  return [...rows.values()]
}
