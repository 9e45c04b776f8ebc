import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetOrders as forget, pastOrder as order } from './past-orders.ts'
import { PEOPLE, PRODUCT, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const bought = async (db: Scratch) =>
  (await db.rows("select product ->> 'id' as id, quantity, product ->> 'name' as name from public.bought_before()")).map(({ id, quantity }) => [id, quantity])

test('each product comes once, with the quantity of its last order, the latest first', async () => {
  await shop.scratch(async (db) => {
    await forget(db)
    await order(db, PEOPLE.customer, 40, [[PRODUCT.soap, 12]])
    await order(db, PEOPLE.customer, 9, [
      [PRODUCT.cream, 6],
      [PRODUCT.soap, 24],
    ])
    await order(db, PEOPLE.customer, 2, [[PRODUCT.cream, 3]])
    await db.as('customer')
    expect(await bought(db)).toEqual([
      [PRODUCT.cream, 3],
      [PRODUCT.soap, 24],
    ])
  })
})

test('cancelled orders and products that are no longer sold are left out', async () => {
  await shop.scratch(async (db) => {
    await forget(db)
    await order(db, PEOPLE.customer, 9, [
      [PRODUCT.cream, 6],
      [PRODUCT.soap, 24],
    ])
    await order(db, PEOPLE.customer, 2, [[PRODUCT.cream, 99]], 'cancelled')
    await db.run("update public.products set status = 'archived' where id = $1", [PRODUCT.soap])
    await db.as('customer')
    expect(await bought(db)).toEqual([[PRODUCT.cream, 6]])
  })
})

test('it is one’s own: neither another customer nor staff see it, and visitors may not ask', async () => {
  await shop.scratch(async (db) => {
    await forget(db)
    await order(db, PEOPLE.customer, 2, [[PRODUCT.soap, 12]])
    for (const other of ['other', 'admin'] as const) {
      await db.as(other)
      expect(await bought(db), other).toEqual([])
    }
    await db.as('visitor')
    expect(await db.refused('select public.bought_before()')).toMatchObject({ code: '42501' })
  })
})
