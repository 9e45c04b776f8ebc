/** 'Most Popular' follows what was sold (docs/decisions/0122-only-what-has-changed.md). */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, PRODUCT } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
const clients: Client[] = []
const connect = async () => {
  const client = new Client({ connectionString: shop.url })
  await client.connect()
  clients.push(client)
  return async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows
}
beforeAll(async () => {
  shop = await openShop()
  await shop.owner.query('select private.rank_products()')
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()))
  await shop.close()
})

type Rows = (sql: string) => Promise<Record<string, unknown>[]>
const sell = (id: string) => `update public.products set stock = stock + 1, units_sold = units_sold + 1 where id = '${id}'`
const behind = (rows: Rows) => rows('select id from public.products where popularity <> units_sold order by id')
const rank: Rows = (sql) => shop.owner.query<Record<string, unknown>>(sql).then(({ rows }) => rows)
const ranked = async (rows: Rows = rank): Promise<unknown> => (await rows('select private.rank_products() as ranked'))[0]?.['ranked']

test('a sale is ranked without reading other products, and another change of them within ten minutes', async () => {
  await shop.scratch(async (db) => {
    await db.run(sell(PRODUCT.cream))
    await db.run(`update public.products set units_sold = units_sold + 1 where id = '${PRODUCT.soap}'`)
    expect(await ranked(db.rows)).toBe(1)
    expect(await behind(db.rows), 'no stock has moved').toEqual([{ id: PRODUCT.soap }])
    await db.run("update private.ranking set all_read_at = now() - interval '11 minutes'")
    expect(await ranked(db.rows)).toBe(1)
    expect(await behind(db.rows)).toEqual([])
  })
})

test('a sale with an earlier number that is committed after a run is in the next one', async () => {
  const [slow, quick] = [await connect(), await connect()]
  await slow(`begin; ${sell(PRODUCT.cream)}`)
  await quick(sell(PRODUCT.soap))
  expect(await ranked()).toBe(1)
  await slow('commit')
  expect(await behind(rank)).toEqual([{ id: PRODUCT.cream }])
  expect(await ranked()).toBe(1)
  expect(await behind(rank)).toEqual([])
})

test('a product that stays locked for many runs is ranked once it is free', async () => {
  const holder = await connect()
  await rank(sell(PRODUCT.cream))
  await holder(`begin; select from public.products where id = '${PRODUCT.cream}' for update`)
  for (let run = 0; run < 4; run += 1) expect(await ranked()).toBe(0)
  await holder('commit')
  expect(await ranked()).toBe(1)
  expect(await behind(rank)).toEqual([])
})

test('a run that is broken off loses nothing, nor does a lost note of how far the ranking had read', async () => {
  const [first, second] = [await connect(), await connect()]
  await rank(sell(PRODUCT.cream))
  await first('begin')
  expect(await ranked(first)).toBe(1)
  expect(await ranked(second), 'the other one ranks').toBe(0)
  await first('rollback')
  expect(await ranked(second)).toBe(1)
  await rank(sell(PRODUCT.soap))
  for (let run = 0; run < 3; run += 1) await ranked()
  await rank(`update public.products set units_sold = units_sold + 1 where id = '${PRODUCT.soap}'; delete from private.ranking`)
  expect(await ranked()).toBe(1)
  expect(await behind(rank)).toEqual([])
})
