import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORDER, PRODUCT, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await shop.owner.query("update public.payments set method = 'upi'")
  await shop.owner.query("update public.orders set payment_method = 'upi'")
})
afterAll(() => shop.close())

const STATES = ['cod_pending', 'awaiting_payment', 'awaiting_verification', 'paid', 'failed', 'refund_due', 'refunded'] as const
/** Sets the payment's initial state for a test, without the guard under test. */
async function begin(db: Scratch, state: string): Promise<void> {
  await db.as('owner')
  await db.run("set local session_replication_role = 'replica'")
  await db.run('update public.payments set state = $2 where order_id = $1', [ORDER, state])
  await db.run('update public.orders set payment_state = $2 where id = $1', [ORDER, state])
  await db.run("set local session_replication_role = 'origin'")
}
const pay = (state: string): [string, unknown[]] => ['update public.payments set state = $2 where order_id = $1', [ORDER, state]]
const states = async (db: Scratch) =>
  (await db.rows('select o.status, o.payment_state, p.state from public.orders o join public.payments p on p.order_id = o.id where o.id = $1', [ORDER]))[0]

describe('a payment can take only the steps that payment_steps lists', () => {
  for (const asker of ['admin', 'server', 'owner'] as const) {
    test(`for ${asker}`, async () => {
      const rows = (
        await shop.owner.query<{ step: string }>("select from_state || ' ' || to_state as step from public.payment_steps where actor = 'admin' or $1", [
          asker !== 'admin',
        ])
      ).rows
      const listed = new Set(rows.map(({ step }) => step))
      expect(listed.size).toBeGreaterThan(5)
      for (const from of STATES)
        for (const to of STATES.filter((state) => state !== from))
          await shop.scratch(async (db) => {
            await begin(db, from)
            await db.as(asker)
            if (listed.has(`${from} ${to}`)) {
              expect((await db.run(...pay(to))).rowCount, `${from} ${to}`).toBe(1)
              await db.as('owner')
              expect(await states(db)).toEqual({ status: 'pending', payment_state: to, state: to })
            } else
              expect(await db.refused(...pay(to)), `${from} ${to}`).toMatchObject({
                code: 'PT409',
                detail: expect.stringContaining('PAYMENT_STEP_NOT_ALLOWED') as string,
              })
          })
    })
  }

  test('a settled payment keeps its state when only its reference is corrected', async () => {
    await shop.scratch(async (db) => {
      await begin(db, 'paid')
      await db.as('admin')
      expect((await db.run("update public.payments set state = 'paid', provider_reference = '412345678901' where order_id = $1", [ORDER])).rowCount).toBe(1)
    })
  })
})

describe('a payment found for a cancelled order', () => {
  const cancel = (by: string): string => `update public.orders set status = 'cancelled'${by} where id = '${ORDER}'`
  const stock = async (db: Scratch) => (await db.rows('select stock from public.products where id = $1', [PRODUCT.cream]))[0]?.['stock']

  test('reopens an order that the scheduler cancelled, and reserves the stock again', async () => {
    await shop.scratch(async (db) => {
      await begin(db, 'awaiting_verification')
      const before = await stock(db)
      await db.run(cancel(''))
      expect(await stock(db)).toBe(Number(before) + 2)
      await db.as('admin')
      await db.run(...pay('paid'))
      await db.as('owner')
      expect(await states(db)).toEqual({ status: 'pending', payment_state: 'paid', state: 'paid' })
      expect(await stock(db)).toBe(before)
    })
  })

  test('is due for a refund if the products are sold out', async () => {
    await shop.scratch(async (db) => {
      await begin(db, 'awaiting_payment')
      await db.run(cancel(''))
      await db.run('update public.products set stock = 1 where id = $1', [PRODUCT.cream])
      await db.as('admin')
      await db.run(...pay('paid'))
      await db.as('owner')
      expect(await states(db)).toEqual({ status: 'cancelled', payment_state: 'refund_due', state: 'refund_due' })
      await db.as('admin')
      expect((await db.run(...pay('refunded'))).rowCount).toBe(1)
    })
  })

  test('is due for a refund if the customer or the shop cancelled the order', async () => {
    for (const by of [', cancelled_by = user_id', ", cancel_reason = 'Sold out'"])
      await shop.scratch(async (db) => {
        await begin(db, 'awaiting_verification')
        await db.run(cancel(by))
        await db.as('admin')
        await db.run(...pay('paid'))
        await db.as('owner')
        expect(await states(db), by).toEqual({ status: 'cancelled', payment_state: 'refund_due', state: 'refund_due' })
      })
  })
})
