/** A manual stock movement has a reason (docs/rules.md#stock). */
import { MANUAL_REASONS, stockAfter } from '#domain/products/stock-movement.ts'
import type { ManualReason } from '#domain/products/stock-movement.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER, PRODUCT, openShop } from './shop.ts'
import type { Person, Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const MOVE = 'select public.move_stock($1, $2, $3, $4, $5) as stock'
type Move = { reason: string | null; quantity: number | null; shown?: number | null; note?: string | null }
const values = ({ reason, quantity, shown = null, note = null }: Move) => [PRODUCT.soap, reason, quantity, shown, note]
const move = async (db: Scratch, input: Move) => (await db.rows(MOVE, values(input)))[0]?.['stock']
const refused = async (db: Scratch, input: Move) => JSON.parse((await db.refused(MOVE, values(input))).detail) as Record<string, unknown>
const history = (db: Scratch) => db.rows('select quantity, reason, note, order_id, actor_name from public.stock_history($1)', [PRODUCT.soap])

test('each reason changes stock in its own way and records a movement with note and name; the sums agree', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    expect(await move(db, { reason: 'purchase', quantity: 24, note: ' Bill 118 ' })).toBe(73)
    expect(await move(db, { reason: 'return', quantity: 1 })).toBe(74)
    expect(await move(db, { reason: 'damaged', quantity: 4 })).toBe(70)
    expect(await move(db, { reason: 'used', quantity: 1 })).toBe(69)
    expect(await move(db, { reason: 'count', quantity: 60, shown: 69 })).toBe(60)
    expect(await move(db, { reason: 'correction', quantity: -2, note: 'Counted twice' })).toBe(58)
    const actor_name = 'admin'
    expect(await history(db)).toMatchObject([
      { quantity: -2, reason: 'correction', note: 'Counted twice', actor_name },
      { quantity: -9, reason: 'count', note: null, actor_name },
      { quantity: -1, reason: 'used', actor_name },
      { quantity: -4, reason: 'damaged', actor_name },
      { quantity: 1, reason: 'return', actor_name },
      { quantity: 24, reason: 'purchase', note: 'Bill 118', actor_name },
      { quantity: -1, reason: 'order', actor_name: null },
      { quantity: 50, reason: 'initial', actor_name: null },
    ])
    // the reason applies to that one movement: a later edit in the list has the usual reason
    await db.run('update public.products set stock = 57 where id = $1', [PRODUCT.soap])
    expect((await history(db))[0]).toMatchObject({ quantity: -1, reason: 'adjustment', note: null })
    await db.as('owner')
    expect(await db.rows('select * from private.check_stock_sums()')).toEqual([])
  })
})

test('a movement without a reason is refused, and so is a count during a sale, with the present stock', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    for (const reason of [null, '', 'because', 'order', 'initial', 'cancellation'])
      expect(await refused(db, { reason, quantity: 1 }), String(reason)).toEqual({ code: 'REASON_REQUIRED' })
    expect(await refused(db, { reason: 'count', quantity: 60, shown: 50 })).toEqual({ code: 'STALE', stock: 49 })
    expect(await refused(db, { reason: 'count', quantity: 60 })).toEqual({ code: 'STALE', stock: 49 })
    expect(await refused(db, { reason: 'damaged', quantity: 50 })).toEqual({ code: 'BELOW_ZERO', stock: 49 })
    expect(await move(db, { reason: 'count', quantity: 49, shown: 49 })).toBe(49)
    expect(await history(db)).toHaveLength(2)
  })
})

test('the form and the database accept and refuse the same movements', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    for (const reason of Object.keys(MANUAL_REASONS) as ManualReason[]) {
      for (const quantity of [-50, -49, -1, 0, 1, 49, 50, 1_000_000, 1_000_001]) {
        for (const note of ['', 'why']) {
          const expected = stockAfter(49, { reason, typed: String(quantity), note })
          const input = { reason, quantity, shown: 49, note: note || null }
          const place = `${reason} ${quantity} ${note}`
          if (expected.ok) {
            await db.run('savepoint one')
            expect(await move(db, input), place).toBe(expected.stock)
            await db.run('rollback to savepoint one')
          } else expect(await refused(db, input), place).toMatchObject({ code: expected.code })
        }
      }
    }
  })
})

test('the history is paged by its last entry, and links to orders', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const page = (before: number | null) => db.rows('select id, reason, order_id from public.stock_history($1, $2, 1)', [PRODUCT.cream, before])
    const [newest] = await page(null)
    expect(newest).toMatchObject({ reason: 'order', order_id: ORDER })
    expect(await page(Number(newest?.['id']))).toMatchObject([{ reason: 'initial', order_id: null }])
  })
})

test.each<Person>(['visitor', 'customer', 'orderService', 'mailer', 'server'])('a %s cannot change stock by hand', async (person) => {
  await shop.scratch(async (db) => {
    await db.as(person)
    expect(await db.refused(MOVE, values({ reason: 'purchase', quantity: 1 }))).toMatchObject({ code: '42501' })
  })
})

test('a customer cannot read stock movements, an admin reads all', async () => {
  await shop.scratch(async (db) => {
    await db.as('customer')
    expect(await history(db)).toEqual([])
    await db.as('admin')
    expect(await history(db)).toHaveLength(2)
  })
})
