/** The form of a family: the family, its values and its products are saved together or not at all, over what was shown. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PRODUCT, openShop } from './shop.ts'
import type { Refusal, Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const uuid = (place: number) => `00000000-0000-4000-8000-00ffee${String(place).padStart(6, '0')}`
const [FAMILY, RUBY, CORAL, SMALL, LARGE, NEW] = [uuid(0), uuid(1), uuid(2), uuid(3), uuid(4), uuid(5)]
const SAVE = 'select public.save_family($1, $2, $3, $4, $5, $6) as saved'

type Save = { version?: number | null; family?: object; values?: object[]; members?: object[]; note?: string }
const parameters = ({ version = 1, family = {}, values = [], members = [], note }: Save) => [
  FAMILY,
  version,
  JSON.stringify(family),
  JSON.stringify(values),
  JSON.stringify(members),
  note ?? null,
]
const save = async (db: Scratch, what: Save) => (await db.rows(SAVE, parameters(what)))[0]?.['saved']
const refused = async (db: Scratch, what: Save): Promise<Refusal & { given: Record<string, unknown> }> => {
  const refusal = await db.refused(SAVE, parameters(what))
  return { ...refusal, given: refusal.detail.startsWith('{') ? JSON.parse(refusal.detail) : {} }
}
const product = async (db: Scratch, id: string) => (await db.rows('select * from public.products where id = $1', [id]))[0] ?? {}
const versionOf = async (db: Scratch, id: string) => Number((await product(db, id))['version'])
const shade = (id: string, position: number, name: string) => ({ id, option: 1, position, name, colour: '#9b111e', picture: null })

/** A lipstick in Ruby Red, which the cream becomes, and in Coral, a new product. */
async function lipstick(db: Scratch): Promise<void> {
  await db.as('admin')
  await save(db, {
    version: null,
    family: { name: 'Matte Lipstick', options: ['Shade'], brand: 'Kesar', hsn: '3304' },
    values: [shade(RUBY, 1, 'Ruby Red'), shade(CORAL, 2, 'Coral')],
    members: [
      { id: PRODUCT.cream, version: await versionOf(db, PRODUCT.cream), set: { value_1: RUBY } },
      { id: NEW, version: null, set: { sku: 'L-CORAL', price: 149, mrp: 199, value_1: CORAL, stock: 12, status: 'draft' } },
    ],
  })
}

test('a family is added with its values, a product that joins and a new one, whose stock is its first movement', async () => {
  await shop.scratch(async (db) => {
    await lipstick(db)
    expect(await product(db, PRODUCT.cream)).toMatchObject({ name: 'Matte Lipstick – Ruby Red', brand: 'Kesar', hsn: '3304', sku: 'CREAM', price: '118.00' })
    expect(await product(db, NEW)).toMatchObject({
      name: 'Matte Lipstick – Coral',
      brand: 'Kesar',
      sku: 'L-CORAL',
      price: '149.00',
      stock: 12,
      status: 'draft',
    })
    expect(await db.rows('select quantity, reason from public.stock_movements where product_id = $1', [NEW])).toEqual([{ quantity: 12, reason: 'initial' }])
    const again = await refused(db, { version: null, family: { name: 'x', options: ['Shade'] } })
    expect(again).toMatchObject({ code: 'PT409', given: { code: 'ADDED_ALREADY' } })
  })
})

test('prices, SKUs and stock of all products are saved together; a changed stock is a count with its note', async () => {
  await shop.scratch(async (db) => {
    await lipstick(db)
    const [cream, coral] = [await product(db, PRODUCT.cream), await product(db, NEW)]
    const shown = Number(cream['stock'])
    const saved = await save(db, {
      members: [
        { id: PRODUCT.cream, version: cream['version'], set: { price: 99, sku: 'L-RUBY', weight_grams: 45 }, counted: { shown, now: shown + 3 } },
        { id: NEW, version: coral['version'], set: { barcode: '4006381333931' } },
      ],
      note: 'Counted on Monday',
    })
    expect(saved).toEqual({ version: 2, unused: [] })
    expect(await product(db, PRODUCT.cream)).toMatchObject({ price: '99.00', sku: 'L-RUBY', stock: shown + 3 })
    expect(await product(db, NEW)).toMatchObject({ barcode: '4006381333931', price: '149.00' })
    expect(await db.rows("select quantity, note from public.stock_movements where product_id = $1 and reason = 'count'", [PRODUCT.cream])).toEqual([
      { quantity: 3, note: 'Counted on Monday' },
    ])
    await db.as('owner')
    expect(await db.rows('select * from private.check_stock_sums() where product_id = any ($1)', [[NEW]])).toEqual([])
  })
})

test('an option is added with a value for each member, and removed with its values', async () => {
  await shop.scratch(async (db) => {
    await lipstick(db)
    const both = async (set: object) => [
      { id: PRODUCT.cream, version: await versionOf(db, PRODUCT.cream), set },
      { id: NEW, version: await versionOf(db, NEW), set },
    ]
    const sizes = { family: { options: ['Shade', 'Size'] }, values: [{ id: SMALL, option: 2, position: 1, name: '4 g' }] }
    expect(await refused(db, sizes)).toMatchObject({ code: '23514', given: { code: 'VALUES_MISSING' } })
    await save(db, { ...sizes, members: await both({ value_2: SMALL }) })
    expect(await product(db, NEW)).toMatchObject({ name: 'Matte Lipstick – Coral, 4 g' })

    await save(db, { version: 2, family: { options: ['Shade'] }, values: [{ id: SMALL, removed: true }], members: await both({ value_2: null }) })
    expect(await product(db, NEW)).toMatchObject({ name: 'Matte Lipstick – Coral', value_2: null })
    expect(await db.rows('select name from public.product_family_values where family_id = $1 order by position', [FAMILY])).toEqual([
      { name: 'Ruby Red' },
      { name: 'Coral' },
    ])
  })
})

test('a product is taken out and keeps everything; its value can be removed in the same save, and given to another under the same name', async () => {
  await shop.scratch(async (db) => {
    await lipstick(db)
    expect(await refused(db, { values: [{ id: CORAL, removed: true }] })).toMatchObject({ code: '23503' })
    await save(db, {
      values: [{ id: CORAL, removed: true }, shade(LARGE, 2, 'Coral')],
      members: [
        { id: NEW, version: await versionOf(db, NEW), leaves: true },
        { id: PRODUCT.soap, version: await versionOf(db, PRODUCT.soap), set: { value_1: LARGE } },
      ],
    })
    expect(await product(db, NEW)).toMatchObject({ name: 'Matte Lipstick – Coral', brand: 'Kesar', family_id: null, value_1: null, price: '149.00' })
    expect(await product(db, PRODUCT.soap)).toMatchObject({ name: 'Matte Lipstick – Coral', value_1: LARGE })
  })
})

test('a stale family, a stale product and a stock that moved are refused, and nothing is written', async () => {
  await shop.scratch(async (db) => {
    await lipstick(db)
    const { version, stock } = await product(db, NEW)
    const change = { id: NEW, version, set: { price: 151 } }
    expect(await refused(db, { version: 9, family: { name: 'Other' } })).toMatchObject({ code: 'PT409', given: { code: 'STALE' } })
    expect(await refused(db, { family: { name: 'Other' }, members: [{ ...change, version: 9 }] })).toMatchObject({
      code: 'PT409',
      given: { code: 'STALE', product: NEW },
    })
    expect(await refused(db, { members: [{ ...change, counted: { shown: Number(stock) + 1, now: 3 } }] })).toMatchObject({
      given: { code: 'STALE', product: NEW, stock },
    })
    expect(await product(db, NEW)).toMatchObject({ name: 'Matte Lipstick – Coral', price: '149.00', stock })
    await save(db, { family: { name: 'Velvet' }, members: [change] })
    expect(await product(db, NEW)).toMatchObject({ name: 'Velvet – Coral', price: '151.00' })
    expect((await refused(db, { family: { name: 'Late' } })).given, 'a save counts').toEqual({ code: 'STALE' })
  })
})

test('a refusal names its product: a SKU or barcode of another, a price above MRP, a combination that is there, another family', async () => {
  await shop.scratch(async (db) => {
    await lipstick(db)
    const version = await versionOf(db, NEW)
    const coral = (set: object) => ({ members: [{ id: NEW, version, set }] })
    expect((await refused(db, coral({ sku: 'SOAP' }))).given).toEqual({ code: 'products_sku_key', product: NEW })
    expect((await refused(db, coral({ price: 999 }))).given).toMatchObject({ code: 'ABOVE_MRP', product: NEW })
    expect((await refused(db, coral({ value_1: RUBY }))).given).toEqual({ code: 'products_family_key', product: NEW })
    expect((await refused(db, coral({ price: 0, status: 'active' }))).given).toEqual({ code: 'products_active_has_price', product: NEW })
    await db.run("insert into public.product_families (id, name, options) values ($1, 'Kajal', '{Shade}')", [uuid(9)])
    await db.run("insert into public.product_family_values (id, family_id, option, name) values ($1, $2, 1, 'Black')", [uuid(8), uuid(9)])
    await db.run('update public.products set family_id = $1, value_1 = $2 where id = $3', [uuid(9), uuid(8), PRODUCT.soap])
    const joins = { members: [{ id: PRODUCT.soap, version: await versionOf(db, PRODUCT.soap), set: { value_1: CORAL } }] }
    expect((await refused(db, joins)).given).toEqual({ code: 'OTHER_FAMILY', product: PRODUCT.soap })
  })
})

test('only known columns are saved, and stock of a product that exists is counted, not written', async () => {
  await shop.scratch(async (db) => {
    await lipstick(db)
    const version = await versionOf(db, NEW)
    for (const what of [
      { family: { version: 7 } },
      { members: [{ id: NEW, version, set: { stock: 5 } }] },
      { members: [{ id: NEW, version, set: { units_sold: 5 } }] },
      { members: [{ id: uuid(7), version: null, set: { family_id: FAMILY } }] },
    ])
      expect(await refused(db, what)).toMatchObject({ code: '22023', given: { code: 'INVALID' } })
  })
})

test('a family is dissolved over the version that was shown: its products stay as they are', async () => {
  await shop.scratch(async (db) => {
    await lipstick(db)
    expect(await db.refused('select public.dissolve_family($1, 9)', [FAMILY])).toMatchObject({ code: 'PT409', detail: '{"code":"STALE"}' })
    await db.run('select public.dissolve_family($1, 1)', [FAMILY])
    expect(await product(db, NEW)).toMatchObject({ name: 'Matte Lipstick – Coral', family_id: null, brand: 'Kesar' })
    expect(await db.rows('select from public.product_families')).toHaveLength(0)
    expect(await db.refused('select public.dissolve_family($1, 1)', [FAMILY])).toMatchObject({ code: 'PT404' })
  })
})

test('a swatch’s file that nothing shows any more is answered for removal', async () => {
  await shop.scratch(async (db) => {
    await lipstick(db)
    const picture = 'product_images/ruby.webp'
    await save(db, { values: [{ ...shade(RUBY, 1, 'Ruby Red'), picture }] })
    expect(await db.rows('select public.unused_product_files($1, array[$2]) as unused', [NEW, picture])).toEqual([{ unused: [] }])
    expect(await save(db, { version: 2, values: [shade(RUBY, 1, 'Ruby Red')] })).toEqual({ version: 3, unused: [picture] })
  })
})

test('only staff who change the catalogue may save or dissolve a family', async () => {
  await shop.scratch(async (db) => {
    await lipstick(db)
    for (const person of ['visitor', 'customer', 'orders', 'accounts'] as const) {
      await db.as(person)
      expect(await db.refused(SAVE, parameters({ family: { name: 'x' } })), person).toMatchObject({ code: '42501' })
      expect(await db.refused('select public.dissolve_family($1, 1)', [FAMILY]), person).toMatchObject({ code: '42501' })
    }
  })
})
