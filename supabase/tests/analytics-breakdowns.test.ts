import { afterAll, beforeAll, expect, test } from 'vitest'
import { breakdown, byKey, day, inScratch, merged, NOW, overview, PERIODS, SOURCES } from './analytics-calls.ts'
import type { BreakdownRow } from './analytics-calls.ts'
import { figuresOf, groupsOf, placedIn, readLedger } from './analytics-rows.ts'
import type { Days } from './analytics-rows.ts'
import { openShop, CATEGORY, CHILD_CATEGORY } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

test.each(SOURCES)('every breakdown is the sum of its rows, and its goods and charges are the revenue, from %s', async (source) => {
  await inScratch(shop, source, async (db) => {
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

test.each(SOURCES)('a category contains its subcategories, and goods without a category have a row of their own, from %s', async (source) => {
  await inScratch(shop, source, async (db) => {
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

test.each(SOURCES)('rows are sorted and limited as requested, and all are counted, from %s', async (source) => {
  await inScratch(shop, source, async (db) => {
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

test.each(SOURCES)('the list of orders behind a figure or a row contains the orders that were counted, from %s', async (source) => {
  await inScratch(shop, source, async (db) => {
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
