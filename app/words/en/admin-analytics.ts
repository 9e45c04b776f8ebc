/** /admin/sales-analytics: figures, charts and tables of sales, and how long the stock lasts. */

export const salesAnalytics = 'Sales Analytics'
export const parts = 'Parts of the analytics'
export const views = {
  overview: 'Overview',
  product: 'Products',
  category: 'Categories',
  customer: 'Customers',
  state: 'States',
  payment: 'Payment',
  stock: 'Stock cover',
  gst: 'GST',
} as const
export const group = 'In the analytics'

// which days
export const days = 'Days'
export const ranges = {
  today: 'Today',
  '7': '7 days',
  '30': '30 days',
  '90': '90 days',
  month: 'This month',
  'last-month': 'Last month',
  year: 'Financial year',
} as const
export const rangeHint = (range: string) => `Show: ${range}`
export const span = (from: string, to: string) => (from === to ? from : `${from} to ${to}`)
export const chooseDays = (now: string) => `Choose days. Now: ${now}`
export const ends = { from: 'From', to: 'To' } as const
export const showDays = 'Show these days'
export const daysWrong = 'Enter both days.'
export const againstLabel = 'Against'
export const against = { before: (days: string) => `before: ${days}`, year: (days: string) => `a year before: ${days}` } as const
export const untilNow = (time: string) => `Until now, ${time}. The days before end at the same time.`
export const saleMeans = 'A sale is an order that was accepted or paid for and not cancelled. It counts on the Indian day it was placed, with delivery and GST.'

// figures
export const figures = 'Figures'
export const figure = { revenue: 'Revenue with GST', orders: 'Orders', average: 'Average order', units: 'Units' } as const
export const chartOf = (figure: string) => `Show ${figure} in the chart`
export const more = (percent: string) => `${percent} more`
export const less = (percent: string) => `${percent} less`
export const same = 'the same'
export const than = (before: string) => `than ${before}`
export const sameAs = (before: string) => `as ${before}`
export const noneBefore = 'nothing before to compare with'
export const beside = 'Beside the sales'
export const besides = {
  discount: 'Discounts given',
  gst: 'GST in it',
  delivery: 'Delivery in it',
  waiting: 'Not yet accepted or paid',
  cancelled: 'Cancelled',
  refunds: 'Refunds, paid and due',
} as const
export const ordersCount = (count: string, one: boolean) => (one ? '1 order' : `${count} orders`)
export const beforeThat = (amount: string) => `${amount} before`

// chart
export const steps = 'Steps'
export const grains = { day: 'Day', week: 'Week', month: 'Month' } as const
export const byGrain = { day: 'by day', week: 'by week', month: 'by month' } as const
export const chartTitle = (figure: string, grain: string) => `${figure} ${grain}`
export const thisStretch = 'these days'
export const beforeStretch = 'the days before'
export const openStep = 'not over yet'
export const chartHelp = 'Chart. The arrow keys go from step to step, Enter opens the orders behind it.'
export const point = (days: string, value: string, orders: string, before: string) => `${days}: ${value}, ${orders}; before: ${before}`
export const openRows = 'opens the orders'
export const showTable = 'Show as table'
export const showChart = 'Show as chart'
export const period = 'Days'
export const periodBefore = 'Held against'
export const before = 'Before'
export const change = 'Change'
export const together = 'Together'
export const crore = ' Cr'
export const lakh = ' L'
export const thousand = 'k'
export const none = '–'
export const fresh = 'new'

// breakdowns
export const things = { product: 'Product', category: 'Category', customer: 'Customer', state: 'State', payment: 'Payment' } as const
export const units = 'Units'
export const orders = 'Orders'
export const sales = 'Sales with GST'
export const revenue = 'Revenue'
export const share = 'Share'
export const sku = 'SKU'
export const key = 'Number'
export const gone = {
  product: 'Products that were deleted',
  category: 'Without a category',
  customer: 'Without an account',
  state: 'Unknown',
  payment: 'Unknown',
} as const
export const nameless = (id: string) => `Customer ${id}`
export const topProducts = 'Top products'
export const byState = 'By State'
export const byPayment = 'By payment'
export const allSold = (count: string) => `All ${count} sold`
export const allOf = (count: string) => `All ${count}`
export const furtherStates = (count: number) => (count === 1 ? '1 more State' : `${count} more States`)
export const shown = (shown: string, count: string) => `The first ${shown} of ${count}. The export has all of them.`
export const goodsAndDelivery = (goods: string, delivery: string, revenue: string) => `Goods ${goods} and delivery ${delivery} make the revenue of ${revenue}.`
export const categoryMeans = 'A category holds what stands below it too: the rows add up to more than their total.'
export const placeOfSupply = 'by place of supply, with GST'
export const goodsMeans = 'what was paid for the goods, with GST'

// stock cover
export const lists = { soon: 'Running out', dead: 'Not sold in 90 days', all: 'All stock' } as const
export const within = 'Gone within'
export const withinDays = (days: number) => (days === 1 ? '1 day' : `${days} days`)
export const soonFigure = 'Run out'
export const soonHint = (out: string, within: string) => `within ${within}; ${out} sold out already`
export const deadFigure = 'Not sold in 90 days'
export const deadHint = (money: string) => `${money} lie in them`
export const moneyFigure = 'Stock at selling price'
export const moneyHint = (count: string) => `in ${count} products`
export const inStock = 'In stock'
export const sold = 'Sold'
export const perDay = 'A day'
export const lasts = 'Lasts'
export const money = 'Worth'
export const soldIn = (units: string, days: number) => `${units} in ${days === 1 ? '1 day' : `${days} days`}`
export const soldOut = 'sold out'
export const lastsDays = (days: string, one: boolean, until: string) => `${one ? '1 day' : `${days} days`}, until ${until}`
export const lastsLong = 'over a year'
export const notSold = 'not sold in these days'
export const status = 'Status'
export const statuses: Readonly<Record<string, string>> = { active: 'active', draft: 'draft', archived: 'archived' }
export const coverMeans = 'At the pace of these days; a younger product at the pace of its own. Worth: what the stock brings at the price of one.'
export const noneSoon = 'Nothing runs out'
export const noneSoonText = 'At this pace every active product lasts longer. Choose more days to look further ahead.'
export const noneDead = 'Nothing lies about'
export const noneDeadText = 'Everything in stock for 90 days was sold in them at least once.'
export const noStock = 'No stock yet'
export const noStockText = 'Products appear here as soon as they are in stock.'

// nothing, faults
export const noSales = 'No sales in these days'
export const noSalesText = 'Orders count once they are accepted or paid for. Choose other days to look further back.'
export const failed = 'The figures did not load.'
export const failedText = 'Nothing was changed. Orders and products are on the left as always.'
