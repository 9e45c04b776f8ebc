/** What the dashboard and the counts of its queues return. */
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
  /** that wait for an answer, or for their credit note */
  returns: { count: number; oldest: string | null } | null
  feed: FeedOrder[] | null
  /** `urgent` of the `problems`; `backup_at`: of the last good backup, ISO; `backups`: whether the server makes them */
  health: { problems: number; urgent: number; backup_at: string | null; backups: boolean } | null
}

export type QueueCounts = Record<'accept' | 'verify' | 'ship' | 'shipped' | 'collect' | 'refund', number>

/** Why money is still to come: cash on delivery that has left, a payment that is awaited, or one that waits to be verified. */
export type ReceivableKind = 'cod' | 'awaited' | 'verify'

/**
 * Accepted orders without their money: how many, how much in rupees, and for how long. `ages`: one entry for each age and kind; `to_day` null: no
 * upper bound. `couriers`: who has cash, '' is the shop itself.
 */
export type MoneyToCollect = {
  as_of: string
  count: number
  amount: number
  oldest: string | null
  couriers: string[]
  ages: { from_day: number; to_day: number | null; kind: ReceivableKind; count: number; amount: number }[]
}

export type DashboardResults = { admin_dashboard: Dashboard; order_queue_counts: QueueCounts; money_to_collect: MoneyToCollect }
