/** Sales of a period of Indian days, compared with another (docs/decisions/0028-analytics.md). Money in rupees. */
import type { CoverWish } from '#domain/shop/stock-cover.ts'
import type { Breakdown, Overview, StockCover } from '#supabase/results/analytics.ts'
import { loadSupabase } from '../../api/supabase.ts'

export type { DaySums, SalesFigures, TopProduct, TopRow, Overview, BreakdownRow, Breakdown, CoverRow, StockCover } from '#supabase/results/analytics.ts'

/** First and last day, both included: '2026-11-05'. */
export type Window = { from: string; to: string; before: { from: string; to: string } }

export const BREAKDOWNS = ['product', 'category', 'customer', 'state', 'payment'] as const
export type BreakdownBy = (typeof BREAKDOWNS)[number]
export type BreakdownSort = 'name' | 'units' | 'orders' | 'revenue' | 'before' | 'change'

/** Limit that reads all rows at once for a file: one statement, so that the figures add up. */
export const ALL_ROWS = 100_000

const periodOf = ({ from, to, before }: Window) => ({ p_from: from, p_to: to, p_before_from: before.from, p_before_to: before.to })

export async function fetchOverview(window: Window): Promise<Overview> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('sales_overview', periodOf(window), { get: true })
  if (error) throw new Error(error.message, { cause: error })
  return data
}

export type BreakdownWish = { by: BreakdownBy; sort: BreakdownSort; ascending: boolean; limit: number }

export async function fetchBreakdown(window: Window, { by, sort, ascending, limit }: BreakdownWish): Promise<Breakdown> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc(
    'sales_breakdown',
    { p_by: by, ...periodOf(window), p_sort: sort, p_ascending: ascending, p_limit: limit },
    { get: true },
  )
  if (error) throw new Error(error.message, { cause: error })
  return data
}

export async function fetchStockCover({ from, to }: { from: string; to: string }, { list, within, sort, ascending, limit }: CoverWish): Promise<StockCover> {
  const values = { p_from: from, p_to: to, p_list: list, p_within: within, p_sort: sort, p_ascending: ascending, p_limit: limit }
  const client = await loadSupabase()
  const { data, error } = await client.rpc('stock_cover', values, { get: true })
  if (error) throw new Error(error.message, { cause: error })
  return data
}
