/** How long the stock of a large catalogue lasts, as a job caches it (docs/decisions/0132-stock-of-a-large-catalogue.md). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COVER_LISTS, firstCover } from '#domain/shop/stock-cover.ts'
import { inScratch, one } from './analytics-calls.ts'
import { hireStaff } from './scenario.ts'
import { openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await hireStaff(shop.owner)
})
afterAll(() => shop.close())

type Cover = { as_of: string; cost: number | null; costless: number; money: number; rows: { id: string; stock: number; cost: number | null }[] }
const LAST_THIRTY_DAYS = ['2028-02-01', '2028-03-01']
const FIRST = COVER_LISTS.map(firstCover)
type Wish = (typeof FIRST)[number]

const ask = (db: Scratch, { list, within, sort, ascending, limit }: Wish, [from, to] = LAST_THIRTY_DAYS): Promise<Cover> =>
  one<Cover>(db, 'stock_cover($1, $2, $3, $4, $5, $6, $7)', [from, to, list, within, sort, ascending, limit])
const cache = async (db: Scratch): Promise<void> => {
  await db.as('mailer')
  await db.run('select private.cache_stock_covers()')
}
/** Sells a piece of everything, unnoticed by what was cached before, and moves the clock on. */
async function later(db: Scratch, time: string): Promise<void> {
  await db.as('owner')
  await db.run('update public.products set stock = stock - 1 where stock > 0')
  await db.run("select set_config('shop.as_of', $1, true)", [time])
}

/** Random sales and the clock at 15:00 of 1 March 2028, in a shop that counts as large. */
const inLargeShop = (work: (db: Scratch) => Promise<void>): Promise<void> =>
  inScratch(shop, 'the sums of past days', async (db) => {
    await db.as('owner')
    await db.run('create or replace function private.is_large_catalogue() returns boolean language sql stable return true')
    await db.run('insert into public.product_costs (product_id, cost) select p.id, 12.5 from public.products p order by p.id limit 5 on conflict do nothing')
    await work(db)
  })

test('what each list shows first is cached, with its time, and is what would be computed', async () => {
  await inLargeShop(async (db) => {
    await db.as('admin')
    const computed: Cover[] = []
    for (const wish of FIRST) computed.push(await ask(db, wish))
    expect(computed.every(({ rows }) => rows.length > 0)).toBe(true)
    await cache(db)
    await later(db, '2028-03-01T15:19:00+05:30')
    await db.as('admin')
    for (const [place, wish] of FIRST.entries()) expect(await ask(db, wish), wish.list).toEqual(computed[place])
    await cache(db)
    await db.as('admin')
    for (const [place, wish] of FIRST.entries()) {
      const now = await ask(db, wish)
      expect(Date.parse(now.as_of) - Date.parse(computed[place]?.as_of ?? ''), wish.list).toBe(19 * 60_000)
      expect(now.money, wish.list).toBeLessThan(computed[place]?.money ?? 0)
    }
  })
})

test('another order, limit, number of days or period is computed', async () => {
  await inLargeShop(async (db) => {
    await cache(db)
    await later(db, '2028-03-01T15:10:00+05:30')
    await db.as('admin')
    const cached = await ask(db, firstCover('all'))
    const others = [{ sort: 'stock' as const }, { ascending: false }, { limit: 49 }, { within: 7 }].map((change) => ({ ...firstCover('all'), ...change }))
    for (const wish of others) expect((await ask(db, wish)).money, JSON.stringify(wish)).toBeLessThan(cached.money)
    expect((await ask(db, firstCover('all'), ['2028-02-02', '2028-03-01'])).money).toBeLessThan(cached.money)
  })
})

test.each([
  ['is older than twenty minutes', '2028-03-01T15:20:00+05:30', LAST_THIRTY_DAYS],
  ['is of the day before', '2028-03-02T00:00:00+05:30', ['2028-02-02', '2028-03-02']],
])('a cached answer that %s is not used', async (_, time, days) => {
  await inLargeShop(async (db) => {
    await cache(db)
    await later(db, time)
    await db.as('admin')
    expect(Date.parse((await ask(db, firstCover('all'), days)).as_of)).toBe(Date.parse(time))
  })
})

test('staff who may not read costs get none of them', async () => {
  await inLargeShop(async (db) => {
    await db.run("delete from private.role_permissions where permission = 'costs.read' and role = 'accounts'")
    const all = firstCover('all')
    await db.as('accounts')
    const computed = await ask(db, all)
    await cache(db)
    await db.as('accounts')
    const answer = await ask(db, all)
    expect(answer).toEqual(computed)
    expect([answer.cost, answer.costless, ...new Set(answer.rows.map(({ cost }) => cost))]).toEqual([null, 0, null])
    await db.as('admin')
    const whole = await ask(db, all)
    expect(whole.cost).toBeGreaterThan(0)
    expect(whole.rows.some(({ cost }) => cost !== null)).toBe(true)
  })
})

test('who may not read the analytics is refused, cached or not', async () => {
  await inLargeShop(async (db) => {
    await cache(db)
    for (const asker of ['visitor', 'customer', 'mailer', 'server'] as const) {
      await db.as(asker)
      expect(await db.refused('select public.stock_cover($1, $2)', LAST_THIRTY_DAYS), asker).toMatchObject({ code: '42501' })
    }
  })
})

test('a small catalogue caches nothing', async () => {
  await inScratch(shop, 'the rows', async (db) => {
    await db.as('owner')
    await db.run("insert into private.stock_covers values ('[]', '{}', now())")
    await cache(db)
    await db.as('owner')
    expect(await db.rows('select from private.stock_covers')).toEqual([])
  })
})
