import { afterAll, beforeAll, expect, test } from 'vitest'
import { STOCK_STATUS_BOUNDS } from '#domain/products/stock.ts'
import { openShop, PRODUCT } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await shop.owner.query("update public.settings set email = 'care@shop.example'")
})
afterAll(() => shop.close())

const { in_stock, low_stock } = STOCK_STATUS_BOUNDS

test.each([
  ['low_stock', low_stock.to ?? 0, true],
  ['in_stock', in_stock.from, false],
])('in SQL as in the code, %s begins or ends at %i: in the filter, on the dashboard and in the mail', async (status, stock, low) => {
  await shop.scratch(async (db) => {
    await db.run('update public.products set stock = 40')
    await db.as('orderService')
    await db.run('update public.products set stock = $2 where id = $1', [PRODUCT.cream, stock])
    await db.as('owner')
    expect(await db.rows('select product_id from private.low_stock')).toEqual(low ? [{ product_id: PRODUCT.cream }] : [])
    expect(await db.rows("select data ->> 'stock' as stock from private.mails where kind = 'low_stock'")).toEqual(low ? [{ stock: String(stock) }] : [])
    await db.run("update public.products set stock = $1, status = 'active'", [stock])
    expect(await db.rows("select jsonb_object_keys(public.product_facets() -> 'stock') as status")).toEqual([{ status }])
  })
})
