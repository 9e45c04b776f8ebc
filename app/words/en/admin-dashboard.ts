/** /admin: what needs doing, what was sold, what has just come in. */

export const dashboard = 'Dashboard'
export const allDone = 'Nothing waits for you. Well done.'
export const waiting = (count: string) => `${count} things need you today`
export const oneWaiting = 'One thing needs you today'
export const newOrder = 'New order'
export const failed = 'The dashboard did not load.'
export const failedText = 'Nothing was changed. Orders and products are on the left as always.'

export const todo = 'To do'
export const verify = 'Verify payments'
export const accept = 'Accept orders'
export const ship = 'Pack and ship'
export const collect = 'Money to collect'
export const refund = 'Pay refunds'
export const restock = 'Restock'
export const mails = 'Mails not sent'
export const complaints = 'Open complaints'
export const oldest = (age: string) => `oldest ${age}`
export const acceptHint = 'accepting issues the invoice'
export const outOfStock = (count: number) => (count === 1 ? '1 is out of stock' : `${count} are out of stock`)
export const under10 = 'fewer than 10 left'
export const mailsHint = 'given up after all attempts'
export const done = 'Done'
export const showAll = (what: string) => `All: ${what}`
export const left = (stock: number) => (stock === 0 ? 'out' : `${stock} left`)

export const sales = 'Sales'
export const periods = { today: 'Today, so far', week: 'Last 7 days', month: 'Last 30 days' } as const
export const befores = { today: 'yesterday by this time', week: 'the 7 days before', month: 'the 30 days before' } as const
export const salesMean = 'Orders accepted or paid and not cancelled, by the day they were placed, delivery and GST included.'
export const against = (amount: string, before: string) => `${amount} ${before}`
export const more = (percent: string) => `${percent} more`
export const less = (percent: string) => `${percent} less`
export const same = 'the same'
export const noneBefore = 'nothing before to compare with'
export const ordersCount = (count: string, one: boolean) => (one ? '1 order' : `${count} orders`)
export const byDay = 'Sales by day'
export const day = 'Day'
export const orders = 'Orders'
export const amount = 'Amount'
export const showTable = 'As a table'

export const liveOrders = 'Live orders'
export const live = 'Live'
export const polling = 'Every half minute'
export const allOrders = 'All orders'
export const noOrders = 'No orders yet'
export const noOrdersText = 'The first one appears here by itself.'
export const runningOut = 'Running out'
export const runningOutHint = 'active products, fewest first'
export const allProducts = 'All products'
export const product = 'Product'
export const stockLeft = 'Left'
export const soldSoFar = 'Sold'
export const noneRunningOut = 'Every active product has ten or more.'
export const newSince = (count: number) => (count === 1 ? '1 new order' : `${count} new orders`)
export const overThousandPercent = 'over 1,000 %'
