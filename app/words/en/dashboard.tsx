/** The customer’s dashboard. */

// overview
export const recentOrders = 'Recent Orders'
export const viewAllOrders = 'View All Orders'
export const noRecentOrders = 'No recent orders found.'
export const products = 'Products'
export const shopTheCollection = 'Shop the collection'
export const cart = 'Cart'
export const emptyForNow = 'Empty for now'
export const oneUnit = '1 unit'
export const units = (count: number) => `${count} units`
export const myOrders = 'My Orders'
export const trackAndReOrder = 'Track and re-order'
export const wishlist = 'Wishlist'
export const keepForLater = 'Tap the heart on a product to save it for later.'
export const oneKept = 'You have 1 saved product.'
export const manyKept = (count: number) => `You have ${count} saved products.`
export const viewWishlist = 'View Wishlist'
export const profile = 'Profile'
export const addressesAndGstin = 'Addresses and GSTIN'
export const quickActions = 'Quick Actions'
export const manageProfile = 'Manage Profile'
export const notifications = 'Notifications'
export const unread = 'unread'
export const allRead = "You're all caught up."
export const oneWaits = 'You have 1 unread notification.'
export const manyWait = (unread: number) => `You have ${unread} unread notifications.`
export const viewNotifications = 'View Notifications'

// dashboard
export const title = 'Dashboard'
export const dashboard = 'Dashboard'
export const overview = 'Overview'
export const orders = 'Orders'
export const yourOrders = 'Your orders'
export const yourOrdersText = 'Track orders, re-order and download invoices.'
export const yourProfile = 'Your profile'
export const yourProfileText = 'Name, company, GSTIN and delivery addresses.'
export const yourNotifications = 'Your notifications'
export const yourNotificationsText = 'Updates about your orders.'

/** Namaste is understood in every language of India; `name` may be missing. */
export const greeting = (name: string | undefined) =>
  name ? (
    <>
      Namaste, <em>{name}</em>
    </>
  ) : (
    'Namaste'
  )
