import { afterAll, beforeAll, expect, test } from 'vitest'
import { byKey, day, inScratch, merged, NOW, one, ORDERS, overview, PERIODS, SOURCES } from './analytics-calls.ts'
import { daysOf, dice, figuresOf, groupsOf, placedIn, readLedger } from './analytics-rows.ts'
import type { Days } from './analytics-rows.ts'
import { openShop, PEOPLE } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

test.each(SOURCES)('every figure of the overview is the sum of its rows, to the paisa, from %s', async (source) => {
  await inScratch(shop, source, async (db) => {
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

test('days change at midnight in India, also on a leap day and at the end of the financial year', async () => {
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

test.each(SOURCES)('the dashboard and the analytics count the same sales, from %s', async (source) => {
  await inScratch(shop, source, async (db) => {
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

test('only an admin may read them, and endless or invalid periods are refused', async () => {
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

test.each(SOURCES)('random periods agree as well, from %s', async (source) => {
  await inScratch(shop, source, async (db) => {
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
