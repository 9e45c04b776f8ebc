/** Ids in the order of time (docs/decisions/0125-ids-in-the-order-of-time.md). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, PEOPLE } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const TABLES = ['order_items', 'order_status_history', 'payments', 'notifications', 'documents', 'shipments', 'refunds', 'store_credit_entries']

test('every table of rows that an order adds makes them, of version 7', async () => {
  const { rows } = await shop.owner.query<{ name: string; made: string; default: string }>(
    `select c.relname as name, pg_get_expr(d.adbin, d.adrelid) as default from pg_attrdef d join pg_class c on c.oid = d.adrelid
     join pg_attribute a on a.attrelid = c.oid and a.attnum = d.adnum where a.attname = 'id' and pg_get_expr(d.adbin, d.adrelid) like '%set_bit%' order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(TABLES.toSorted())
  for (const { name, default: made } of rows) {
    const { rows: ids } = await shop.owner.query<{ id: string }>(`select ${made} as id from generate_series(1, 200)`)
    expect(new Set(ids.map(({ id }) => id)).size, name).toBe(200)
    for (const { id } of ids) expect(id, name).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  }
})

test('rows that are made one after the other are in that order, and say when', async () => {
  await shop.scratch(async (db) => {
    const ids: string[] = []
    const before = Date.now()
    for (let time = 0; time < 5; time += 1) {
      const [row] = await db.rows("insert into public.notifications (user_id, type, title, message) values ($1, 'system', 'T', 'M') returning id", [
        PEOPLE.customer,
      ])
      ids.push(String(row?.['id']))
      await db.run('select pg_sleep(0.002)')
    }
    expect(ids.toSorted()).toEqual(ids)
    const at = Number.parseInt(ids[0]?.replace('-', '').slice(0, 12) ?? '', 16)
    expect(Math.abs(at - before)).toBeLessThan(60_000)
  })
})
