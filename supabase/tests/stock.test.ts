import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from './scenario.ts'
import { ORDER, PEOPLE, PRODUCT, openShop, scratchOn } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const movements = (db: Scratch, product: string): Promise<Record<string, unknown>[]> =>
  db.rows('select quantity, reason, order_id, created_by from public.stock_movements where product_id = $1 order by id', [product])
const wrong = (db: Scratch): Promise<Record<string, unknown>[]> => db.rows('select stock, movements::int from private.check_stock_sums()')

test('first stock, an order and its cancellation each record a movement, and the sums agree', async () => {
  await shop.scratch(async (db) => {
    await db.as('customer')
    await db.run(`update public.orders set status = 'cancelled', cancelled_by = auth.uid() where id = '${ORDER}'`)
    await db.as('owner')
    expect(await movements(db, PRODUCT.cream)).toEqual([
      { quantity: 100, reason: 'initial', order_id: null, created_by: null },
      { quantity: -2, reason: 'order', order_id: ORDER, created_by: null },
      { quantity: 2, reason: 'cancellation', order_id: ORDER, created_by: PEOPLE.customer },
    ])
    expect(await db.rows('select stock, units_sold from public.products where id = $1', [PRODUCT.cream])).toEqual([{ stock: 100, units_sold: 0 }])
    expect(await wrong(db)).toEqual([])
  })
})

test("an admin's edit is an adjustment by that admin; a reason can be given with the transaction", async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await db.run('update public.products set stock = 40 where id = $1', [PRODUCT.soap])
    await db.run("select set_config('shop.stock_reason', 'damaged', true)")
    await db.run('update public.products set stock = stock - 5 where id = $1', [PRODUCT.soap])
    await db.run("update public.products set name = 'Soap' where id = $1", [PRODUCT.soap])
    expect((await movements(db, PRODUCT.soap)).slice(-2)).toEqual([
      { quantity: -9, reason: 'adjustment', order_id: null, created_by: PEOPLE.admin },
      { quantity: -5, reason: 'damaged', order_id: null, created_by: PEOPLE.admin },
    ])
    await db.as('owner')
    expect(await wrong(db)).toEqual([])
  })
})

test('the check finds a stock that its movements do not explain', async () => {
  await shop.scratch(async (db) => {
    await db.as('orderService') // it writes its movements itself, but here it does not
    await db.run('update public.products set stock = stock - 1 where id = $1', [PRODUCT.soap])
    await db.as('owner')
    expect(await wrong(db)).toEqual([{ stock: 48, movements: 49 }])
  })
})

test('stock never falls below zero', async () => {
  await shop.scratch(async (db) => {
    await db.as('orderService')
    expect(await db.refused('update public.products set stock = stock - 50 where id = $1', [PRODUCT.soap])).toMatchObject({ code: '23514' })
  })
})

test('a cancelled order with a deleted product gives back the stock of the others', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await db.run('delete from public.products where id = $1', [PRODUCT.cream])
    expect((await db.run(`update public.orders set status = 'cancelled', cancel_reason = 'Gone' where id = '${ORDER}'`)).rowCount).toBe(1)
    await db.as('owner')
    expect(await wrong(db)).toEqual([])
  })
})

test('orders of the same products cancelled concurrently do not deadlock, and all stock is given back', async () => {
  const orders = Array.from({ length: 12 }, () => randomUUID())
  await shop.owner.query('begin')
  for (const [index, orderId] of orders.entries()) {
    await placeOrder(shop.owner, { orderId, userId: PEOPLE.customer, productId: index % 2 ? PRODUCT.cream : PRODUCT.soap, quantity: 2 })
  }
  await shop.owner.query('commit')
  await Promise.all(
    orders.map(async (orderId) => {
      const client = new Client({ connectionString: shop.url })
      await client.connect()
      try {
        await client.query('begin')
        await scratchOn(client).as('admin')
        await client.query("update public.orders set status = 'cancelled', cancel_reason = 'x' where id = $1", [orderId])
        await client.query('commit')
      } finally {
        await client.end()
      }
    }),
  )
  const { rows } = await shop.owner.query('select id, stock from public.products where id = any($1) order by id', [[PRODUCT.cream, PRODUCT.soap]])
  expect(rows).toEqual([
    { id: PRODUCT.cream, stock: 98 },
    { id: PRODUCT.soap, stock: 49 },
  ])
  expect((await shop.owner.query('select from private.check_stock_sums()')).rowCount).toBe(0)
})
