import { loadSupabase } from '../api/supabase.ts'

/** Orders that wait for the same step. `count`: up to 1,001, which means more than 1,000. Money in rupees. */
export type OrderQueue = { count: number; oldest: string | null; rows: { id: string; name: string; total_amount: number; created_at: string }[] }
export type SalesOfPeriod = { orders: number; amount: number; orders_before: number; amount_before: number }
export type DaySales = { /** Indian day, '2026-11-20' */ day: string; orders: number; amount: number }
export type FeedOrder = {
  id: string
  created_at: string
  name: string
  city: string
  state: string
  status: string
  payment_method: string
  payment_state: string
  total_amount: number
}
export type LowStock = { id: string; name: string; sku: string; stock: number; units_sold: number; image_url: string | null }

/** The result of `admin_dashboard()`, null where the role may not see a part; docs/decisions/0023-back-office.md defines a sale. */
export type Dashboard = {
  as_of: string
  sales: { today: SalesOfPeriod; week: SalesOfPeriod; month: SalesOfPeriod; days: DaySales[] } | null
  verify: OrderQueue | null
  accept: OrderQueue | null
  ship: OrderQueue | null
  collect: OrderQueue | null
  refund: OrderQueue | null
  stock: { count: number; out: number; rows: LowStock[] } | null
  mails: number | null
  complaints: { count: number; oldest: string | null } | null
  feed: FeedOrder[] | null
}

export async function fetchDashboard(): Promise<Dashboard> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('admin_dashboard', {}, { get: true })
  if (error) throw new Error(error.message, { cause: error })
  return data as Dashboard
}
