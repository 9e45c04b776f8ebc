/** Money that fits no open payment is a payment of its order that is owed back (docs/decisions/0135-recorded-by-mistake-and-too-much.md). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hireStaff } from './scenario.ts'
import { ORDER, OTHER_ORDER, PEOPLE, openShop } from './shop.ts'
import type { Person, Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await shop.owner.query("begin; set local session_replication_role = 'replica'")
  await shop.owner.query("update public.payments set method = 'upi', state = 'awaiting_payment'")
  await shop.owner.query("update public.orders set payment_method = 'upi', payment_state = 'awaiting_payment'")
  await shop.owner.query('commit')
  await hireStaff(shop.owner)
})
afterAll(() => shop.close())

const UTR = '412345678901'
const VERSION = '(select version from public.orders where id = $1)'
const SURPLUS = `select public.record_surplus($1, ${VERSION}, $2, $3, $4) as state`
const record = async (db: Scratch, amount: number, reference: string | null = UTR, method = 'bank', order = ORDER) =>
  (await db.rows(SURPLUS, [order, method, amount, reference]))[0]?.['state']
const refusal = async (db: Scratch, amount: number | null, reference: string | null = UTR, method: string | null = 'bank', order = ORDER) => {
  const { code, detail } = await db.refused(SURPLUS, [order, method, amount, reference])
  return [code, (JSON.parse(detail || '{}') as { code?: string }).code]
}
const pay = (db: Scratch) => db.run(`select public.record_payment($1, ${VERSION}, 'cash')`, [ORDER])
const cancel = (db: Scratch) => db.run("update public.orders set status = 'cancelled', cancel_reason = 'Sold out' where id = $1", [ORDER])
const standing = async (db: Scratch) =>
  (await db.rows('select status, payment_state, total_amount::float8 as worth, public.order_money(id) as money from public.orders where id = $1', [ORDER]))[0]
const refunds = (db: Scratch) =>
  db.rows('select id, amount::float8, state, source, version from public.refunds where order_id = $1 order by created_at, amount', [ORDER])
const as = (person: Person, work: (db: Scratch) => Promise<void>) =>
  shop.scratch(async (db) => {
    await db.as(person)
    await work(db)
  })

describe('money that fits no open payment', () => {
  test('of a paid order is owed back, and is refunded like any other debt', async () => {
    await as('accounts', async (db) => {
      await pay(db)
      expect(await record(db, 120.5)).toBe('paid')
      expect(await standing(db)).toEqual({
        status: 'pending',
        payment_state: 'paid',
        worth: 336,
        money: { total: 336, received: 456.5, refunded: 0, refund_due: 120.5, to_collect: 0, refundable: 336 },
      })
      const [refund] = await refunds(db)
      expect(refund).toMatchObject({ amount: 120.5, state: 'due', source: 'surplus' })
      await db.as('admin')
      expect((await db.rows('select public.order_queue_counts() as queues'))[0]).toMatchObject({ queues: { refund: 1 } })
      expect((await db.refused('select public.withdraw_refund($1, 1)', [refund?.['id']])).detail, 'it was received').toContain('REFUND_NOT_DUE')
      await db.run("select public.settle_refund($1, 'bank', '512345678901', 1)", [refund?.['id']])
      expect(await standing(db)).toMatchObject({ payment_state: 'paid', money: { received: 456.5, refunded: 120.5, refund_due: 0, refundable: 336 } })
    })
  })

  test('of a cancelled order is owed back, and the order stays cancelled', async () => {
    await as('admin', async (db) => {
      await pay(db)
      await cancel(db)
      expect(await record(db, 50)).toBe('refund_due')
      expect(await standing(db)).toMatchObject({ status: 'cancelled', payment_state: 'refund_due', money: { received: 386, refund_due: 386, refundable: 0 } })
      for (const { id, version } of await refunds(db)) await db.run("select public.settle_refund($1, 'cash', null, $2)", [id, version])
      expect(await standing(db)).toMatchObject({ payment_state: 'refunded', money: { refunded: 386, refund_due: 0 } })
      // and of one of which all is back
      expect(await record(db, 10, null, 'cash')).toBe('refund_due')
      expect(await standing(db)).toMatchObject({ payment_state: 'refund_due', money: { refund_due: 10 } })
    })
  })

  test('of a cancelled order that was never paid: less than its payment is owed back, and that payment is not met', async () => {
    await as('admin', async (db) => {
      await cancel(db)
      expect(await refusal(db, 336)).toEqual(['PT409', 'FITS_OPEN'])
      expect(await record(db, 100)).toBe('refund_due')
      expect(await standing(db)).toMatchObject({ payment_state: 'refund_due', money: { received: 100, refund_due: 100, to_collect: 0 } })
      expect(await record(db, 400, '512345678901')).toBe('refund_due')
      expect(await standing(db)).toMatchObject({ money: { received: 500, refund_due: 500 } })
    })
  })

  test('of an order that the clock has cancelled opens it again only if it covers the payment, and then the rest is still owed', async () => {
    await as('owner', async (db) => {
      await db.run("update public.orders set status = 'cancelled' where id = $1", [ORDER])
      await db.as('admin')
      await record(db, 100)
      expect(await standing(db)).toMatchObject({ status: 'cancelled', payment_state: 'refund_due' })
      expect(await record(db, 340, '512345678901')).toBe('paid')
      expect(await standing(db)).toMatchObject({ status: 'pending', payment_state: 'paid', money: { received: 440, refund_due: 104, refundable: 336 } })
    })
  })

  test('more than is open pays the order, and the rest is owed back by that payment', async () => {
    await as('admin', async (db) => {
      await db.run(`select public.record_payment($1, ${VERSION}, 'cash', null, 300)`, [ORDER])
      expect(await refusal(db, 36)).toEqual(['PT409', 'FITS_OPEN'])
      expect(await refusal(db, 20)).toEqual(['PT409', 'FITS_OPEN'])
      expect(await record(db, 40)).toBe('paid')
      expect(await standing(db)).toMatchObject({ payment_state: 'paid', money: { received: 340, refund_due: 4, to_collect: 0 } })
      expect(
        await db.rows('select p.amount::float8, p.surplus::float8 from public.payments p join public.refunds r on r.payment_id = p.id where p.order_id = $1', [
          ORDER,
        ]),
      ).toEqual([{ amount: 40, surplus: 4 }])
    })
  })

  test('pays no parcel: what the next one collects is as if it had not come', async () => {
    await as('admin', async (db) => {
      await pay(db)
      await db.as('owner')
      const kept = async () => (await db.rows('select private.kept_of($1) as kept', [ORDER]))[0]
      const before = await kept()
      await db.as('admin')
      await record(db, 50)
      await db.as('owner')
      expect(await kept()).toEqual(before)
    })
  })

  test('changes no document and no stock, says in the log who recorded it, and is undone as a whole', async () => {
    const facts = (db: Scratch) =>
      db.rows(
        'select (select array_agg(content order by serial) from public.documents where order_id = $1) as documents, (select sum(stock) from public.products) as stock',
        [ORDER],
      )
    await as('admin', async (db) => {
      await pay(db)
      await db.run("update public.orders set status = 'processing' where id = $1", [ORDER])
      const [before, money] = [await facts(db), await standing(db)]
      await record(db, 50)
      expect(await facts(db)).toEqual(before)
      const said = await db.rows(
        "select actor, data -> 'changes' as changes from public.order_timeline($1) where kind = 'payment' and data -> 'changes' ? 'surplus'",
        [ORDER],
      )
      expect(said).toEqual([{ actor: PEOPLE.admin, changes: { state: [null, 'paid'], method: [null, 'bank'], amount: [null, 50], surplus: [null, 50] } }])
      const [made] = await db.rows('select id from public.payments where order_id = $1 and surplus > 0', [ORDER])
      await db.run(`select public.undo_payment($2, ${VERSION}, 'Of another order')`, [ORDER, made?.['id']])
      expect(await standing(db)).toEqual(money)
      expect(await refunds(db)).toMatchObject([{ amount: 50, state: 'withdrawn' }])
    })
  })
})

describe('nothing is recorded', () => {
  test('of an amount that is none, or more than a payment can be', async () => {
    await as('admin', async (db) => {
      await pay(db)
      for (const amount of [0, -1, 0.001, 1e10, null]) expect(await refusal(db, amount), String(amount)).toEqual(['22023', 'INVALID_AMOUNT'])
      expect(await refusal(db, 10, null)).toEqual(['22023', 'INVALID_REFERENCE'])
      for (const method of ['razorpay', 'credit', null]) expect(await refusal(db, 10, UTR, method), String(method)).toEqual(['22023', 'INVALID_METHOD'])
    })
  })

  test('under a reference that another payment has, of an unknown order, or with another version', async () => {
    await as('admin', async (db) => {
      await pay(db)
      await db.run(`select public.record_payment($1, ${VERSION}, 'bank', $2)`, [OTHER_ORDER, UTR])
      expect(await refusal(db, 10, ' 4123 4567 8901 ')).toEqual(['PT409', 'REFERENCE_USED'])
      expect(await refusal(db, 10, UTR, 'bank', PEOPLE.admin)).toEqual(['PT404', 'ORDER_NOT_FOUND'])
      const [row] = await db.rows('select version from public.orders where id = $1', [ORDER])
      for (const version of [null, 0, Number(row?.['version']) - 1])
        expect((await db.refused("select public.record_surplus($1, $2, 'cash', 1)", [ORDER, version])).detail, String(version)).toContain('ORDER_CHANGED')
    })
  })

  test('while Razorpay is to settle what is open', async () => {
    await as('owner', async (db) => {
      await db.run("set local session_replication_role = 'replica'")
      await db.run("update public.payments set method = 'razorpay' where order_id = $1", [ORDER])
      await db.run("update public.orders set payment_method = 'razorpay' where id = $1", [ORDER])
      await db.run("set local session_replication_role = 'origin'")
      await db.as('admin')
      expect(await refusal(db, 400)).toEqual(['PT409', 'PROVIDER_SETTLES'])
      await cancel(db)
      expect(await record(db, 400)).toBe('refund_due')
      expect(await standing(db)).toMatchObject({ payment_state: 'refund_due', money: { refund_due: 400 } })
    })
  })
})

test('who records it: staff who manage payments, and no one else', async () => {
  const may: Partial<Record<Person, boolean>> = { admin: true, superAdmin: true, accounts: true }
  for (const person of ['visitor', 'customer', 'admin', 'superAdmin', 'catalogue', 'orders', 'accounts', 'orderService'] as const)
    await as('admin', async (db) => {
      await pay(db)
      const [row] = await db.rows('select version from public.orders where id = $1', [ORDER])
      const call = ["select public.record_surplus($1, $2, 'cash', 5)", [ORDER, row?.['version']]] as const
      await db.as(person)
      if (may[person]) await db.run(call[0], [...call[1]])
      else expect(await db.refused(call[0], [...call[1]]), person).toMatchObject({ code: '42501' })
    })
})
