import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PEOPLE, PRODUCT, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await shop.owner.query("insert into public.products (sku, name, price, stock) select 'WISH-' || n, 'Wish ' || n, 10, 5 from generate_series(1, 510) n")
})
afterAll(() => shop.close())

const WISH = 'insert into public.wishlist_items (product_id) values ($1)'
const AGAIN = `${WISH} on conflict do nothing`
const fill = (db: Scratch, count: number) =>
  db.run("insert into public.wishlist_items (product_id) select id from (select id from public.products where sku like 'WISH-%' order by sku limit $1) p", [
    count,
  ])
const held = async (db: Scratch) => (await db.rows('select count(*)::integer as n from public.wishlist_items'))[0]?.['n']

test('a product is on a wishlist once, and each account sees its own list alone', async () => {
  await shop.scratch(async (db) => {
    await db.as('customer')
    await db.run(WISH, [PRODUCT.cream])
    expect(await db.refused(WISH, [PRODUCT.cream])).toMatchObject({ code: '23505' })
    await db.run(AGAIN, [PRODUCT.cream])
    expect(await db.rows('select user_id, product_id from public.wishlist_items')).toEqual([{ user_id: PEOPLE.customer, product_id: PRODUCT.cream }])
    for (const person of ['other', 'admin', 'superAdmin'] as const) {
      await db.as(person)
      expect(await held(db), person).toBe(0)
      expect((await db.run('delete from public.wishlist_items')).rowCount, person).toBe(0)
    }
    await db.as('customer')
    expect((await db.run('delete from public.wishlist_items where product_id = $1', [PRODUCT.cream])).rowCount).toBe(1)
  })
})

test('a product that is not for sale or does not exist cannot be on a wishlist', async () => {
  await shop.scratch(async (db) => {
    await db.as('customer')
    expect(await db.refused(WISH, [PRODUCT.draft])).toMatchObject({ code: '42501' })
    expect(await db.refused(WISH, [randomUUID()])).toMatchObject({ code: '42501' })
  })
})

test('a wishlist has at most 500 products; adding one twice is not an error, and a removed one makes room', async () => {
  await shop.scratch(async (db) => {
    await db.as('customer')
    expect(await db.refused("insert into public.wishlist_items (product_id) select id from public.products where sku like 'WISH-%'")).toMatchObject({
      code: 'PT409',
      message: 'A wishlist holds at most 500 products. Remove one first.',
    })
    await fill(db, 500)
    expect(JSON.parse((await db.refused(WISH, [PRODUCT.soap])).detail)).toEqual({ code: 'WISHLIST_FULL', limit: 500 })
    const [first] = await db.rows('select product_id from public.wishlist_items limit 1')
    await db.run(AGAIN, [first?.['product_id']])
    await db.run('delete from public.wishlist_items where product_id = $1', [first?.['product_id']])
    await db.run(WISH, [PRODUCT.soap])
    expect(await held(db)).toBe(500)
    await db.as('other')
    await db.run(WISH, [PRODUCT.soap])
    expect(await held(db), 'of another account').toBe(1)
  })
})

test('a deleted product is removed from all wishlists, and a wishlist is deleted with its account', async () => {
  await shop.scratch(async (db) => {
    await db.as('other')
    await db.run(WISH, [PRODUCT.cream])
    await db.run(WISH, [PRODUCT.soap])
    await db.as('admin')
    await db.run('delete from public.products where id = $1', [PRODUCT.cream])
    await db.as('other')
    expect(await held(db)).toBe(1)
    await db.as('owner')
    await db.run("update public.orders set status = 'cancelled', cancel_reason = 'x' where user_id = $1", [PEOPLE.other])
    await db.run('delete from auth.users where id = $1', [PEOPLE.other])
    expect(await db.rows('select from public.wishlist_items where user_id = $1', [PEOPLE.other])).toEqual([])
  })
})
