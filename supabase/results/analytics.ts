/** What the reports return (docs/decisions/0028-analytics.md). Money in rupees. */
/** Only days with sales. */
export type DaySums = { day: string; orders: number; revenue: number; units: number }

export type SalesFigures = {
  orders: number
  revenue: number
  units: number
  charges: number
  discount: number
  gst: number
  /** placed in these days but no sale: cancelled; of those, the money refunded or still owed; not yet accepted or paid */
  cancelled: number
  cancelled_amount: number
  refunds: number
  refunds_amount: number
  waiting: number
  waiting_amount: number
}

export type TopProduct = { key: string; name: string; image_url: string | null; units: number; revenue: number; revenue_before: number }

export type TopRow = { key: string; orders: number; revenue: number; revenue_before: number }

export type Overview = {
  as_of: string
  this: SalesFigures
  before: SalesFigures
  days: DaySums[]
  days_before: DaySums[]
  products: TopProduct[]
  /** how many products had sales */
  sold: number
  states: TopRow[]
  methods: TopRow[]
}

/** `key` null: deleted products, goods without a category, orders without an account. `detail`: the SKU, the path of the category, the person at a company. */
export type BreakdownRow = {
  key: string | null
  name: string | null
  detail: string | null
  image_url: string | null
  units: number
  orders: number
  revenue: number
  revenue_before: number
}

/** For products and categories the revenue is what was paid for the goods; with `charges` it is the revenue of the orders. */
export type Breakdown = {
  as_of: string
  rows: BreakdownRow[]
  count: number
  total: number
  total_before: number
  units: number
  orders: number
  charges: number
}

export type CoverRow = {
  id: string
  name: string
  sku: string
  image_url: string | null
  status: string
  stock: number
  /** units sold in `days` days: those of the period, or fewer for a newer product */
  units: number
  days: number
  /** null: nothing was sold, so there is no estimate */
  days_left: number | null
  /** rupees, the stock at the price of one unit */
  money: number
  /** rupees, what the stock cost; null: not known */
  cost: number | null
}

/** `cost` in rupees: null when no product has a cost. `costless`: products in stock without one. */
export type StockCover = {
  as_of: string
  soon: number
  out: number
  dead: number
  dead_money: number
  money: number
  cost: number | null
  costless: number
  all: number
  rows: CoverRow[]
}

export type AnalyticsResults = { sales_overview: Overview; sales_breakdown: Breakdown; stock_cover: StockCover }
