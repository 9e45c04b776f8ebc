/** A whole import: one entry of the audit log, and undone while nothing was sold (docs/decisions/0067-undo-of-an-import.md). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORDER, PRODUCT, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const begin = async (db: Scratch): Promise<string> => String((await db.rows("select public.begin_import('list.xlsx', 1, 1) as id"))[0]?.['id'])
const write = (db: Scratch, id: string, rows: unknown[]) => db.rows('select public.import_products($1::jsonb, true, $2)', [JSON.stringify(rows), id])
const undo = async (db: Scratch, id: string): Promise<unknown> => (await db.rows('select public.undo_import($1) as done', [id]))[0]?.['done']
const state = async (db: Scratch) =>
  (await db.rows("select to_jsonb(p) - '{version,updated_at}'::text[] as product from public.products p order by id")).map(({ product }) => product)
const ADDED = { row: 2, sku: 'U-1', set: { name: 'Rose', price: 90, mrp: 100, stock: 12 } }
const CHANGED = { row: 3, sku: 'CREAM', set: { price: 99, stock: 3, description: 'New', weight_grams: 85, reorder_level: 12 } }

async function imported(db: Scratch): Promise<string> {
  await db.as('admin')
  const id = await begin(db)
  await write(db, id, [ADDED])
  await write(db, id, [CHANGED])
  await write(db, id, [{ ...CHANGED, set: { price: 98 } }])
  return id
}

describe('an import', () => {
  test('is one entry of the audit log with its file and its counts; its undo is another', async () => {
    await shop.scratch(async (db) => {
      await db.as('owner')
      const [last] = await db.rows('select coalesce(max(id), 0) as id from public.audit_log')
      const id = await imported(db)
      await db.rows('select public.import_families($1::jsonb, $2)', [
        JSON.stringify([{ key: 'r', name: 'Rose', options: ['Size'], members: [{ sku: 'U-1', values: ['S'] }] }]),
        id,
      ])
      const lines = () => db.rows('select table_name, action, row_id, changes from public.audit_log where id > $1 order by id', [last?.['id']])
      expect(await lines()).toEqual([
        { table_name: 'product_imports', action: 'insert', row_id: id, changes: { file_name: [null, 'list.xlsx'], added: [null, 1], changed: [null, 1] } },
      ])
      await undo(db, id)
      expect(await lines()).toMatchObject([{ action: 'insert' }, { table_name: 'product_imports', action: 'update', row_id: id }])
      // Later changes are logged as before.
      await db.run("update public.products set brand = 'Noor' where sku = 'CREAM'")
      expect(await lines()).toHaveLength(3)
    })
  })

  test('can still be undone after many that never wrote anything', async () => {
    await shop.scratch(async (db) => {
      await db.as('owner')
      const id = await imported(db)
      for (let empty = 0; empty < 25; empty += 1) await begin(db)
      expect(await undo(db, id)).toMatchObject({ deleted: 1, restored: 1 })
    })
  })

  test('is undone: what it added is gone, what it changed is as before, with its stock, and its families are gone', async () => {
    await shop.scratch(async (db) => {
      await db.as('owner')
      const before = await state(db)
      const id = await imported(db)
      await db.rows('select public.import_families($1::jsonb, $2)', [
        JSON.stringify([
          {
            key: 'r',
            name: 'Rose',
            options: ['Size'],
            members: [
              { sku: 'U-1', values: ['S'] },
              { sku: 'CREAM', values: ['L'] },
            ],
          },
        ]),
        id,
      ])
      expect(await undo(db, id)).toEqual({ deleted: 1, restored: 1, files: [] })
      await db.as('owner')
      expect(await state(db)).toEqual(before)
      expect(await db.rows("select from public.product_families where name = 'Rose'")).toEqual([])
      expect(await db.rows('select from private.check_stock_sums()')).toEqual([])
      await db.as('admin')
      expect((await db.refused('select public.undo_import($1)', [id])).detail).toContain('TOO_OLD')
    })
  })

  test('whose goods were ordered or changed since is left as it is', async () => {
    await shop.scratch(async (db) => {
      const id = await imported(db)
      await db.run("update public.products set price = 50 where sku = 'U-1'")
      expect((await db.refused('select public.undo_import($1)', [id])).detail).toBe('{"code": "STALE", "products": 1}')
      await db.run("update public.products set price = 90 where sku = 'U-1'")
      await db.as('owner')
      await db.run('update public.orders set created_at = now() where id = $1', [ORDER])
      await db.run('update public.order_items set product_id = $1 where order_id = $2', [PRODUCT.cream, ORDER])
      await db.as('admin')
      expect((await db.refused('select public.undo_import($1)', [id])).detail).toContain('"code": "SOLD"')
      expect(await db.rows("select price from public.products where sku = 'CREAM'")).toEqual([{ price: '98.00' }])
    })
  })

  test('belongs to the person who began it, and only staff who change the catalogue begin, read or undo one', async () => {
    await shop.scratch(async (db) => {
      const id = await imported(db)
      await db.as('superAdmin')
      expect((await db.refused('select public.import_products($1::jsonb, true, $2)', [JSON.stringify([ADDED]), id])).detail).toContain('NO_IMPORT')
      for (const person of ['customer', 'visitor'] as const) {
        await db.as(person)
        expect((await db.refused("select public.begin_import('x', 1, 1)")).code, person).toBe('42501')
        expect((await db.refused('select public.undo_import($1)', [id])).code, person).toBe('42501')
      }
      await db.as('customer')
      expect(await db.rows('select from public.product_imports')).toEqual([])
      expect((await db.refused('select from private.product_import_rows')).code).toBe('42501')
    })
  })
})
