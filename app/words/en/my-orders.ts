/** The customer's list of orders (docs/rules.md#fixed-texts). */

// my-orders
export const title = 'My Orders'
export const myOrders = 'My Orders'
export const loadFailedText = "Your orders are safe. We just couldn't load them."
export const orders = 'orders'
export const noOrders = "You haven't placed any orders yet."
export const startShopping = 'Start Shopping'
export const searchLabel = 'Search by order ID or status'
export const searchPlaceholder = 'Search by order ID or status...'
export const newestFirst = 'Newest first'
export const oldestFirst = 'Oldest first'
export const noMatches = 'No orders match your search criteria. Try different keywords.'
export const clear = 'Clear'

// order-table
export const yourOrders = 'Your orders'
export const orderId = 'Order ID'
export const numbered = (number: string) => `No. ${number}`
export const view = 'View'
export const invoice = 'Invoice'
export const fetching = 'Fetching…'
export const download = 'Download'

export const sortedBy = (newestFirst: boolean) => `${newestFirst ? 'Newest' : 'Oldest'} first. Reverse order`
export const foundOf = (found: number, all: number) => `${found} of ${all} orders`

// For screen readers, after View, Invoice and Download: which order
export const viewOf = (order: string) => ` order ${order}`
export const invoiceOf = (order: string) => ` of order ${order}`
export const downloadOf = (order: string) => ` invoice of order ${order}`
export const reOrderOf = (order: string) => ` order ${order}`

/** The names of an order's first products. */
export const andMore = (names: string) => `${names} and more`
