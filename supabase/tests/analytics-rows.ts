/**
 * Orders of a year and a half in every state, and the figures of /admin/sales-analytics summed from their rows by loops that share
 * nothing with the SQL: paise as integers, Indian days from milliseconds.
 */
import type { Scratch } from './shop.ts'
import { CATEGORY, CHILD_CATEGORY, PEOPLE, PRODUCT } from './scenario.ts'

export type Row = {
  id: string
  user_id: string | null
  status: string
  payment_state: string
  payment_method: string
  place_of_supply: string
  total_amount: string
  charges_total: string
  discount_total: string
  total_gst: string
  charges_gst: string
  created_at: Date
}
export type Line = { order_id: string; product_id: string | null; quantity: number; total: string }
export type Days = { from: string; to: string }

/** A seeded random source, so that a failure can be reproduced. The returned function gives an integer from 0, smaller than `below`. */
export function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const IST_MS = 19_800_000
export const indianDay = (moment: Date | number): string => new Date(Number(moment) + IST_MS).toISOString().slice(0, 10)
const midnight = (day: string): number => Date.parse(`${day}T00:00:00.000Z`) - IST_MS
const paise = (rupees: string): number => Math.round(Number(rupees) * 100)
const rupees = (sum: number): number => sum / 100

/** Midnights in India at the ends of days, months and financial years, and around a leap day. */
const EDGES = ['2026-12-31', '2027-01-01', '2027-03-31', '2027-04-01', '2028-02-28', '2028-02-29', '2028-03-01', '2028-03-31', '2028-04-01'].map(midnight)
const LIVES: [status: string, payment: string][] = [
  ['pending', 'cod_pending'],
  ['pending', 'awaiting_payment'],
  ['pending', 'awaiting_verification'],
  ['pending', 'paid'],
  ['pending', 'failed'],
  ['processing', 'cod_pending'],
  ['processing', 'paid'],
  ['shipped', 'cod_pending'],
  ['delivered', 'paid'],
  ['cancelled', 'cod_pending'],
  ['cancelled', 'failed'],
  ['cancelled', 'refund_due'],
  ['cancelled', 'refunded'],
]

/** Inserts the rows without triggers, as years of trade would have left them. */
export async function layOutSales(db: Scratch, count: number, seed = 7): Promise<void> {
  const roll = dice(seed)
  await db.as('owner')
  await db.run("set session_replication_role = 'replica'")
  await db.run('delete from public.order_items')
  await db.run('delete from public.orders')
  await db.run(
    "insert into public.products (id, sku, name, price, stock, category_id, status, created_at) select gen_random_uuid(), 'P' || g, 'Product ' || g, 10 + g, g % 90, case g % 3 when 0 then $1::uuid when 1 then $2::uuid end, case when g % 10 = 0 then 'archived' else 'active' end, '2026-06-01'::timestamptz + make_interval(days => g * 9) from generate_series(1, 60) g",
    [CATEGORY, CHILD_CATEGORY],
  )
  await db.run("update public.products set created_at = '2026-06-01', category_id = $2 where id = $1", [PRODUCT.soap, CHILD_CATEGORY])
  const products = (await db.rows('select id from public.products order by sku')).map(({ id }) => String(id))
  const orders: object[] = []
  const lines: object[] = []
  const begin = midnight('2026-10-01')
  for (let number = 0; number < count; number += 1) {
    const id = `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`
    const edge = EDGES[roll(EDGES.length)] ?? begin
    const at = roll(4) === 0 ? edge + roll(3) - 1 + (roll(2) === 0 ? 0 : roll(7_200_000) - 3_600_000) : begin + roll(560) * 86_400_000 + roll(86_400_000)
    const [status = '', payment = ''] = LIVES[roll(LIVES.length)] ?? []
    const inside = roll(2) === 0
    const sums = { taxable: 0, tax: 0, discount: 0, goods: 0 }
    for (let line = 0; line <= roll(4); line += 1) {
      const quantity = 1 + roll(40)
      const unit = 1 + roll(roll(9) === 0 ? 9_000_000 : 99_999)
      const discount = roll(3) === 0 ? roll(unit) : 0
      const total = unit * quantity - discount
      const head = Math.round((total * 9) / 118)
      const tax = inside ? 2 * head : Math.round((total * 18) / 118)
      lines.push({
        order_id: id,
        product_id: roll(12) === 0 ? null : products[roll(roll(2) === 0 ? 8 : products.length)],
        quantity,
        unit_price: unit / 100,
        discount: discount / 100,
        taxable: (total - tax) / 100,
        cgst: inside ? head / 100 : 0,
        sgst: inside ? head / 100 : 0,
        igst: inside ? 0 : tax / 100,
        total: total / 100,
      })
      sums.taxable += total - tax
      sums.tax += tax
      sums.discount += discount
      sums.goods += total
    }
    const delivery = roll(2) === 0 ? 10_000 : 0
    const wrap = roll(3) === 0
    orders.push({
      id,
      user_id: [PEOPLE.customer, PEOPLE.other, PEOPLE.admin, null][roll(4)],
      status,
      payment_state: payment,
      payment_method: ['cod', 'upi', 'razorpay', 'cash'][roll(4)],
      place_of_supply: inside ? '27' : ['29', '33', '07', '38'][roll(4)],
      cgst: inside ? sums.tax / 200 : 0,
      sgst: inside ? sums.tax / 200 : 0,
      igst: inside ? 0 : sums.tax / 100,
      total_gst: sums.tax / 100,
      discount_total: sums.discount / 100,
      goods_total: sums.goods / 100,
      subtotal_base: sums.taxable / 100,
      shipping_cost: delivery / 100,
      charges: [
        {
          kind: 'delivery',
          label: 'Delivery',
          cost: 100,
          amount: delivery / 100,
          taxable: delivery === 0 ? 0 : 84.75,
          gst: delivery === 0 ? 0 : 15.25,
          rate: 18,
        },
        // another kind of charge, so that a sum that knows only delivery is wrong
        ...(wrap ? [{ kind: 'wrap', label: 'Wrap', cost: 20, amount: 20, taxable: 16.94, gst: 3.06, rate: 18 }] : []),
      ],
      total_amount: (sums.goods + delivery) / 100 + (wrap ? 20 : 0),
      created_at: new Date(at).toISOString(),
    })
  }
  await db.run(
    `insert into public.orders (id, user_id, status, full_name, address, city, state, pincode, email, phone, place_of_supply, seller_state, prices_include_gst, goods_total,
       discount_total, subtotal_base, total_gst, cgst, sgst, igst, shipping_cost, charges, total_amount, payment_method, payment_state, created_at)
     select id, user_id, status, 'A', '1', 'Pune', 'Maharashtra', '411001', 'a@b.in', '9876543210', place_of_supply, '27', true, goods_total,
       discount_total, subtotal_base, total_gst, cgst, sgst, igst, shipping_cost, charges, total_amount, payment_method, payment_state, created_at
     from jsonb_populate_recordset(null::public.orders, $1)`,
    [JSON.stringify(orders)],
  )
  await db.run(
    `insert into public.order_items (order_id, product_id, product_name, quantity, unit_price, discount, taxable, rate, cgst, sgst, igst, total)
     select order_id, product_id, 'Goods', quantity, unit_price, discount, taxable, 18, cgst, sgst, igst, total from jsonb_populate_recordset(null::public.order_items, $1)`,
    [JSON.stringify(lines)],
  )
  await db.run("set session_replication_role = 'origin'")
}

export type Ledger = { orders: Row[]; lines: Map<string, Line[]>; now: number }

export async function readLedger(db: Scratch, now: string): Promise<Ledger> {
  await db.as('owner')
  const orders = (await db.rows('select * from public.orders')) as Row[]
  const lines = new Map<string, Line[]>()
  for (const line of (await db.rows('select * from public.order_items')) as Line[]) lines.set(line.order_id, [...(lines.get(line.order_id) ?? []), line])
  return { orders, lines, now: Date.parse(now) }
}

/** The definition of docs/decisions/0023-back-office.md, independent of the SQL. */
const isSale = ({ status, payment_state: paid }: Row): boolean => {
  if (status === 'cancelled') return false
  return ['processing', 'shipped', 'delivered'].includes(status) || paid === 'paid'
}

/** The orders of some days. If the period includes today, it ends now, and the period before it ends at the same time of day. */
export function placedIn({ orders, now }: Ledger, days: Days, clock: Days = days): Row[] {
  const today = indianDay(now)
  return orders.filter((order) => {
    const at = Number(order.created_at)
    const day = indianDay(at)
    if (day < days.from || day > days.to) return false
    if (clock.to < today || day < days.to) return true
    return at - midnight(day) <= now - midnight(today)
  })
}

export type Sum = { orders: number; revenue: number; units: number }
export const sum = <T>(all: readonly T[], amount: (one: T) => number): number => all.reduce((so_far, one) => so_far + amount(one), 0)

export function figuresOf(ledger: Ledger, placed: readonly Row[]) {
  const sales = placed.filter(isSale)
  const not = placed.filter((order) => !isSale(order))
  const cancelled = not.filter(({ status }) => status === 'cancelled')
  const refunds = not.filter(({ payment_state: state }) => state === 'refund_due' || state === 'refunded')
  const waiting = not.filter(({ status }) => status === 'pending')
  const amount = (orders: readonly Row[]) => rupees(sum(orders, ({ total_amount: total }) => paise(total)))
  return {
    orders: sales.length,
    revenue: amount(sales),
    units: sum(sales, ({ id }) => sum(ledger.lines.get(id) ?? [], ({ quantity }) => quantity)),
    charges: rupees(sum(sales, (order) => paise(order.charges_total))),
    discount: rupees(sum(sales, (order) => paise(order.discount_total))),
    gst: rupees(sum(sales, (order) => paise(order.total_gst) + paise(order.charges_gst))),
    cancelled: cancelled.length,
    cancelled_amount: amount(cancelled),
    refunds: refunds.length,
    refunds_amount: amount(refunds),
    waiting: waiting.length,
    waiting_amount: amount(waiting),
  }
}

export function daysOf(ledger: Ledger, placed: readonly Row[]) {
  const days = [...new Set(placed.filter(isSale).map((order) => indianDay(order.created_at)))].toSorted()
  return days.map((day) => {
    const { orders, revenue, units } = figuresOf(
      ledger,
      placed.filter((order) => indianDay(order.created_at) === day),
    )
    return { day, orders, revenue, units }
  })
}

/** Sums by a key, over whole orders or over their lines. Null is a key. */
export function groupsOf(ledger: Ledger, placed: readonly Row[], by: 'user_id' | 'place_of_supply' | 'payment_method' | 'product_id') {
  const groups = new Map<string | null, Sum>()
  const add = (key: string | null, more: Sum) => {
    const old = groups.get(key) ?? { orders: 0, revenue: 0, units: 0 }
    groups.set(key, { orders: old.orders + more.orders, revenue: old.revenue + more.revenue, units: old.units + more.units })
  }
  for (const order of placed.filter(isSale)) {
    if (by !== 'product_id') add(order[by], { orders: 1, revenue: paise(order.total_amount), units: 0 })
    else for (const line of ledger.lines.get(order.id) ?? []) add(line.product_id, { orders: 0, revenue: paise(line.total), units: line.quantity })
  }
  return groups
}
