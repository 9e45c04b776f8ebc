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
])('in SQL and in the code, %s starts or ends at %i: in the filter, on the dashboard and in the mail', async (status, stock, low) => {
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

test('a reorder level replaces the ten: on the dashboard, in the mail and in the list, when stock or level crosses', async () => {
  await shop.scratch(async (db) => {
    const low = async () => {
      await db.as('owner')
      return (await db.rows('select product_id from private.low_stock')).length
    }
    const reordered = async (kind: string) => {
      await db.as('admin')
      return (await db.rows('select sku from public.admin_products($1, $2)', ['', JSON.stringify({ running: [kind] })])).map(({ sku }) => sku)
    }
    await db.run("update public.products set stock = 40, status = 'active'")
    await db.as('admin')
    await db.run('update public.products set reorder_level = 24 where id = $1', [PRODUCT.cream])
    expect(await low()).toBe(0)
    const [before] = await db.rows('select version from public.products where id = $1', [PRODUCT.cream])
    await db.as('orderService')
    await db.run('update public.products set stock = 24 where id = $1', [PRODUCT.cream])
    expect(await low()).toBe(1)
    expect(await db.rows("select data ->> 'stock' as stock from private.mails where kind = 'low_stock'")).toEqual([{ stock: '24' }])
    expect([await reordered('reorder'), await reordered('short')]).toEqual([['CREAM'], ['CREAM']])
    const [after] = await db.rows('select version from public.products where id = $1', [PRODUCT.cream])
    expect(after, 'a sale makes no open form stale').toEqual(before)

    await db.run('update public.products set reorder_level = 5')
    expect(await low()).toBe(0)
    await db.as('owner')
    await db.run("update public.products set stock = 7 where sku <> 'CREAM'")
    expect([await reordered('reorder'), await reordered('short')], '7 is above its level of 5').toEqual([[], []])
    await db.run("update public.products set reorder_level = null where sku = 'DRAFT'")
    expect([await reordered('reorder'), await reordered('short')], 'without a level the ten counts').toEqual([[], ['DRAFT']])
    expect(await low()).toBe(1)
  })
})
