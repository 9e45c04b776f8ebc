/** The notifications screen. */

// notifications
export const title = 'Notifications'
export const notifications = 'Notifications'
export const everything = 'All'
export const orders = 'Orders'
export const promotions = 'Promotions'
export const markAllAsRead = 'Mark all as read'
export const loadFailed = 'Your notifications could not be loaded.'
export const loadFailedText = 'Nothing was lost. Please try again in a moment.'
export const whichNotifications = 'Which notifications'
export const noNotifications = 'No notifications'
export const unread = 'Unread'
export const markAsRead = 'Mark as read'
/** The titles of the earlier notifications follow. */
export const earlierCount = (count: number) => `${count} earlier:`

// notification-popover
export const arrived = (title: string) => `New notification: ${title}`

// filter
export const noneYet = "You don't have any notifications yet"
export const noneUnread = "You don't have any unread notifications"

/** Contains the type's own value, as agreed (docs/decisions/0046). */
export const noneOfType = (type: 'order_update' | 'promotion') => `You don't have any ${type} notifications`
