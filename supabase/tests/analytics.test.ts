import { afterAll, beforeAll, expect, test } from 'vitest'
import { daysOf, dice, figuresOf, groupsOf, indianDay, layOutSales, placedIn, readLedger } from './analytics-rows.ts'
import type { Days, Sum } from './analytics-rows.ts'
import { CATEGORY, CHILD_CATEGORY, PEOPLE, PRODUCT, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const NOW = '2028-03-01T15:00:00+05:30'
const ORDERS = 1500

type Overview = {
  this: object
  before: object
  days: object[]
  days_before: object[]
  products: { key: string }[]
  sold: number
  states: object[]
  methods: object[]
}
type BreakdownRow = { key: string | null; name: string | null; detail: string | null; units: number; orders: number; revenue: number; revenue_before: number }
type Breakdown = { rows: BreakdownRow[]; count: number; total: number; total_before: number; charges: number; orders: number; units: number }
type Cover = { soon: number; out: number; dead: number; dead_money: number; money: number; all: number; rows: CoverRow[] }
type CoverRow = { id: string; sku: string; stock: number; units: number; days: number; days_left: number | null; money: number }

const one = async <T>(db: Scratch, call: string, values: unknown[]): Promise<T> =>
  (await db.rows(`select public.${call} as answer`, values))[0]?.['answer'] as T
const overview = (db: Scratch, now: Days, before: Days) => one<Overview>(db, 'sales_overview($1, $2, $3, $4)', [now.from, now.to, before.from, before.to])
const breakdown = (db: Scratch, by: string, now: Days, before: Days, sort = 'revenue', ascending = false, limit = 100_000) =>
  one<Breakdown>(db, 'sales_breakdown($1, $2, $3, $4, $5, $6, $7, $8)', [by, now.from, now.to, before.from, before.to, sort, ascending, limit])
const cover = (db: Scratch, days: Days, list = 'all', within = 14, sort = 'left', ascending = true, limit = 100_000) =>
  one<Cover>(db, 'stock_cover($1, $2, $3, $4, $5, $6, $7)', [days.from, days.to, list, within, sort, ascending, limit])

const day = (from: string, to = from): Days => ({ from, to })
/** Ends of days, months and financial years, a leap day, a period that ends now, two that overlap, an empty one. */
const PERIODS: [string, Days, Days][] = [
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

const inScratch = <T>(work: (db: Scratch) => Promise<T>): Promise<T> =>
  shop.scratch(async (db) => {
    await layOutSales(db, ORDERS)
    await db.run("select set_config('shop.as_of', $1, true)", [NOW])
    return work(db)
  })

function merged(now: Map<string | null, Sum>, before: Map<string | null, Sum>) {
  return [...new Set([...now.keys(), ...before.keys()])].map((key) => ({
    key,
    orders: now.get(key)?.orders ?? 0,
    units: now.get(key)?.units ?? 0,
    revenue: (now.get(key)?.revenue ?? 0) / 100,
    revenue_before: (before.get(key)?.revenue ?? 0) / 100,
  }))
}
const byKey = (a: { key: string | null }, b: { key: string | null }) => String(a.key).localeCompare(String(b.key))

test('every figure of the overview is what its rows add up to, to the paisa', async () => {
  await inScratch(async (db) => {
    const ledger = await readLedger(db, NOW)
    expect(ledger.orders).toHaveLength(ORDERS)
    await db.as('admin')
    for (const [name, now, before] of PERIODS) {
      const placed = placedIn(ledger, now)
      const placedBefore = placedIn(ledger, before, now)
      const answer = await overview(db, now, before)
      expect(answer.this, name).toEqual(figuresOf(ledger, placed))
      expect(answer.before, name).toEqual(figuresOf(ledger, placedBefore))
      expect(answer.days, name).toEqual(daysOf(ledger, placed))
      expect(answer.days_before, name).toEqual(daysOf(ledger, placedBefore))
      const products = merged(groupsOf(ledger, placed, 'product_id'), groupsOf(ledger, placedBefore, 'product_id')).filter(
        ({ key, units }) => key !== null && units > 0,
      )
      const best = products.toSorted((a, b) => b.revenue - a.revenue || byKey(a, b)).slice(0, 8)
      expect(answer.sold, name).toBe(products.length)
      expect(answer.products, name).toMatchObject(best.map(({ key, units, revenue, revenue_before }) => ({ key, units, revenue, revenue_before })))
      for (const [list, column] of [
        [answer.states, 'place_of_supply'],
        [answer.methods, 'payment_method'],
      ] as const) {
        const rows = merged(groupsOf(ledger, placed, column), groupsOf(ledger, placedBefore, column)).map((row) => ({
          key: row.key,
          orders: row.orders,
          revenue: row.revenue,
          revenue_before: row.revenue_before,
        }))
        expect((list as { key: string }[]).toSorted(byKey), `${name} ${column}`).toEqual(rows.toSorted(byKey))
      }
    }
  })
})

test('every breakdown is what its rows add up to, and its goods and charges are the revenue', async () => {
  await inScratch(async (db) => {
    const ledger = await readLedger(db, NOW)
    const columns = { product: 'product_id', customer: 'user_id', state: 'place_of_supply', payment: 'payment_method' } as const
    await db.as('admin')
    for (const [name, now, before] of PERIODS) {
      const placed = placedIn(ledger, now)
      const placedBefore = placedIn(ledger, before, now)
      const figures = figuresOf(ledger, placed)
      for (const [by, column] of Object.entries(columns)) {
        const answer = await breakdown(db, by, now, before)
        const rows = merged(groupsOf(ledger, placed, column), groupsOf(ledger, placedBefore, column))
        const got = answer.rows.map(({ key, orders, units, revenue, revenue_before }) => ({ key, orders, units, revenue, revenue_before }))
        expect(got.toSorted(byKey), `${name} ${by}`).toEqual(rows.toSorted(byKey))
        expect(answer.count).toBe(rows.length)
        const paise = Math.round(answer.total * 100) + (by === 'product' ? Math.round(answer.charges * 100) : 0)
        expect(paise, `${name} ${by}`).toBe(Math.round(figures.revenue * 100))
        expect(answer.orders).toBe(figures.orders)
      }
    }
  })
})

test('a category holds what stands below it, and goods without one stand for themselves', async () => {
  await inScratch(async (db) => {
    const ledger = await readLedger(db, NOW)
    const [, now, before] = PERIODS[0] ?? []
    if (!now || !before) throw new Error('no period')
    const home = new Map((await db.rows('select id, category_id from public.products')).map(({ id, category_id: category }) => [id, category as string | null]))
    const sums = (days: Days, clock = days) => {
      const own = new Map<string | null, number>()
      for (const [product, { revenue }] of groupsOf(ledger, placedIn(ledger, days, clock), 'product_id')) {
        const category = product === null ? null : (home.get(product) ?? null)
        own.set(category, (own.get(category) ?? 0) + revenue)
      }
      const child = own.get(CHILD_CATEGORY) ?? 0
      return new Map([
        [null, (own.get(null) ?? 0) / 100],
        [CHILD_CATEGORY, child / 100],
        [CATEGORY, ((own.get(CATEGORY) ?? 0) + child) / 100],
      ])
    }
    await db.as('admin')
    const answer = await breakdown(db, 'category', now, before)
    expect(new Map(answer.rows.map(({ key, revenue }) => [key, revenue]))).toEqual(new Map([...sums(now)].toSorted((a, b) => b[1] - a[1])))
    expect(new Map(answer.rows.map(({ key, revenue_before: was }) => [key, was]))).toEqual(sums(before, now))
    expect(answer.rows.find(({ key }) => key === CHILD_CATEGORY)).toMatchObject({ name: 'Face', detail: 'Skin Care' })
    expect(answer.total).toBe((await breakdown(db, 'product', now, before)).total)
  })
})

test('rows come sorted as asked, as many as asked, and all are counted', async () => {
  await inScratch(async (db) => {
    await db.as('admin')
    const [, now, before] = PERIODS[0] ?? []
    if (!now || !before) throw new Error('no period')
    const values: Record<string, (row: BreakdownRow) => number> = {
      units: ({ units }) => units,
      revenue: ({ revenue }) => revenue,
      before: ({ revenue_before: was }) => was,
      change: ({ revenue, revenue_before: was }) => Math.round((revenue - was) * 100),
    }
    for (const [sort, value] of Object.entries(values)) {
      const down = (await breakdown(db, 'product', now, before, sort)).rows.map(value)
      expect(down, sort).toEqual(down.toSorted((a, b) => b - a))
      const up = (await breakdown(db, 'product', now, before, sort, true)).rows.map(value)
      expect(up, sort).toEqual(down.toReversed())
    }
    const names = (await breakdown(db, 'product', now, before, 'name', true)).rows.map(({ name }) => name)
    expect(names.at(-1)).toBeNull() // a deleted product has no name and is last
    const top = await breakdown(db, 'product', now, before, 'revenue', false, 5)
    expect(top.rows).toHaveLength(5)
    expect(top.count).toBe(names.length)
    expect((await breakdown(db, 'customer', now, before, 'name', true)).rows.map(({ name }) => name)).toEqual(['admin', 'customer', 'other', null])
  })
})

test('the stock lasts as long as it was sold, and what lies for ninety days is dead', async () => {
  await inScratch(async (db) => {
    const ledger = await readLedger(db, NOW)
    const goods = (await db.rows('select id, sku, stock, base_price, status, created_at from public.products')) as {
      id: string
      sku: string
      stock: number
      base_price: string
      status: string
      created_at: Date
    }[]
    const dayNumber = (text: string) => Date.parse(text) / 86_400_000
    await db.as('admin')
    for (const days of [day('2028-02-01', '2028-03-01'), day('2027-03-02', '2028-03-01'), day('2028-03-01'), day('2027-05-01', '2027-07-31')]) {
      const sold = groupsOf(ledger, placedIn(ledger, days), 'product_id')
      const lately = groupsOf(ledger, placedIn(ledger, day('2027-12-03', '2028-03-01')), 'product_id') // 90 days including today
      const rows = goods
        .map((product) => {
          const units = sold.get(product.id)?.units ?? 0
          const born = indianDay(product.created_at)
          const length = Math.max(dayNumber(days.to) - Math.max(dayNumber(days.from), dayNumber(born)) + 1, 1)
          const left = units === 0 ? null : Math.floor((product.stock * length) / units)
          const dead = product.stock > 0 && !lately.has(product.id) && born < '2027-12-03'
          const money = Math.round(product.stock * Number(product.base_price) * 100)
          return { id: product.id, sku: product.sku, status: product.status, stock: product.stock, units, days: length, days_left: left, money, dead }
        })
        .filter(({ stock, units }) => stock > 0 || units > 0)
      const soon = rows.filter(({ status, days_left: left }) => status === 'active' && left !== null && left <= 14)
      const dead = rows.filter((row) => row.dead)
      const money = (some: typeof rows) => some.reduce((all, row) => all + row.money, 0) / 100
      const answer = await cover(db, days)
      expect(answer, days.from).toMatchObject({ soon: soon.length, out: soon.filter(({ stock }) => stock === 0).length, dead: dead.length, all: rows.length })
      expect([answer.money, answer.dead_money]).toEqual([money(rows), money(dead)])
      const plain = (some: typeof rows) => new Map(some.map((row) => [row.id, { ...row, dead: undefined, money: row.money / 100 }]))
      const got = (some: CoverRow[]) => new Map(some.map(({ id, ...row }) => [id, { id, ...row }]))
      const shown = (some: Map<string, object>) =>
        [...some].map(([id, row]) => [id, { ...row, name: undefined, image_url: undefined }] as const).toSorted(([a], [b]) => a.localeCompare(b))
      expect(shown(got(answer.rows))).toEqual(shown(plain(rows)))
      expect(shown(got((await cover(db, days, 'soon')).rows))).toEqual(shown(plain(soon)))
      expect(shown(got((await cover(db, days, 'dead', 14, 'money', false)).rows))).toEqual(shown(plain(dead)))
      expect(dead.length, 'the test has dead stock').toBeGreaterThan(0)
    }
  })
})

test('midnight in India parts the days, also on a leap day and at the end of the financial year', async () => {
  await shop.scratch(async (db) => {
    await db.run("set session_replication_role = 'replica'")
    await db.run('delete from public.orders')
    await db.run("select set_config('shop.as_of', '2028-06-01T10:00:00+05:30', true)")
    const placed = (at: string, status = 'processing') =>
      db.run(
        `insert into public.orders (user_id, status, full_name, address, city, state, pincode, email, phone, place_of_supply, seller_state, prices_include_gst,
           goods_total, subtotal_base, total_gst, cgst, sgst, igst, total_amount, payment_method, payment_state, created_at)
         values ($1, $3, 'A', '1', 'Pune', 'Maharashtra', '411001', 'a@b.in', '9876543210', '27', '27', true, 118, 100, 18, 9, 9, 0, 118, 'cod', 'cod_pending', $2)`,
        [PEOPLE.customer, at, status],
      )
    await placed('2028-02-28T18:29:59.999999Z') // the last microsecond of the 28th
    await placed('2028-02-28T18:30:00Z') // the first of the 29th
    await placed('2028-02-29T18:29:59.999999Z')
    await placed('2028-02-29T18:30:00Z') // 1 March
    await placed('2028-03-31T18:29:59.999999Z') // the last microsecond of the financial year
    await placed('2028-03-31T18:30:00Z')
    await placed('2028-05-31T18:30:00Z') // today
    await placed('2028-06-01T04:30:00Z') // exactly now
    await placed('2028-06-01T04:30:00.000001Z') // and one in the future
    await placed('2028-02-29T10:00:00Z', 'pending')
    await db.run("set session_replication_role = 'origin'")
    await db.as('admin')
    const orders = async (now: Days, before: Days) => {
      const answer = await overview(db, now, before)
      return [(answer.this as { orders: number }).orders, (answer.before as { orders: number }).orders]
    }
    expect(await orders(day('2028-02-29'), day('2028-02-28'))).toEqual([2, 1])
    expect(await orders(day('2028-03-01'), day('2028-02-29'))).toEqual([1, 2])
    expect(await orders(day('2027-04-01', '2028-03-31'), day('2028-04-01', '2028-04-30'))).toEqual([5, 1])
    expect(await orders(day('2028-06-01'), day('2028-05-31'))).toEqual([2, 0])
    expect(await orders(day('2028-06-01', '2028-06-30'), day('2028-05-02', '2028-05-31'))).toEqual([2, 0]) // future days count nothing
  })
})

test('the dashboard and the analytics mean the same by a sale', async () => {
  await inScratch(async (db) => {
    await db.as('admin')
    const board = await one<{ sales: Record<string, { orders: number; amount: number; orders_before: number; amount_before: number }> }>(
      db,
      'admin_dashboard()',
      [],
    )
    for (const [name, now, before] of [
      ['today', day('2028-03-01'), day('2028-02-29')],
      ['week', day('2028-02-24', '2028-03-01'), day('2028-02-17', '2028-02-23')],
      ['month', day('2028-02-01', '2028-03-01'), day('2028-01-02', '2028-01-31')],
    ] as const) {
      const answer = await overview(db, now, before)
      const { orders, revenue: amount } = answer.this as { orders: number; revenue: number }
      const { orders: orders_before, revenue: amount_before } = answer.before as { orders: number; revenue: number }
      expect(board.sales[name], name).toEqual({ orders, amount, orders_before, amount_before })
    }
  })
})

test('only an admin gets an answer, and endless or invalid periods are refused', async () => {
  const calls: [string, unknown[]][] = [
    ['select public.sales_overview($1, $2, $3, $4)', ['2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31']],
    ["select public.sales_breakdown('state', $1, $2, $3, $4)", ['2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31']],
    ['select public.stock_cover($1, $2)', ['2026-01-01', '2026-01-31']],
  ]
  await shop.scratch(async (db) => {
    for (const [call, values] of calls) {
      for (const asker of ['visitor', 'customer', 'orderService', 'mailer', 'server'] as const) {
        await db.as(asker)
        expect(await db.refused(call, values), `${asker} ${call}`).toMatchObject({ code: '42501' })
      }
      for (const asker of ['admin', 'superAdmin'] as const) {
        await db.as(asker)
        expect(await db.rows(call, values)).toHaveLength(1)
      }
    }
    await db.as('admin')
    for (const [from, to] of [
      ['2026-01-02', '2026-01-01'],
      ['2020-01-01', '2026-01-01'],
      [null, '2026-01-01'],
    ])
      expect(await db.refused('select public.sales_overview($1, $2, $1, $2)', [from, to])).toMatchObject({ code: '22023', detail: '{"code":"BAD_PERIOD"}' })
    for (const bad of ["'hour', $1, $2, $1, $2", "'state', $1, $2, $1, $2, 'name; drop table orders'", "'state', $1, $2, $1, $2, 'name', true, 0"])
      expect(await db.refused(`select public.sales_breakdown(${bad})`, ['2026-01-01', '2026-01-02'])).toMatchObject({ code: '22023' })
    expect(await db.refused("select public.stock_cover($1, $2, 'none')", ['2026-01-01', '2026-01-02'])).toMatchObject({ code: '22023' })
  })
})

test('random periods agree as well', async () => {
  await inScratch(async (db) => {
    const ledger = await readLedger(db, NOW)
    const roll = dice(42)
    await db.as('admin')
    for (let turn = 0; turn < 25; turn += 1) {
      const length = roll(120)
      const from = Date.UTC(2026, 9, 1) + roll(400) * 86_400_000
      const text = (ms: number) => new Date(ms).toISOString().slice(0, 10)
      const now = day(text(from), text(from + length * 86_400_000))
      const before = day(text(from - (length + 1) * 86_400_000), text(from - 86_400_000))
      const answer = await overview(db, now, before)
      expect(answer.this, now.from).toEqual(figuresOf(ledger, placedIn(ledger, now)))
      expect(answer.before, now.from).toEqual(figuresOf(ledger, placedIn(ledger, before, now)))
    }
  })
})

test('thirty days of a large shop are read by the index, and its orders not one by one', async () => {
  await shop.scratch(async (db) => {
    await db.run("set session_replication_role = 'replica'")
    await db.run(
      `with placed as (
         insert into public.orders (user_id, status, full_name, address, city, state, pincode, email, phone, place_of_supply, seller_state, prices_include_gst,
           goods_total, subtotal_base, total_gst, cgst, sgst, igst, total_amount, payment_method, payment_state, created_at)
         select $1, 'delivered', 'A', '1', 'Pune', 'Maharashtra', '411001', 'a@b.in', '9876543210', '27', '27', true, 118, 100, 18, 9, 9, 0, 118, 'cod', 'paid',
           now() - make_interval(mins => g * 200) from generate_series(1, 20000) g returning id)
       insert into public.order_items (order_id, product_id, product_name, quantity, unit_price, taxable, rate, cgst, sgst, igst, total)
       select id, $2, 'Goods', 1, 118, 100, 18, 9, 9, 0, 118 from placed`,
      [PEOPLE.customer, PRODUCT.cream],
    )
    await db.run("set session_replication_role = 'origin'")
    await db.run('analyze public.orders, public.order_items')
    const plans: string[] = []
    const hear = (notice: { message?: string }): void => void plans.push(notice.message ?? '')
    shop.owner.on('notice', hear)
    await db.run("load 'auto_explain'")
    await db.run("set local auto_explain.log_level = 'notice'; set local auto_explain.log_nested_statements = on; set local auto_explain.log_min_duration = 0")
    await db.as('admin')
    const today = indianDay(Date.now())
    const ago = (days: number) => indianDay(Date.now() - days * 86_400_000)
    const answer = await overview(db, day(ago(29), today), day(ago(59), ago(30)))
    shop.owner.off('notice', hear)
    expect((answer.this as { orders: number }).orders).toBeGreaterThan(200)
    const inside = plans.join('\n')
    for (const index of ['orders_sales_idx', 'order_items_sums_idx']) expect(inside).toContain(index)
    for (const scan of ['Seq Scan on orders', 'Seq Scan on order_items']) expect(inside).not.toContain(scan)
  })
})

test('the list of orders behind a figure or a row holds the orders that were counted', async () => {
  await inScratch(async (db) => {
    await db.as('admin')
    const [now, before] = [day('2028-01-01', '2028-02-29'), day('2027-11-02', '2027-12-31')]
    const listed = async (filters: object) => {
      const rows = await db.rows("select o.total_amount from public.admin_orders($1, 'placed', false, null, false, 1001) o", [
        JSON.stringify({ ...now, sales: true, ...filters }),
      ])
      return { orders: rows.length, revenue: rows.reduce((all, row) => all + Math.round(Number(row['total_amount']) * 100), 0) / 100 }
    }
    const { orders, revenue } = (await overview(db, now, before)).this as { orders: number; revenue: number }
    expect(await listed({})).toEqual({ orders, revenue })
    expect(orders).toBeGreaterThan(50)
    for (const row of (await breakdown(db, 'payment', now, before)).rows)
      expect(await listed({ method: [row.key] }), String(row.key)).toEqual({ orders: row.orders, revenue: row.revenue })
    for (const row of (await breakdown(db, 'customer', now, before)).rows.filter(({ key }) => key !== null))
      expect(await listed({ customer: row.key }), String(row.key)).toEqual({ orders: row.orders, revenue: row.revenue })
  })
})
