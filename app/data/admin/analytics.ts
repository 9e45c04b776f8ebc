/** Sales of a period of Indian days, compared with another (docs/decisions/0028-analytics.md). Money in rupees. */
import { loadSupabase } from '../api/supabase.ts'

/** First and last day, both included: '2026-11-05'. */
export type Window = { from: string; to: string; before: { from: string; to: string } }
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

export const BREAKDOWNS = ['product', 'category', 'customer', 'state', 'payment'] as const
export type BreakdownBy = (typeof BREAKDOWNS)[number]
export type BreakdownSort = 'name' | 'units' | 'orders' | 'revenue' | 'before' | 'change'
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

export const COVER_LISTS = ['soon', 'dead', 'all'] as const
export type CoverList = (typeof COVER_LISTS)[number]
export type CoverSort = 'name' | 'left' | 'stock' | 'units' | 'money'
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
  money: number
}
export type StockCover = { as_of: string; soon: number; out: number; dead: number; dead_money: number; money: number; all: number; rows: CoverRow[] }

/** Limit that reads all rows at once for a file: one statement, so that the figures add up. */
export const ALL_ROWS = 100_000

async function ask(name: string, values: Record<string, unknown>): Promise<unknown> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc(name, values, { get: true })
  if (error) throw new Error(error.message, { cause: error })
  return data
}

const stretchOf = ({ from, to, before }: Window) => ({ p_from: from, p_to: to, p_before_from: before.from, p_before_to: before.to })

export async function fetchOverview(window: Window): Promise<Overview> {
  return (await ask('sales_overview', stretchOf(window))) as Overview
}

export type BreakdownWish = { by: BreakdownBy; sort: BreakdownSort; ascending: boolean; limit: number }

export async function fetchBreakdown(window: Window, { by, sort, ascending, limit }: BreakdownWish): Promise<Breakdown> {
  return (await ask('sales_breakdown', { p_by: by, ...stretchOf(window), p_sort: sort, p_ascending: ascending, p_limit: limit })) as Breakdown
}

export type CoverWish = { list: CoverList; within: number; sort: CoverSort; ascending: boolean; limit: number }

export async function fetchStockCover({ from, to }: { from: string; to: string }, { list, within, sort, ascending, limit }: CoverWish): Promise<StockCover> {
  const values = { p_from: from, p_to: to, p_list: list, p_within: within, p_sort: sort, p_ascending: ascending, p_limit: limit }
  return (await ask('stock_cover', values)) as StockCover
}
