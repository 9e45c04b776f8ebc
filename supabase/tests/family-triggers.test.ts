/** What a family gives a product that joins it passes the rules of products: the search's words and the MRP follow it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const FAMILY = 'a0000000-0000-4000-8000-000000000001'
const VALUE = 'b0000000-0000-4000-8000-000000000001'
const JOIN = "update public.products set family_id = $1, value_1 = $2 where sku = 'LONE'"

/** A product of ₹100 plus GST with an MRP of ₹106, and a family of 18%. */
async function lone(db: Scratch): Promise<void> {
  await db.as('owner')
  await db.run('update public.products set mrp = null')
  await db.run('update public.settings set prices_include_gst = false, forced_gst_percent = null')
  await db.run("insert into public.product_families (id, name, options, gst_percent) values ($1, 'Velvet Lips', '{Shade}', 18)", [FAMILY])
  await db.run("insert into public.product_family_values (id, family_id, option, name) values ($1, $2, 1, 'Ruby')", [VALUE, FAMILY])
  await db.run("insert into public.products (name, sku, price, mrp, gst_percent, stock) values ('Lone', 'LONE', 100, 106, 5, 1)")
}

test('a product whose price with the rate of the family is above its MRP does not join', async () => {
  await shop.scratch(async (db) => {
    await lone(db)
    expect(await db.refused(JOIN, [FAMILY, VALUE])).toMatchObject({ code: '23514', detail: expect.stringContaining('ABOVE_MRP') })
    await db.run("update public.products set mrp = 118 where sku = 'LONE'")
    await db.run(JOIN, [FAMILY, VALUE])
  })
})

test('a product that joined is found by the name of the family', async () => {
  await shop.scratch(async (db) => {
    await lone(db)
    await db.run("update public.products set mrp = 118 where sku = 'LONE'")
    await db.run(JOIN, [FAMILY, VALUE])
    await db.as('admin')
    expect(await db.rows("select sku from public.admin_products('velvet lips')")).toEqual([{ sku: 'LONE' }])
  })
})
