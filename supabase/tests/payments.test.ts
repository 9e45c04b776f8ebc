import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER, OTHER_ORDER, PEOPLE, PRODUCT, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await shop.owner.query("set session_replication_role = 'replica'") // without the guard of payments: it forbids other methods
  await shop.owner.query("update public.payments set method = 'upi', state = 'awaiting_payment'")
  await shop.owner.query("update public.orders set payment_method = 'upi', payment_state = 'awaiting_payment'")
  await shop.owner.query("set session_replication_role = 'origin'")
})
afterAll(() => shop.close())

const claim = (reference: string, order = ORDER): [string, unknown[]] => ['select public.claim_payment($1, $2)', [order, reference]]
const state = async (db: Scratch, order = ORDER): Promise<unknown> =>
  (
    await db.rows(
      'select o.status, o.payment_state, o.cancelled_by, p.state, p.provider_reference from public.orders o join public.payments p on p.order_id = o.id where o.id = $1',
      [order],
    )
  )[0]

test("the buyer's reference sets the order to awaiting verification, and an admin confirms it", async () => {
  await shop.scratch(async (db) => {
    await db.as('customer')
    await db.run(...claim('4123 4567 8901'))
    expect(await state(db)).toMatchObject({ payment_state: 'awaiting_verification', state: 'awaiting_verification', provider_reference: '412345678901' })
    await db.run(...claim('412345678902')) // mistyped the first time
    expect(await state(db)).toMatchObject({ provider_reference: '412345678902' })
    await db.as('admin')
    await db.run("update public.payments set state = 'paid' where order_id = $1", [ORDER])
    expect(await state(db)).toMatchObject({ payment_state: 'paid' })
    await db.as('customer')
    expect(await db.refused(...claim('412345678903')), 'already paid').toMatchObject({ code: 'PT409' })
  })
})

test('a payment reference belongs to one order, of the customer who entered it', async () => {
  await shop.scratch(async (db) => {
    await db.as('other')
    expect(await db.refused(...claim('412345678901')), 'of another').toMatchObject({ code: 'PT404' })
    await db.run(...claim('412345678901', OTHER_ORDER))
    await db.as('customer')
    expect(await db.refused(...claim('412345678901'))).toMatchObject({ code: 'PT409', detail: expect.stringContaining('REFERENCE_USED') as string })
    for (const bad of ['', '12345', '4123-4567-8901', '4'.repeat(23)]) expect(await db.refused(...claim(bad)), bad).toMatchObject({ code: '22023' })
    await db.as('visitor')
    expect(await db.refused(...claim('412345678909'))).toMatchObject({ code: '42501' })
  })
})

test('a reference that was not found on the account blocks neither its real payer nor staff who book it', async () => {
  const rejected = async (db: Scratch) => {
    await db.as('other')
    await db.run(...claim('412345678901', OTHER_ORDER))
    await db.as('admin')
    await db.run("update public.payments set state = 'failed' where order_id = $1", [OTHER_ORDER])
  }
  await shop.scratch(async (db) => {
    await rejected(db)
    await db.as('customer')
    await db.run(...claim('412345678901'))
    expect(await state(db)).toMatchObject({ state: 'awaiting_verification', provider_reference: '412345678901' })
    // the one that was rejected is not paid by the same money, and cannot be claimed again
    await db.as('admin')
    expect(await db.refused("update public.payments set state = 'paid' where order_id = $1", [OTHER_ORDER])).toMatchObject({ code: '23505' })
    await db.as('other')
    expect(await db.refused(...claim('412345678901', OTHER_ORDER))).toMatchObject({ detail: expect.stringContaining('REFERENCE_USED') as string })
  })
  await shop.scratch(async (db) => {
    await rejected(db)
    await db.as('admin')
    const record = "select public.record_payment($1, (select version from public.orders where id = $1), 'upi', '412345678901')"
    await db.run(record, [ORDER])
    expect(await state(db)).toMatchObject({ payment_state: 'paid', provider_reference: '412345678901' })
    // it turned up after all, but it is another order's money
    expect(await db.refused(record, [OTHER_ORDER])).toMatchObject({ code: 'PT409', detail: expect.stringContaining('REFERENCE_USED') as string })
  })
  await shop.scratch(async (db) => {
    await rejected(db)
    await db.run("update public.payments set state = 'paid' where order_id = $1", [OTHER_ORDER]) // it turned up after all
    expect(await state(db, OTHER_ORDER)).toMatchObject({ payment_state: 'paid', provider_reference: '412345678901' })
  })
})

test('the scheduler cancels orders that are unpaid for too long, returns their stock and names no person', async () => {
  await shop.scratch(async (db) => {
    await db.run("update public.orders set created_at = now() - interval '47 hours 59 minutes' where id = $1", [OTHER_ORDER])
    await db.run("update public.orders set created_at = now() - interval '48 hours 1 minute' where id = $1", [ORDER])
    await db.as('mailer')
    expect(await db.rows('select private.cancel_unpaid_orders() as n')).toEqual([{ n: 1 }])
    expect(await db.rows('select private.cancel_unpaid_orders() as n')).toEqual([{ n: 0 }])
    await db.as('owner')
    expect(await state(db)).toMatchObject({ status: 'cancelled', cancelled_by: null })
    expect(await state(db, OTHER_ORDER)).toMatchObject({ status: 'pending' })
    expect(await db.rows('select stock from public.products where id = $1', [PRODUCT.cream])).toEqual([{ stock: 100 }])
    expect(await db.rows("select notes from public.order_status_history where order_id = $1 and status = 'cancelled'", [ORDER])).toEqual([
      { notes: 'Order cancelled because it was not paid' },
    ])
  })
})

test('the scheduler does not cancel orders that wait for verification, are paid, accepted or cash on delivery', async () => {
  const harmless = [
    "update public.payments set state = 'awaiting_verification'",
    "update public.payments set state = 'paid'",
    "update public.orders set status = 'processing'",
    "update public.orders set payment_method = 'cod'",
    'update public.settings set upi_unpaid_hours = 720',
  ]
  for (const change of harmless) {
    await shop.scratch(async (db) => {
      await db.run("update public.orders set created_at = now() - interval '3 days'")
      await db.run(change)
      expect(await db.rows('select private.cancel_unpaid_orders() as n'), change).toEqual([{ n: 0 }])
    })
  }
  await shop.scratch(async (db) => {
    await db.run("update public.orders set created_at = now() - interval '3 days'")
    expect(await db.rows('select private.cancel_unpaid_orders() as n'), 'without any of these').toEqual([{ n: 2 }])
  })
})

test('a customer cannot confirm their own payment', async () => {
  await shop.scratch(async (db) => {
    await db.as('customer')
    expect((await db.run("update public.payments set state = 'paid' where order_id = $1", [ORDER])).rowCount).toBe(0)
    expect(await db.refused("update public.orders set payment_state = 'paid' where id = $1", [ORDER])).toMatchObject({ code: '42501' })
    expect(await db.rows('select user_id from public.orders')).toEqual([{ user_id: PEOPLE.customer }])
  })
})

test('a customer who updates all payments of the shop makes no call for each of them', async () => {
  await shop.scratch(async (db) => {
    await db.as('owner')
    await db.run("set local track_functions = 'pl'")
    await db.as('customer')
    await db.run("update public.payments set state = 'paid' where amount >= 0")
    await db.as('owner')
    expect(await db.rows("select pg_stat_get_xact_function_calls('private.locked_to_settle(uuid)'::regprocedure) as calls")).toEqual([{ calls: null }])
    expect(await db.rows("select from public.payments where state = 'paid'")).toEqual([])
  })
})
