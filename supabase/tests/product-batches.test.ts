/** Batches with their expiry: bounded, beside the stock, counted by the day in India (docs/decisions/0076-further-columns-of-products.md). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PRODUCT, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

type Given = { batch?: string; expires?: string; made?: string | null; received?: number; remaining?: number }
const ADD = 'insert into public.product_batches (product_id, batch, expires_on, made_on, received, remaining) values ($1, $2, $3, $4, $5, $6)'
const values = ({ batch = 'KV26A', expires = '2027-06-30', made = null, received = 24, remaining = received }: Given) => [
  PRODUCT.cream,
  batch,
  expires,
  made,
  received,
  remaining,
]
const add = (db: Scratch, given: Given = {}) => db.run(ADD, values(given))
const stock = async (db: Scratch) => (await db.rows('select stock, version from public.products where id = $1', [PRODUCT.cream]))[0]

test('a batch is noted without moving the stock or making an open form stale, and is deleted with its product', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const before = await stock(db)
    await add(db, { made: '2026-06-30' })
    await db.run('update public.product_batches set remaining = 3')
    expect(await stock(db)).toEqual(before)
    await db.run("insert into public.products (id, sku, name, price) values ('00000000-0000-4000-8000-00eeee000009', 'B-1', 'Kajal', 90)")
    await db.run(ADD, ['00000000-0000-4000-8000-00eeee000009', ...values({}).slice(1)])
    await db.run("delete from public.products where sku = 'B-1'")
    expect(await db.rows('select batch, remaining from public.product_batches')).toEqual([{ batch: 'KV26A', remaining: 3 }])
  })
})

test.each<[string, Given]>([
  ['an empty number', { batch: '  ' }],
  ['a number that is too long', { batch: 'x'.repeat(61) }],
  ['a number of many spaces', { batch: `x${' '.repeat(60)}` }],
  ['a number with a line break', { batch: 'a\nb' }],
  ['more left than came in', { received: 5, remaining: 6 }],
  ['fewer than none left', { remaining: -1 }],
  ['none received', { received: 0 }],
  ['more than a million', { received: 1_000_001 }],
  ['made after its expiry', { made: '2027-07-01' }],
  ['a date of another century', { expires: '2127-06-30' }],
])('%s is refused', async (_what, given) => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    expect(await db.refused(ADD, values(given))).toMatchObject({ code: '23514' })
  })
})

test('a number belongs to one batch of a product, and a product has a bounded number of them', async () => {
  await shop.scratch(async (db) => {
    await db.as('owner')
    await db.run("update private.limits set value = 3 where name = 'batches'")
    await db.as('admin')
    await add(db)
    expect(await db.refused(ADD, values({}))).toMatchObject({ code: '23505' })
    await add(db, { batch: 'B' })
    await add(db, { batch: 'C' })
    const refused = await db.refused(ADD, values({ batch: 'D' }))
    expect(refused).toMatchObject({ code: 'PT409' })
    expect(JSON.parse(refused.detail)).toEqual({ code: 'TOO_MANY', limit: 3 })
  })
})

test('the counts are of batches with pieces left; the last day of use is within every period, the next one is expired', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const [today] = await db.rows("select ((public.expiry_counts() ->> 'today')::date)::text as today")
    const day = String(today?.['today'])
    for (const [batch, days, remaining] of [
      ['over', -1, 5],
      ['last', 0, 5],
      ['30', 30, 5],
      ['31', 31, 5],
      ['90', 90, 5],
      ['180', 180, 5],
      ['181', 181, 5],
      ['sold', 3, 0],
    ] as const)
      await db.run('insert into public.product_batches (product_id, batch, expires_on, received, remaining) values ($1, $2, $3::date + $4::integer, 9, $5)', [
        PRODUCT.cream,
        batch,
        day,
        days,
        remaining,
      ])
    const [counts] = await db.rows('select public.expiry_counts() as counts')
    expect(counts?.['counts']).toEqual({ today: day, expired: 1, in30: 2, in60: 3, in90: 4, in180: 5 })
  })
})

test('the log has each batch at its product', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await add(db)
    await db.run('update public.product_batches set remaining = 20')
    const lines = await db.rows("select action, changes from public.row_history('{product_batches}', $1) order by id", [PRODUCT.cream])
    expect(lines).toMatchObject([
      { action: 'insert', changes: { batch: [null, 'KV26A'] } },
      { action: 'update', changes: { remaining: [24, 20] } },
    ])
  })
})
