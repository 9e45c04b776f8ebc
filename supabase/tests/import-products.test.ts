/** Writing a price list and changing many products (docs/decisions/0024-import-in-the-browser.md). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PRODUCT, openShop } from './shop.ts'
import type { Person, Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

type Row = { row: number; sku: string; import_key?: string | null; set: Record<string, unknown> }
const IMPORT = 'select public.import_products($1::jsonb, $2) as rows'
const importing = async (db: Scratch, rows: Row[], skip = false): Promise<unknown> => (await db.rows(IMPORT, [JSON.stringify(rows), skip]))[0]?.['rows']
const product = async (db: Scratch, sku: string, columns = '*'): Promise<Record<string, unknown> | undefined> =>
  (await db.rows(`select ${columns} from public.products where sku = $1`, [sku]))[0]
const LIST: Row[] = [
  { row: 2, sku: 'L-1', set: { name: 'Rose Water', price: 90, mrp: 100, stock: 12, status: 'active', gst_percent: 5, hsn: '3303' } },
  { row: 3, sku: 'L-2', set: { name: 'Neem Bar', price: 45.5, pricing_tiers: [{ min_quantity: 6, discount_percent: 5 }] } },
]

describe('import_products', () => {
  test('adds new products, with their stock as a movement of the import', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      expect(await importing(db, LIST)).toEqual([
        { row: 2, outcome: 'new' },
        { row: 3, outcome: 'new' },
      ])
      expect(await product(db, 'L-1', 'name, price, mrp, stock, status, gst_percent, hsn, unit, min_order_quantity')).toEqual({
        name: 'Rose Water',
        price: '90.00',
        mrp: '100.00',
        stock: 12,
        status: 'active',
        gst_percent: '5.00',
        hsn: '3303',
        unit: 'NOS',
        min_order_quantity: 1,
      })
      expect(await product(db, 'L-2', 'status, stock, gst_percent')).toEqual({ status: 'draft', stock: 0, gst_percent: '18.00' })
      expect(
        await db.rows(
          "select m.quantity, m.reason, m.created_by is not null as known from public.stock_movements m join public.products p on p.id = m.product_id where p.sku like 'L-%'",
        ),
      ).toEqual([{ quantity: 12, reason: 'import', known: true }])
      await db.as('owner')
      expect(await db.rows('select from private.check_stock_sums()')).toEqual([])
      expect(await db.rows("select a.action from public.audit_log a join public.products p on p.id::text = a.row_id where p.sku = 'L-1'")).toEqual([
        { action: 'insert' },
      ])
    })
  })

  test('the same rows again write nothing: no version, no movement, no log entry', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      await importing(db, LIST)
      const state = () =>
        db.rows(
          'select (select sum(version)::int from public.products) as versions, (select count(*)::int from public.stock_movements) as movements, (select count(*)::int from public.audit_log) as lines, (select count(*)::int from public.products) as products',
        )
      const before = await state()
      expect(await importing(db, LIST)).toEqual([
        { row: 2, outcome: 'same' },
        { row: 3, outcome: 'same' },
      ])
      expect(await state()).toEqual(before)
    })
  })

  test('updates the columns of the row and no others; a plain change afterwards is an adjustment again', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      await importing(db, LIST)
      await db.run("update public.products set description = 'Ours', stock = 9 where sku = 'L-1'")
      expect(await importing(db, [{ row: 2, sku: 'L-1', set: { price: 95, stock: 20 } }])).toEqual([{ row: 2, outcome: 'changed' }])
      expect(await product(db, 'L-1', 'name, description, price, stock, mrp')).toEqual({
        name: 'Rose Water',
        description: 'Ours',
        price: '95.00',
        stock: 20,
        mrp: '100.00',
      })
      await db.run("update public.products set stock = 21 where sku = 'L-1'")
      expect(
        (
          await db.rows(
            "select m.quantity, m.reason from public.stock_movements m join public.products p on p.id = m.product_id where p.sku = 'L-1' order by m.id",
          )
        ).map(({ quantity, reason }) => [quantity, reason].join(' ')),
      ).toEqual(['12 import', '-3 adjustment', '11 import', '1 adjustment'])
    })
  })

  test('a row that violates a rule is skipped if that was chosen, otherwise its whole chunk is refused', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      const dear: Row[] = [...LIST, { row: 4, sku: 'L-3', set: { name: 'Too dear', price: 120, mrp: 100 } }]
      const invalid: Row[] = [...dear, { row: 5, sku: 'L-4', set: { name: 'No such', price: 'ten' } }]
      expect(await db.refused(IMPORT, [JSON.stringify(dear), false])).toMatchObject({
        code: '23514',
        message: expect.stringContaining('above MRP') as string,
      })
      expect(await product(db, 'L-1')).toBeUndefined()
      expect(await importing(db, invalid, true)).toEqual([
        { row: 2, outcome: 'new' },
        { row: 3, outcome: 'new' },
        expect.objectContaining({ row: 4, outcome: 'refused', message: expect.stringContaining('₹100') as string }),
        expect.objectContaining({ row: 5, outcome: 'refused' }),
      ])
      expect(await product(db, 'L-3')).toBeUndefined()
      expect(await product(db, 'L-2', 'name')).toEqual({ name: 'Neem Bar' })
    })
  })

  test('writes only the columns of an import', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      await importing(db, [{ row: 2, sku: 'L-1', set: { name: 'Rose', price: 10, units_sold: 99, version: 7, id: PRODUCT.cream, popularity: 5 } }])
      expect(await product(db, 'L-1', 'units_sold, version, popularity, id = $$' + PRODUCT.cream + '$$::uuid as taken')).toEqual({
        units_sold: 0,
        version: 1,
        popularity: 0,
        taken: false,
      })
      await importing(db, [{ row: 2, sku: 'L-1', set: { units_sold: 99, image_url: 'x' } }])
      expect(await product(db, 'L-1', 'units_sold, image_url')).toEqual({ units_sold: 0, image_url: null })
    })
  })

  test('stores hostile text unchanged, and refuses anything but a list of at most a thousand rows', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      const name = `<script>alert(1)</script> '; drop table products; --`
      await importing(db, [{ row: 2, sku: "L'1", set: { name, price: 1 } }])
      expect(await product(db, "L'1", 'name')).toEqual({ name })
      expect(await db.refused(IMPORT, ['{}', true])).toMatchObject({ code: '22023' })
      expect(await db.refused(IMPORT, [JSON.stringify(Array.from({ length: 1001 }, () => LIST[0])), true])).toMatchObject({ code: '22023' })
      expect(await importing(db, [])).toEqual([])
    })
  })
})

const CHANGE = 'select public.change_products($1::jsonb) as done'
describe('change_products', () => {
  const prepared = async (db: Scratch) => {
    await db.as('admin')
    await importing(db, LIST)
    return { rose: String((await product(db, 'L-1', 'id'))?.['id']), neem: String((await product(db, 'L-2', 'id'))?.['id']) }
  }

  test('changes all from the values shown, and back by the same call with both sides exchanged', async () => {
    await shop.scratch(async (db) => {
      const { rose, neem } = await prepared(db)
      const changes = [
        { id: rose, was: { price: 90, gst_percent: 5 }, now: { price: 99.5, gst_percent: 18 } },
        {
          id: neem,
          was: { price: 45.5, pricing_tiers: [{ min_quantity: 6, discount_percent: 5 }] },
          now: { price: 50, pricing_tiers: [{ min_quantity: 6, discount_percent: 13.55 }] },
        },
      ]
      expect(await db.rows(CHANGE, [JSON.stringify(changes)])).toEqual([{ done: 2 }])
      expect(await product(db, 'L-1', 'price, gst_percent')).toEqual({ price: '99.50', gst_percent: '18.00' })
      expect(await product(db, 'L-2', 'pricing_tiers')).toEqual({ pricing_tiers: [{ min_quantity: 6, discount_percent: 13.55 }] })
      const back = changes.map(({ id, was, now }) => ({ id, was: now, now: was }))
      expect(await db.rows(CHANGE, [JSON.stringify(back)])).toEqual([{ done: 2 }])
      expect(await product(db, 'L-1', 'price, gst_percent')).toEqual({ price: '90.00', gst_percent: '5.00' })
      expect(await db.rows("select changes from public.audit_log where row_id = $1 and action = 'update' order by id", [rose])).toEqual([
        { changes: { price: [90, 99.5], gst_percent: [5, 18] } },
        { changes: { price: [99.5, 90], gst_percent: [18, 5] } },
      ])
    })
  })

  test('one product that was changed by someone else, deleted or above MRP refuses all of them', async () => {
    await shop.scratch(async (db) => {
      const { rose, neem } = await prepared(db)
      const fine = { id: neem, was: { price: 45.5 }, now: { price: 50 } }
      for (const other of [
        { id: rose, was: { price: 89 }, now: { price: 95 } },
        { id: '00000000-0000-4000-8000-00000000dead', was: { price: 90 }, now: { price: 95 } },
      ])
        expect(await db.refused(CHANGE, [JSON.stringify([fine, other])])).toMatchObject({ code: 'PT409', detail: expect.stringContaining(other.id) as string })
      expect(await db.refused(CHANGE, [JSON.stringify([fine, { id: rose, was: { price: 90 }, now: { price: 101 } }])])).toMatchObject({
        code: '23514',
        message: expect.stringContaining('above MRP') as string,
      })
      expect(await product(db, 'L-2', 'price')).toEqual({ price: '45.50' })
      expect(await db.rows(CHANGE, [JSON.stringify([{ id: rose, was: {}, now: { units_sold: 50, stock: 3 } }])]), 'no column of a bulk change').toBeDefined()
      expect(await product(db, 'L-1', 'units_sold, stock')).toEqual({ units_sold: 0, stock: 12 })
    })
  })
})

test('product_values counts brands and rates for the list', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await importing(db, [{ row: 2, sku: 'L-1', set: { name: 'Rose', price: 10, brand: 'Zz Noor', gst_percent: 3 } }])
    const [answer = {}] = await db.rows('select public.product_values() as values')
    const { brands, rates } = answer['values'] as { brands: unknown[]; rates: unknown[] }
    expect(brands).toContainEqual({ value: 'Zz Noor', count: 1 })
    expect(rates).toContainEqual({ value: 3, count: 1 })
  })
})

test('products_by_sku finds drafts for admins only', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await importing(db, LIST)
    const found = async () => (await db.rows("select sku from public.products_by_sku(array['L-1', 'L-2', 'none']) order by sku")).map(({ sku }) => sku)
    expect(await found()).toEqual(['L-1', 'L-2'])
    await db.as('customer')
    expect(await found()).toEqual(['L-1'])
  })
})

test.each<Person>(['visitor', 'customer', 'orderService', 'mailer'])('a %s cannot import or change products', async (person) => {
  await shop.scratch(async (db) => {
    await db.as(person)
    expect(await db.refused(IMPORT, [JSON.stringify(LIST), true])).toMatchObject({ code: '42501' })
    expect(await db.refused(CHANGE, [JSON.stringify([{ id: PRODUCT.cream, was: {}, now: { price: 1 } }])])).toMatchObject({ code: '42501' })
    await db.as('owner')
    expect(await db.rows("select from public.products where sku like 'L-%' or (id = $1 and price = 1)", [PRODUCT.cream])).toEqual([])
  })
})
