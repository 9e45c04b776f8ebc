import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exceedsMrp } from '#domain/tax/mrp.ts'
import { toDecimal, toPaise } from '#domain/money/money.ts'
import { parseTiers } from '#domain/prices/price-tiers.ts'
import { PRODUCT, openShop } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const settle = (include: boolean, forced: number | null): string =>
  `update public.settings set prices_include_gst = ${include}, forced_gst_percent = ${forced ?? 'null'}`

test('the MRP check refuses exactly what the domain refuses, by the same amount and with the same correction', async () => {
  const amount = fc.integer({ min: 1, max: 300_000 })
  const cases = fc.sample(
    fc.record({
      include: fc.boolean(),
      forced: fc.constantFrom(18, 5, 12, 0, null),
      price: amount,
      retail: fc.option(amount, { nil: null }),
      // near the price, where one paisa decides
      over: fc.integer({ min: -60_000, max: 60_000 }),
      gst: fc.constantFrom(0, 0.25, 3, 5, 12, 18, 28),
    }),
    { numRuns: 400, seed: 2026 },
  )
  let refusals = 0
  await shop.scratch(async (db) => {
    await db.run('delete from public.products')
    for (const { include, forced, price, retail, over, gst } of cases) {
      await db.run(settle(include, forced))
      const mrp = Math.max(1, (retail ?? price) + over)
      const product = { price: toDecimal(price), retail_price: retail === null ? null : toDecimal(retail), mrp: toDecimal(mrp), gst_percent: gst }
      const expected = exceedsMrp(product, { pricesIncludeGst: include, forcedGstPercent: forced })
      const write = 'insert into public.products (name, status, price, retail_price, mrp, gst_percent) values ($1, $2, $3, $4, $5, $6)'
      const values = ['P', 'draft', product.price, product.retail_price, product.mrp, gst]
      if (!expected) {
        await db.run(write, values)
        await db.run('delete from public.products')
        continue
      }
      refusals += 1
      const { code, detail } = await db.refused(write, values)
      const shown = JSON.parse(detail) as { code: string; over: number; highest: number }
      expect({ sqlstate: code, code: shown.code, by: toPaise(shown.over), highestPrice: toPaise(shown.highest) }).toEqual({
        sqlstate: '23514',
        code: 'ABOVE_MRP',
        by: expected.by,
        highestPrice: expected.highestPrice,
      })
    }
  })
  expect(refusals).toBeGreaterThan(100)
  expect(refusals).toBeLessThan(300)
})

test('without an MRP any price is allowed', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    expect((await db.run('update public.products set mrp = null, price = 99999 where id = $1', [PRODUCT.cream])).rowCount).toBe(1)
  })
})

test('turning on prices without GST is refused while a product would exceed its MRP, with the number of products', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const refused = await db.refused(settle(false, 18)) // soap: 59 + 18 % = 69.62 > 60
    expect(refused).toMatchObject({ code: '23514', message: '1 products would cost more than their MRP, first of all Neem Soap' })
    await db.run('update public.products set mrp = 70 where id = $1', [PRODUCT.soap])
    await db.run(settle(false, 18))
    expect(await db.refused(settle(false, 28)), 'a higher rate').toMatchObject({ code: '23514' })
    await db.run(settle(true, null))
  })
})

test('without a GSTIN no tax is added, so the price alone is compared with the MRP; with one, price and tax are', async () => {
  await shop.scratch(async (db) => {
    await db.run('update public.settings set gstin = null, prices_include_gst = false, forced_gst_percent = 18')
    await db.as('admin')
    expect((await db.run('update public.products set price = 60 where id = $1', [PRODUCT.soap])).rowCount).toBe(1)
    expect(await db.refused('update public.products set price = 60.01 where id = $1', [PRODUCT.soap])).toMatchObject({ code: '23514' })
    await db.as('owner')
    const registered = "update public.settings set gstin = '27ABCDE1234F1Z0'"
    expect(await db.refused(registered)).toMatchObject({ code: '23514', message: '1 products would cost more than their MRP, first of all Neem Soap' })
    await db.run('update public.products set mrp = 70.8 where id = $1', [PRODUCT.soap])
    await db.run(registered)
  })
})

test('tiers with one minimum twice or a falling discount are refused; entries that the domain ignores are ignored', async () => {
  const save = (tiers: unknown): [string, unknown[]] => ['update public.products set pricing_tiers = $2 where id = $1', [PRODUCT.cream, JSON.stringify(tiers)]]
  const tier = (min: unknown, percent: unknown): object => ({ min_quantity: min, discount_percent: percent })
  await shop.scratch(async (db) => {
    await db.as('admin')
    for (const tiers of [[tier(6, 5), tier(6, 10)], JSON.stringify([tier(6, 5), tier(6, 10)]), { a: tier(6, 5), b: tier(6, 10) }]) {
      expect(await db.refused(...save(tiers))).toMatchObject({ code: '23514', detail: '{"code":"DUPLICATE_TIER"}' })
    }
    expect(await db.refused(...save([tier(12, 5), tier(6, 10)]))).toMatchObject({ detail: '{"code":"FALLING_DISCOUNT"}' })
    for (const tiers of [[tier(6, 5), tier(12, 10)], [tier(6, 5), tier('6', 10)], [tier(6, 5), tier(12, 100)], 'no list', 7, null, [null, 3, 'x']]) {
      expect((await db.run(...save(tiers))).rowCount, JSON.stringify(tiers)).toBe(1)
    }
  })
})

test('the database reads a tier list as the domain does', async () => {
  const number = fc.oneof(fc.integer({ min: -2, max: 120 }), fc.constantFrom(0.5, 1.5, 99.99, 100), fc.constant('6'), fc.constant(null))
  const list = fc.array(fc.oneof(fc.record({ min_quantity: number, discount_percent: number }), fc.constantFrom(null, 3, 'x', [])), { maxLength: 5 })
  const shapes = fc.oneof(
    list,
    list.map((entries) => JSON.stringify(entries)),
    list.map((entries) => Object.fromEntries(entries.map((entry, index) => [index, entry]))),
    fc.constantFrom('', '{', '"[]"', null, 5),
  )
  for (const tiers of fc.sample(shapes, { numRuns: 300, seed: 7 })) {
    const { rows } = await shop.owner.query<{ min: number; percent: number }>(
      'select min_quantity::float as min, discount_percent::float as percent from private.price_tiers($1) order by 1, 2',
      [JSON.stringify(tiers)],
    )
    expect(
      rows.map((row) => ({ minQuantity: row.min, discountPercent: row.percent })),
      JSON.stringify(tiers),
    ).toEqual(parseTiers(tiers))
  }
})

test('an active product has a price', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const insert = (status: string, price: number, retail: string): string =>
      `insert into public.products (name, status, price, retail_price) values ('P', '${status}', ${price}, ${retail}) returning base_price::float`
    expect(await db.refused(insert('active', 0, 'null'))).toMatchObject({ code: '23514' })
    expect(await db.refused(insert('active', 0, '0'))).toMatchObject({ code: '23514' })
    expect(await db.rows(insert('draft', 0, '0'))).toEqual([{ base_price: 0 }])
    expect(await db.rows(insert('active', 0, '12.5'))).toEqual([{ base_price: 12.5 }])
    expect(await db.rows(insert('active', 20, '0'))).toEqual([{ base_price: 20 }])
  })
})
