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
export const keepForLater = 'Press the heart on a product to keep it for later.'
export const oneKept = 'You keep 1 product for later.'
export const manyKept = (count: number) => `You keep ${count} products for later.`
export const viewWishlist = 'View Wishlist'
export const profile = 'Profile'
export const addressesAndGstin = 'Addresses and GSTIN'
export const quickActions = 'Quick Actions'
export const manageProfile = 'Manage Profile'
export const notifications = 'Notifications'
export const unread = 'unread'
export const allRead = 'You have read everything.'
export const oneWaits = 'One message waits for you.'
export const manyWait = (unread: number) => `${unread} messages wait for you.`
export const viewNotifications = 'View Notifications'

// dashboard
export const title = 'Dashboard · Shringar'
export const dashboard = 'Dashboard'
export const overview = 'Overview'
export const orders = 'Orders'
export const yourOrders = 'Your orders'
export const yourOrdersText = 'Follow them, order again, download invoices.'
export const yourProfile = 'Your profile'
export const yourProfileText = 'Name, company, GSTIN and delivery addresses.'
export const yourNotifications = 'Your notifications'
export const yourNotificationsText = 'Everything we told you about your orders.'

/** Namaste is understood in every language of India; `name` may be missing. */
export const greeting = (name: string | undefined) =>
  name ? (
    <>
      Namaste, <em>{name}</em>
    </>
  ) : (
    'Namaste'
  )
