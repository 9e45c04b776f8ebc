/** Saving, duplicating and deleting one product with its form. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CATEGORY, ORDER, PRODUCT, openShop } from './shop.ts'
import type { Person, Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

type Picture = { id?: string | null; image_url: string; alt: string | null; thumbhash?: string }
type Save = { id?: string; version?: number | null; product?: Record<string, unknown>; pictures?: Picture[] | null; shown?: Picture[] | null }
const SAVE = 'select public.save_product($1, $2, $3, $4, $5) as saved'
const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))
const values = ({ id = PRODUCT.cream, version = 1, product = {}, pictures = null, shown = null }: Save) => [
  id,
  version,
  JSON.stringify(product),
  json(pictures),
  json(shown),
]
const save = async (db: Scratch, input: Save) => (await db.rows(SAVE, values(input)))[0]?.['saved'] as { version: number; unused: string[] }
const refused = (db: Scratch, input: Save) => db.refused(SAVE, values(input))
const product = async (db: Scratch, id: string) => (await db.rows('select * from public.products where id = $1', [id]))[0]
const pictures = async (db: Scratch, id: string) =>
  (await db.rows('select id, image_url, alt from public.product_images where product_id = $1 order by display_order, id', [id])) as Picture[]

test('a product is added completely: row, first stock with its movement, tiers and pictures in their order', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const id = randomUUID()
    const row = { name: 'Kajal', price: 149, mrp: 199, stock: 24, category_id: CATEGORY, status: 'draft', licence: 'MH/COS/1', batch: 'K1' }
    const wanted = [
      { image_url: 'product_images/front.webp', alt: 'The stick' },
      { image_url: 'product_images/back.webp', alt: null },
    ]
    const added = { id, version: null, product: { ...row, pricing_tiers: [{ min_quantity: 12, discount_percent: 5 }] }, pictures: wanted }
    expect(await save(db, added)).toEqual({ version: 1, unused: [] })
    expect(await product(db, id)).toMatchObject({ ...row, price: '149.00', mrp: '199.00', image_url: 'product_images/front.webp', gst_percent: '18.00' })
    expect(await pictures(db, id)).toMatchObject(wanted)
    expect(await db.rows('select quantity, reason from public.stock_movements where product_id = $1', [id])).toEqual([{ quantity: 24, reason: 'initial' }])
    expect(await refused(db, added)).toMatchObject({ code: 'PT409', detail: '{"code":"ADDED_ALREADY"}' })
  })
})

test('only the given fields change, the version increases by one, and saving over another version is refused', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const { version } = (await product(db, PRODUCT.cream)) as { version: number }
    expect(await save(db, { version, product: { name: 'Rose Cream 50 g', mrp: 140 } })).toEqual({ version: version + 1, unused: [] })
    expect(await product(db, PRODUCT.cream)).toMatchObject({ name: 'Rose Cream 50 g', price: '118.00', mrp: '140.00', stock: 98 })
    const stale = { code: 'PT409', detail: '{"code":"STALE"}' }
    expect(await refused(db, { version, product: { name: 'Mine' } })).toMatchObject(stale)
    expect(await refused(db, { version: version + 2, product: { name: 'Mine' } })).toMatchObject(stale)
    expect(await refused(db, { id: randomUUID(), version: 1, product: { name: 'Mine' } })).toMatchObject({ code: 'PT404', detail: '{"code":"GONE"}' })
  })
})

test('a save changes no stock and no sales, and an order in between does not make an edit stale', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const { version } = (await product(db, PRODUCT.cream)) as { version: number }
    for (const column of ['stock', 'units_sold', 'version', 'popularity', 'image_url', 'id', 'no_such'])
      expect(await refused(db, { version, product: { [column]: 1 } }), column).toMatchObject({ code: '22023', detail: '{"code":"INVALID"}' })
    await db.as('orderService')
    await db.run('update public.products set stock = stock - 1, units_sold = units_sold + 1 where id = $1', [PRODUCT.cream])
    await db.as('admin')
    await save(db, { version, product: { brand: 'Kaveri' } })
    expect(await product(db, PRODUCT.cream)).toMatchObject({ brand: 'Kaveri', stock: 97 })
  })
})

test('the database refuses what the domain refuses, such as MRP, tiers and a missing price, and writes nothing', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const { version } = (await product(db, PRODUCT.cream)) as { version: number }
    const tier = (min_quantity: number, discount_percent: number) => ({ min_quantity, discount_percent })
    const [picture] = await pictures(db, PRODUCT.cream)
    const save = (columns: Record<string, unknown>) => refused(db, { version, product: columns, pictures: [], shown: picture ? [picture] : [] })
    expect((await save({ price: 150.01 })).detail).toContain('"ABOVE_MRP"')
    expect((await save({ pricing_tiers: [tier(6, 5), tier(6, 10)] })).detail).toContain('"DUPLICATE_TIER"')
    expect((await save({ pricing_tiers: [tier(6, 10), tier(12, 5)] })).detail).toContain('"FALLING_DISCOUNT"')
    expect((await save({ price: 0 })).message).toContain('products_active_has_price')
    expect((await save({ sku: 'SOAP' })).message).toContain('products_sku_key')
    expect(await pictures(db, PRODUCT.cream)).toEqual([picture])
  })
})

test('pictures are sorted, described, replaced and removed together; unused files are returned, files of ordered products are not', async () => {
  await shop.scratch(async (db) => {
    await db.as('owner')
    await db.run("update public.order_items set image_url = 'product_images/a.webp' where order_id = $1", [ORDER])
    await db.as('admin')
    const { version } = (await product(db, PRODUCT.cream)) as { version: number }
    const shown = await pictures(db, PRODUCT.cream)
    const [first] = shown
    if (!first) throw new Error('the cream has a picture')
    const second = { image_url: 'product_images/b2.webp', alt: 'From the side' }
    expect(await save(db, { version, pictures: [second, { ...first, alt: 'Front' }], shown })).toEqual({ version, unused: [] })
    expect(await product(db, PRODUCT.cream)).toMatchObject({ image_url: 'product_images/b2.webp' })
    expect(await refused(db, { version, pictures: [], shown })).toMatchObject({ code: 'PT409', detail: '{"code":"STALE"}' })

    const now = await pictures(db, PRODUCT.cream)
    expect(now.map(({ alt }) => alt)).toEqual(['From the side', 'Front'])
    const cut = { id: now[0]?.id ?? '', image_url: 'product_images/b3.webp', alt: 'From the side' }
    // the order's line still shows a.webp
    expect(await save(db, { version, pictures: [cut], shown: now })).toEqual({ version, unused: ['product_images/b2.webp'] })
    expect(await pictures(db, PRODUCT.cream)).toEqual([cut])
    expect(await save(db, { version, pictures: [], shown: [cut] })).toEqual({ version, unused: ['product_images/b3.webp'] })
    expect(await product(db, PRODUCT.cream)).toMatchObject({ image_url: null })
  })
})

test('a picture is stored with its colours, keeps them, and the cover’s colours are the product’s', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const { version } = (await product(db, PRODUCT.cream)) as { version: number }
    const hashes = async () =>
      (await db.rows('select thumbhash from public.product_images where product_id = $1 order by display_order', [PRODUCT.cream])).map(
        (row) => row['thumbhash'],
      )
    const shown = await pictures(db, PRODUCT.cream)
    await save(db, { version, pictures: [{ image_url: 'product_images/n.webp', alt: null, thumbhash: 'AAAA' }, ...shown], shown })
    expect(await hashes()).toEqual(['AAAA', null])
    expect(await product(db, PRODUCT.cream)).toMatchObject({ image_thumbhash: 'AAAA' })
    const now = await pictures(db, PRODUCT.cream)
    const [first, second] = now
    if (!first || !second) throw new Error('two pictures')
    await save(db, {
      version,
      pictures: [
        { ...second, image_url: 'product_images/o.webp', thumbhash: 'BBBB' },
        { ...first, thumbhash: 'CCCC' },
      ],
      shown: now,
    })
    expect(await hashes()).toEqual(['BBBB', 'AAAA'])
  })
})

test('a file that another product also shows is not returned as unused', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const { version } = (await product(db, PRODUCT.soap)) as { version: number }
    const wanted = ['product_images/b.webp', 'product_images/own.webp'].map((image_url) => ({ image_url, alt: null }))
    await save(db, { id: PRODUCT.soap, version, pictures: wanted, shown: [] })
    const shown = await pictures(db, PRODUCT.soap)
    expect(await save(db, { id: PRODUCT.soap, version, pictures: [], shown })).toEqual({ version, unused: ['product_images/own.webp'] })
  })
})

test('a picture of another product or bucket, or more than twelve pictures, are refused', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const { version } = (await product(db, PRODUCT.cream)) as { version: number }
    const shown = await pictures(db, PRODUCT.cream)
    const [other] = await pictures(db, PRODUCT.draft)
    await save(db, { version, pictures: [{ id: other?.id, image_url: 'product_images/stolen.webp', alt: null }], shown })
    expect(await pictures(db, PRODUCT.draft)).toEqual([other])
    expect(await pictures(db, PRODUCT.cream)).toEqual([])
    for (const image_url of ['documents/invoice.pdf', '../x', 'javascript:alert(1)', 'product_images/'])
      expect(await refused(db, { version, pictures: [{ image_url, alt: null }], shown: [] }), image_url).toMatchObject({ code: '22023' })
    const many = Array.from({ length: 13 }, (_, place) => ({ image_url: `product_images/${place}.webp`, alt: null }))
    expect(await refused(db, { version, pictures: many, shown: [] })).toMatchObject({ detail: '{"code":"TOO_MANY_PICTURES"}' })
  })
})

test('a product without orders is deleted and its files are returned; one with orders is not', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const remove = 'select public.delete_product($1, $2) as unused'
    const { version } = (await product(db, PRODUCT.draft)) as { version: number }
    expect(await db.refused(remove, [PRODUCT.draft, version + 1])).toMatchObject({ code: 'PT409', detail: '{"code":"STALE"}' })
    expect(await db.rows(remove, [PRODUCT.draft, version])).toEqual([{ unused: ['product_images/b.webp'] }])
    expect(await db.rows('select id from public.deleted_products where id = $1', [PRODUCT.draft])).toHaveLength(1)
    expect(await db.refused(remove, [PRODUCT.draft, version])).toMatchObject({ code: 'PT404', detail: '{"code":"GONE"}' })
    const { version: sold } = (await product(db, PRODUCT.cream)) as { version: number }
    expect(await db.refused(remove, [PRODUCT.cream, sold])).toMatchObject({ code: 'PT409', detail: '{"code": "IN_ORDERS", "orders": 1}' })
    expect(await product(db, PRODUCT.cream)).toBeDefined()
  })
})

test.each<Person>(['visitor', 'customer', 'orderService', 'mailer', 'server'])('a %s cannot save or delete products', async (person) => {
  await shop.scratch(async (db) => {
    await db.as(person)
    expect(await refused(db, { product: { name: 'Mine' } })).toMatchObject({ code: '42501' })
    expect(await refused(db, { id: randomUUID(), version: null, product: { name: 'Mine', price: 1 } })).toMatchObject({ code: '42501' })
    expect(await db.refused('select public.delete_product($1, 1)', [PRODUCT.draft])).toMatchObject({ code: '42501' })
    await db.as('superAdmin')
    const { version } = (await product(db, PRODUCT.soap)) as { version: number }
    expect(await save(db, { id: PRODUCT.soap, version, product: { name: 'Soap' } })).toMatchObject({ version: version + 1 })
  })
})
