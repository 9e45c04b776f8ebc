/** What products cost: read by owner, manager and accounts, saved with the product, imported and undone (docs/decisions/0076-further-columns-of-products.md). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hireStaff } from './scenario.ts'
import { PRODUCT, openShop } from './shop.ts'
import type { Person, Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await hireStaff(shop.owner)
  await shop.owner.query('insert into public.product_costs (product_id, cost) values ($1, 60)', [PRODUCT.cream])
})
afterAll(() => shop.close())

const SAVE = 'select public.save_product($1, $2, $3) as saved'
const version = async (db: Scratch) => Number((await db.rows('select version from public.products where id = $1', [PRODUCT.cream]))[0]?.['version'])
const costOf = async (db: Scratch, sku = 'CREAM') =>
  (await db.rows('select c.cost from public.product_costs c join public.products p on p.id = c.product_id where p.sku = $1', [sku]))[0]?.['cost'] ?? null
const importing = async (db: Scratch, id: string | null, rows: object[]) =>
  (await db.rows('select public.import_products($1::jsonb, true, $2) as rows', [JSON.stringify(rows), id]))[0]?.['rows']
const began = async (db: Scratch) => String((await db.rows("select public.begin_import('list.csv', 1, 1) as id"))[0]?.['id'])

test.each<[Person, string | null]>([
  ['superAdmin', '60.00'],
  ['admin', '60.00'],
  ['accounts', '60.00'],
  ['catalogue', null],
  ['orders', null],
  ['customer', null],
])('%s reads %s', async (person, cost) => {
  await shop.scratch(async (db) => {
    await db.as(person)
    expect(await costOf(db)).toBe(cost)
  })
})

test('a visitor may not ask, and no public row of a product has it', async () => {
  await shop.scratch(async (db) => {
    await db.as('visitor')
    expect(await db.refused('select cost from public.product_costs')).toMatchObject({ code: '42501' })
    const [row] = await db.rows('select to_jsonb(p) as product from public.products p where p.id = $1', [PRODUCT.cream])
    expect(Object.keys(row?.['product'] as object).filter((column) => column.includes('cost'))).toEqual([])
  })
})

test('the stock is worth what it cost, for those who may know, with what has no cost counted', async () => {
  await shop.scratch(async (db) => {
    const covers = async (): Promise<unknown> => (await db.rows("select public.stock_cover('2026-01-01', '2026-01-31', 'all') as cover"))[0]?.['cover']
    const [stock] = await db.rows(
      'select p.stock, (select count(*)::int from public.products o where o.stock > 0 and o.id <> p.id) as others from public.products p where p.id = $1',
      [PRODUCT.cream],
    )
    for (const person of ['superAdmin', 'admin', 'accounts'] as const) {
      await db.as(person)
      expect(await covers()).toMatchObject({ cost: 60 * Number(stock?.['stock']), costless: stock?.['others'] })
    }
    // Without the permission there is none, whatever else a role may read.
    await db.as('owner')
    await db.run("delete from private.role_permissions where permission = 'costs.read' and role = 'accounts'")
    await db.as('accounts')
    expect(await covers()).toMatchObject({ cost: null })
  })
})

test('no API of Realtime publishes it', async () => {
  const { rows } = await shop.owner.query("select tablename from pg_publication_tables where tablename = 'product_costs'")
  expect(rows).toEqual([])
})

describe('the form', () => {
  test('saves it over the one that was shown, without a new version of the product, and removes it', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      const at = await version(db)
      await db.run(SAVE, [PRODUCT.cream, at, '{"cost": {"was": 60, "now": 62.5}}'])
      expect(await costOf(db)).toBe('62.50')
      expect(await version(db)).toBe(at)
      expect((await db.refused(SAVE, [PRODUCT.cream, at, '{"cost": {"was": 60, "now": 70}}'])).detail).toContain('STALE')
      await db.run(SAVE, [PRODUCT.cream, at, '{"cost": {"was": 62.5, "now": null}}'])
      expect(await costOf(db)).toBeNull()
      expect(await db.refused(SAVE, [PRODUCT.cream, at, '{"cost": {"was": null, "now": 0}}'])).toMatchObject({ code: '23514' })
    })
  })

  test('adds a product with it, and the log has each change, which only those read who read costs', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      const id = '00000000-0000-4000-8000-00eeee000001'
      await db.run(SAVE, [id, null, '{"sku": "C-1", "name": "Kajal", "price": 90, "cost": {"was": null, "now": 41}}'])
      await db.run(SAVE, [id, 1, '{"cost": {"was": 41, "now": 44}}'])
      const history = () => db.rows("select action, changes from public.row_history('{product_costs}', $1) order by id", [id])
      expect(await history()).toEqual([
        { action: 'insert', changes: { cost: [null, 41] } },
        { action: 'update', changes: { cost: [41, 44] } },
      ])
      for (const person of ['catalogue', 'orders', 'accounts'] as const) {
        await db.as(person)
        expect(await history(), person).toEqual([])
        expect(await db.rows("select from public.audit_log where table_name = 'product_costs'"), person).toEqual([])
      }
    })
  })

  test('of someone who may not read costs is refused with one, and saves the rest', async () => {
    await shop.scratch(async (db) => {
      await db.as('catalogue')
      const at = await version(db)
      expect(await db.refused(SAVE, [PRODUCT.cream, at, '{"cost": {"was": null, "now": 5}}'])).toMatchObject({ code: '42501' })
      await db.run(SAVE, [PRODUCT.cream, at, '{"brand": "Noor"}'])
      await db.as('owner')
      expect(await costOf(db)).toBe('60.00')
    })
  })
})

describe('an import', () => {
  const NEW = { row: 2, sku: 'C-2', set: { name: 'Rose', price: 90, cost: 40 } }
  const OLD = { row: 3, sku: 'CREAM', set: { cost: 55 } }

  test('writes it, twice changes nothing, and its undo brings the old one back', async () => {
    await shop.scratch(async (db) => {
      await db.as('owner')
      const [last] = await db.rows('select coalesce(max(id), 0) as id from public.audit_log')
      await db.as('admin')
      const id = await began(db)
      expect(await importing(db, id, [NEW, OLD])).toMatchObject([
        { row: 2, outcome: 'new' },
        { row: 3, outcome: 'changed' },
      ])
      expect([await costOf(db, 'C-2'), await costOf(db)]).toEqual(['40.00', '55.00'])
      expect(await importing(db, id, [NEW, OLD])).toMatchObject([{ outcome: 'same' }, { outcome: 'same' }])
      expect(await importing(db, id, [{ ...OLD, set: { cost: 50, brand: 'Noor' } }])).toMatchObject([{ outcome: 'changed' }])
      await db.as('owner')
      expect(await db.rows("select from public.audit_log where id > $1 and table_name = 'product_costs'", [last?.['id']])).toEqual([])
      await db.as('admin')
      await db.rows('select public.undo_import($1)', [id])
      expect([await costOf(db, 'C-2'), await costOf(db)]).toEqual([null, '60.00'])
    })
  })

  test('that gave a product its first cost takes it away with its undo; a cost changed since keeps the import', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      const first = await began(db)
      await importing(db, first, [{ row: 2, sku: 'DRAFT', set: { cost: 12 } }])
      await db.rows('select public.undo_import($1)', [first])
      expect(await costOf(db, 'DRAFT')).toBeNull()
      const second = await began(db)
      await importing(db, second, [OLD])
      await db.run('update public.product_costs set cost = 56 where product_id = $1', [PRODUCT.cream])
      expect((await db.refused('select public.undo_import($1)', [second])).detail).toContain('STALE')
    })
  })

  test('of someone who may not read costs is refused with one, and imports without', async () => {
    await shop.scratch(async (db) => {
      await db.as('catalogue')
      expect(await db.refused('select public.import_products($1::jsonb, true)', [JSON.stringify([OLD])])).toMatchObject({ code: '42501' })
      expect(await importing(db, null, [{ row: 2, sku: 'C-3', set: { name: 'Rose', price: 90 } }])).toMatchObject([{ outcome: 'new' }])
    })
  })
})
