/** /admin/sales-analytics: figures, charts and tables of sales, and how long the stock lasts. */
import { groupIndian } from '#domain/money/money.ts'

export const salesAnalytics = 'Sales Analytics'
export const parts = 'Reports'
export const views = {
  overview: 'Overview',
  product: 'Products',
  category: 'Categories',
  customer: 'Customers',
  state: 'States',
  payment: 'Payment',
  stock: 'Stock cover',
  gst: 'GST',
  einvoices: 'E-invoices',
  accounts: 'Accounts',
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
export const againstLabel = 'Compare with'
export const against = { before: (days: string) => `previous period: ${days}`, year: (days: string) => `a year earlier: ${days}` } as const
export const untilNow = (time: string) => `Until now, ${time}. The previous period ends at the same time of day.`
export const saleMeans =
  'A sale is an order that was accepted or paid and not cancelled. It counts on the day it was placed (Indian time), including delivery and GST.'

// figures
export const figures = 'Figures'
export const figure = { revenue: 'Revenue with GST', orders: 'Orders', average: 'Average order', units: 'Units' } as const
export const chartOf = (figure: string) => `Show ${figure} in the chart`
export const more = (percent: string) => `${percent} more`
export const less = (percent: string) => `${percent} less`
export const same = 'the same'
export const than = (before: string) => `than ${before}`
export const sameAs = (before: string) => `as ${before}`
export const noneBefore = 'no earlier sales to compare with'
export const beside = 'Other figures'
export const besides = {
  discount: 'Discounts given',
  gst: 'GST included',
  charges: 'Delivery and charges included',
  waiting: 'Not yet accepted or paid',
  cancelled: 'Cancelled',
  refunds: 'Refunds, paid and due',
} as const
export const ordersCount = (count: string, one: boolean) => (one ? '1 order' : `${count} orders`)
export const beforeThat = (amount: string) => `${amount} in the previous period`

// chart
export const steps = 'Group by'
export const chart = 'Chart'
export const granularities = { day: 'Day', week: 'Week', month: 'Month' } as const
export const byGranularity = { day: 'by day', week: 'by week', month: 'by month' } as const
export const chartTitle = (figure: string, granularity: string) => `${figure} ${granularity}`
export const thisPeriod = 'this period'
export const previousPeriod = 'previous period'
export const openStep = 'not finished yet'
export const chartHelp = 'Chart. Use the arrow keys to move along it; Enter opens the orders.'
export const point = (days: string, value: string, orders: string, before: string) => `${days}: ${value}, ${orders}; previous period: ${before}`
export const openRows = 'opens the orders'
export const showTable = 'Show as table'
export const showChart = 'Show as chart'
export const period = 'Days'
export const periodBefore = 'Compared with'
export const before = 'Before'
export const change = 'Change'
export const together = 'Total'
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
  product: 'Deleted products',
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
export const goodsAndCharges = (goods: string, charges: string, revenue: string) =>
  `Goods ${goods} plus delivery and charges of ${charges} give the revenue of ${revenue}.`
export const categoryMeans = 'A category includes its sub-categories, so the rows add up to more than the total.'
export const placeOfSupply = 'by place of supply, with GST'
export const goodsMeans = 'paid for the goods, including GST'

// stock cover
export const lists = { soon: 'Running out', dead: 'Not sold in 90 days', all: 'All stock' } as const
export const within = 'Runs out within'
export const withinDays = (days: number) => (days === 1 ? '1 day' : `${days} days`)
export const soonFigure = 'Running out'
export const soonHint = (out: string, within: string) => `within ${within}; ${out} already sold out`
export const deadFigure = 'Not sold in 90 days'
export const deadHint = (money: string) => `worth ${money}`
export const moneyFigure = 'Stock at selling price'
export const moneyHint = (count: string) => `in ${count} products`
export const costHint = (amount: string, without: number) =>
  `at cost ${amount}${without === 0 ? '' : without === 1 ? ', 1 product without a cost' : `, ${groupIndian(String(without))} products without a cost`}`
export const atCost = 'At cost'
export const inStock = 'In stock'
export const sold = 'Sold'
export const perDay = 'Per day'
export const lasts = 'Lasts'
export const money = 'Worth'
export const soldIn = (units: string, days: number) => `${units} in ${days === 1 ? '1 day' : `${days} days`}`
export const soldOut = 'sold out'
export const lastsDays = (days: string, one: boolean, until: string) => `${one ? '1 day' : `${days} days`}, until ${until}`
export const lastsLong = 'over a year'
export const notSold = 'not sold in this period'
export const status = 'Status'
export const statuses: Readonly<Record<string, string>> = { active: 'active', draft: 'draft', archived: 'archived' }
export const coverMeans = 'Based on sales in this period; for a newer product, since it was added. Worth: stock × unit price.'
export const countedAt = (time: string) => `As of ${time}.`
export const noneSoon = 'Nothing is running out'
export const noneSoonText = 'At this rate every active product lasts longer. Choose more days to look further ahead.'
export const noneDead = 'No slow stock'
export const noneDeadText = 'Everything in stock for 90 days sold at least once in that time.'
export const noStock = 'No stock yet'
export const noStockText = 'Products appear here as soon as they are in stock.'

// nothing to show, errors
export const noSales = 'No sales in this period'
export const noSalesText = 'Orders count once they are accepted or paid. Choose an earlier period to look further back.'
export const failed = 'The figures did not load.'
export const failedText = 'Nothing was changed. Orders and products are still available on the left.'
