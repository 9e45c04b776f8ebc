/** /admin: tasks, sales and the newest orders. */

export const dashboard = 'Dashboard'
export const allDone = 'You’re all caught up.'
export const waiting = (count: string) => `${count} tasks for today`
export const oneWaiting = '1 task for today'
export const newOrder = 'New order'
export const failed = 'The dashboard did not load.'
export const failedText = 'Nothing was changed. Orders and products are still available on the left.'

export const todo = 'To do'
export const verify = 'Verify payments'
export const accept = 'Accept orders'
export const ship = 'Pack and ship'
export const collect = 'Money to collect'
export const refund = 'Pay refunds'
export const returns = 'Returns to handle'
export const restock = 'Restock'
export const mails = 'Emails not sent'
export const complaints = 'Open complaints'
export const oldest = (age: string) => `oldest ${age}`
export const acceptHint = 'accepting issues the invoice'
export const outOfStock = (count: number) => (count === 1 ? '1 is out of stock' : `${count} are out of stock`)
export const atTheirLevel = 'at their reorder level, or fewer than 10 left'
export const mailsHint = 'all attempts failed'
export const done = 'Done'
export const showAll = (what: string) => `All: ${what}`
export const left = (stock: number) => (stock === 0 ? 'out' : `${stock} left`)

export const sales = 'Sales'
export const periods = { today: 'Today, so far', week: 'Last 7 days', month: 'Last 30 days' } as const
export const befores = { today: 'yesterday at this time', week: 'the previous 7 days', month: 'the previous 30 days' } as const
export const salesMean = 'Orders accepted or paid and not cancelled, by order date, including delivery and GST.'
export const against = (amount: string, before: string) => `${amount} ${before}`
export const more = (percent: string) => `${percent} more`
export const less = (percent: string) => `${percent} less`
export const same = 'the same'
export const noneBefore = 'no earlier sales to compare with'
export const ordersCount = (count: string, one: boolean) => (one ? '1 order' : `${count} orders`)
export const byDay = 'Sales by day'
export const day = 'Day'
export const orders = 'Orders'
export const amount = 'Amount'
export const showTable = 'Show as table'

export const liveOrders = 'Live orders'
export const live = 'Live'
export const polling = 'Updates every 30 seconds'
export const allOrders = 'All orders'
export const noOrders = 'No orders yet'
export const noOrdersText = 'New orders appear here automatically.'
export const runningOut = 'Running out'
export const runningOutHint = 'active products, lowest stock first'
export const allProducts = 'All products'
export const product = 'Product'
export const stockLeft = 'Left'
export const soldSoFar = 'Sold'
export const noneRunningOut = 'Every active product has 10 or more in stock.'
export const newSince = (count: number) => (count === 1 ? '1 new order' : `${count} new orders`)
export const overThousandPercent = 'over 1,000%'
