/** Calls of the analytics functions, the periods that the tests use, and a scratch database with sales. */
import { layOutSales } from './analytics-rows.ts'
import type { Days, Sum } from './analytics-rows.ts'
import type { Scratch, Shop } from './shop.ts'

export const NOW = '2028-03-01T15:00:00+05:30'
export const ORDERS = 1500

export type Overview = {
  this: object
  before: object
  days: object[]
  days_before: object[]
  products: { key: string }[]
  sold: number
  states: object[]
  methods: object[]
}
export type BreakdownRow = {
  key: string | null
  name: string | null
  detail: string | null
  units: number
  orders: number
  revenue: number
  revenue_before: number
}
export type Breakdown = { rows: BreakdownRow[]; count: number; total: number; total_before: number; charges: number; orders: number; units: number }
export type Cover = { soon: number; out: number; dead: number; dead_money: number; money: number; all: number; rows: CoverRow[] }
export type CoverRow = { id: string; sku: string; stock: number; units: number; days: number; days_left: number | null; money: number }

export const one = async <T>(db: Scratch, call: string, values: unknown[]): Promise<T> =>
  (await db.rows(`select public.${call} as answer`, values))[0]?.['answer'] as T
export const overview = (db: Scratch, now: Days, before: Days) =>
  one<Overview>(db, 'sales_overview($1, $2, $3, $4)', [now.from, now.to, before.from, before.to])
export const breakdown = (db: Scratch, by: string, now: Days, before: Days, sort = 'revenue', ascending = false, limit = 100_000) =>
  one<Breakdown>(db, 'sales_breakdown($1, $2, $3, $4, $5, $6, $7, $8)', [by, now.from, now.to, before.from, before.to, sort, ascending, limit])
export const cover = (db: Scratch, days: Days, list = 'all', within = 14, sort = 'left', ascending = true, limit = 100_000) =>
  one<Cover>(db, 'stock_cover($1, $2, $3, $4, $5, $6, $7)', [days.from, days.to, list, within, sort, ascending, limit])

export const day = (from: string, to = from): Days => ({ from, to })
/** Ends of days, months and financial years, a leap day, a period that ends now, two that overlap, an empty one. */
export const PERIODS: [string, Days, Days][] = [
  ['a year until now against the year before', day('2027-04-01', '2028-03-01'), day('2026-04-01', '2027-03-01')],
  ['today until now', day('2028-03-01'), day('2028-02-29')],
  ['seven days until now', day('2028-02-24', '2028-03-01'), day('2028-02-17', '2028-02-23')],
  ['a leap day', day('2028-02-29'), day('2027-02-28')],
  ['a month of 29 days against one of 28', day('2028-02-01', '2028-02-29'), day('2027-02-01', '2027-02-28')],
  ['the last day of a financial year', day('2027-03-31'), day('2027-04-01')],
  ['the turn of the year', day('2026-12-31', '2027-01-01'), day('2026-12-29', '2026-12-30')],
  ['two years against the same a year before', day('2026-10-01', '2028-02-29'), day('2025-10-01', '2027-02-28')],
  ['before the shop began', day('2020-01-01', '2020-01-31'), day('2019-12-01', '2019-12-31')],
]

/** Where the figures come from: every test of them runs with each. */
export const SOURCES = ['the rows', 'the sums of past days', 'the sums of past days, in four parts'] as const

/** Runs `work` with random sales and the clock at NOW, and rolls everything back. */
export const inScratch = <T>(shop: Shop, source: (typeof SOURCES)[number], work: (db: Scratch) => Promise<T>): Promise<T> =>
  shop.scratch(async (db) => {
    await layOutSales(db, ORDERS)
    await db.run("select set_config('shop.as_of', $1, true)", [NOW])
    if (source !== 'the rows') await sumPastDays(db)
    if (source === 'the sums of past days, in four parts') await addUpInFourParts(db)
    return work(db)
  })

/** As in a shop of many orders, which has 64 parts. */
export const addUpInFourParts = (db: Scratch) =>
  db.run('create or replace function private.parts_at_once(p_since timestamptz, p_until timestamptz) returns integer language sql stable return 16')

/** Runs the job, as if all transactions of those days had ended: within one transaction its own never has. */
export async function sumPastDays(db: Scratch): Promise<void> {
  await db.as('owner')
  await db.run('select private.sum_sales()')
  await db.run("update private.sales_past set marked = '3' where not summed")
  await db.run('select private.sum_sales(600000)')
  if (
    (
      await db.rows(
        'select from private.sales_past where not summed union all select from private.sales_changed union all select from private.category_changed',
      )
    ).length > 0
  )
    throw new Error('not all past days are summed')
}

export function merged(now: Map<string | null, Sum>, before: Map<string | null, Sum>) {
  return [...new Set([...now.keys(), ...before.keys()])].map((key) => ({
    key,
    orders: now.get(key)?.orders ?? 0,
    units: now.get(key)?.units ?? 0,
    revenue: (now.get(key)?.revenue ?? 0) / 100,
    revenue_before: (before.get(key)?.revenue ?? 0) / 100,
  }))
}
export const byKey = (a: { key: string | null }, b: { key: string | null }) => String(a.key).localeCompare(String(b.key))
