import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORDER, OTHER_ORDER, openShop } from './shop.ts'
import { hireStaff } from './scenario.ts'
import type { Person, Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await shop.owner.query("update public.payments set method = 'upi'")
  await shop.owner.query("update public.orders set payment_method = 'upi'")
  await hireStaff(shop.owner)
})
afterAll(() => shop.close())

const UTR = '412345678901'
const START = 'select public.start_refund($1, $2, $3, (select o.version from public.orders o where o.id = $1)) as id'
const money = async (db: Scratch) => (await db.rows('select public.order_money($1) as money', [ORDER]))[0]?.['money']
const states = async (db: Scratch) =>
  (await db.rows('select o.status, o.payment_state, p.state from public.orders o join public.payments p on p.order_id = o.id where o.id = $1', [ORDER]))[0]
const rows = (db: Scratch) =>
  db.rows('select id, amount::float8, state, source, method, reference, version from public.refunds where order_id = $1 order by created_at, amount', [ORDER])
/** The order of 336 rupees is paid; then `work` acts as the manager. */
const paid = (work: (db: Scratch) => Promise<void>) =>
  shop.scratch(async (db) => {
    await db.as('admin')
    await db.run("update public.payments set state = 'paid', provider_reference = '312345678901' where order_id = $1", [ORDER])
    await work(db)
  })
const start = async (db: Scratch, amount: number): Promise<string> => String((await db.rows(START, [ORDER, amount, 'One bottle leaked']))[0]?.['id'])
const settle = (db: Scratch, id: string, reference: string | null = UTR, method = 'upi') =>
  db.run('select public.settle_refund($1, $2, $3, (select r.version from public.refunds r where r.id = $1))', [id, method, reference])

describe('a refund in part', () => {
  test('is due until it is paid, and the order stays paid', async () => {
    await paid(async (db) => {
      const id = await start(db, 36)
      expect(await states(db)).toEqual({ status: 'pending', payment_state: 'paid', state: 'paid' })
      expect(await money(db)).toEqual({ total: 336, received: 336, refunded: 0, refund_due: 36, to_collect: 0, refundable: 300 })
      await settle(db, id, ' 4123 4567 8901 ')
      expect(await rows(db)).toMatchObject([{ amount: 36, state: 'paid', source: 'goodwill', method: 'upi', reference: UTR, version: 2 }])
      expect(await money(db)).toMatchObject({ received: 336, refunded: 36, refund_due: 0, refundable: 300 })
      expect(await states(db)).toMatchObject({ payment_state: 'paid' })
      await db.as('owner')
      expect(await db.rows("select data ->> 'amount' as amount, data ->> 'reference' as reference from private.mails where kind = 'order_refunded'")).toEqual([
        { amount: '36.00', reference: UTR },
      ])
      expect(await db.rows("select message from public.notifications where title = 'Refund sent'")).toMatchObject([
        { message: expect.stringMatching(/^₹36\.00 of your order .* \(reference 412345678901\)\.$/) as string },
      ])
    })
  })

  test('and all others together never exceed what was received', async () => {
    await paid(async (db) => {
      await start(db, 300)
      expect(await db.refused(START, [ORDER, 36.01, 'More'])).toMatchObject({ code: 'PT409', detail: expect.stringContaining('"refundable": 36.00') as string })
      for (const amount of [0, -1, 0.001, 1e11]) expect(await db.refused(START, [ORDER, amount, 'No amount']), String(amount)).toMatchObject({ code: '22023' })
      await start(db, 36)
      expect(await db.refused(START, [ORDER, 0.01, 'More'])).toMatchObject({ detail: expect.stringContaining('REFUND_TOO_LARGE') as string })
    })
  })

  test('of all that was received makes the order refunded when it is paid', async () => {
    await paid(async (db) => {
      const [first, second] = [await start(db, 300), await start(db, 36)]
      await settle(db, first)
      expect(await states(db)).toMatchObject({ payment_state: 'paid' })
      await settle(db, second, null, 'cash')
      expect(await states(db)).toEqual({ status: 'pending', payment_state: 'refunded', state: 'refunded' })
    })
  })

  test('needs a reason, the version on the screen, and a reference of its own', async () => {
    await paid(async (db) => {
      expect(await db.refused(START, [ORDER, 1, ' '])).toMatchObject({ detail: expect.stringContaining('REASON_REQUIRED') as string })
      expect(await db.refused('select public.start_refund($1, 1, $2, 1)', [ORDER, 'Late'])).toMatchObject({
        detail: expect.stringContaining('ORDER_CHANGED') as string,
      })
      const id = await start(db, 10)
      for (const [method, reference] of [
        ['upi', null],
        ['upi', '12'],
        ['bank', 'a b;c'],
        ['razorpay', UTR],
        ['cod', UTR],
      ] as const)
        expect(await db.refused('select public.settle_refund($1, $2, $3, 1)', [id, method, reference]), `${method} ${reference}`).toMatchObject({
          code: '22023',
        })
      expect(await db.refused('select public.settle_refund($1, $2, $3, 2)', [id, 'upi', UTR])).toMatchObject({
        detail: expect.stringContaining('REFUND_CHANGED') as string,
      })
      await settle(db, id)
      expect(await db.refused('select public.settle_refund($1, $2, $3, 2)', [id, 'upi', '999999999999'])).toMatchObject({
        detail: expect.stringContaining('REFUND_NOT_DUE') as string,
      })
      const other = await start(db, 10)
      expect(await db.refused('select public.settle_refund($1, $2, $3, 1)', [other, 'upi', UTR.toLowerCase()])).toMatchObject({
        detail: expect.stringContaining('REFERENCE_USED') as string,
      })
    })
  })

  test('that is paid at once has its reference from the beginning', async () => {
    await paid(async (db) => {
      await db.run('select public.start_refund($1, 5, $2, (select o.version from public.orders o where o.id = $1), $3, $4)', [
        ORDER,
        'Late',
        'bank',
        'axisp00123',
      ])
      expect(await rows(db)).toMatchObject([{ amount: 5, state: 'paid', method: 'bank', reference: 'AXISP00123' }])
    })
  })

  test('that was promised by mistake is withdrawn, one that a cancellation owes is not', async () => {
    await paid(async (db) => {
      const id = await start(db, 36)
      await db.run('select public.withdraw_refund($1, 1)', [id])
      expect(await money(db)).toMatchObject({ refund_due: 0, refundable: 336 })
      await db.run("update public.orders set status = 'cancelled', cancel_reason = 'Sold out' where id = $1", [ORDER])
      const [, due] = await rows(db)
      expect(due).toMatchObject({ amount: 336, source: 'cancellation', state: 'due' })
      expect(await db.refused('select public.withdraw_refund($1, 1)', [due?.['id']])).toMatchObject({
        detail: expect.stringContaining('REFUND_NOT_DUE') as string,
      })
    })
  })

  test('of an order that is cancelled since then is not withdrawn: all its money is owed', async () => {
    await paid(async (db) => {
      const id = await start(db, 36)
      await db.run("update public.orders set status = 'cancelled', cancel_reason = 'Sold out' where id = $1", [ORDER])
      expect(await db.refused('select public.withdraw_refund($1, 1)', [id])).toMatchObject({ detail: expect.stringContaining('REFUND_NOT_DUE') as string })
      expect(await money(db)).toMatchObject({ refund_due: 336 })
    })
  })
})

describe('an order that is cancelled', () => {
  test('owes what is left, and is refunded when all of it is back', async () => {
    await paid(async (db) => {
      await settle(db, await start(db, 100))
      const open = await start(db, 30)
      await db.run("update public.orders set status = 'cancelled', cancel_reason = 'Sold out' where id = $1", [ORDER])
      expect(await states(db)).toEqual({ status: 'cancelled', payment_state: 'refund_due', state: 'refund_due' })
      const [, , rest] = (await rows(db)).toSorted((a, b) => Number(a['amount'] === 206) - Number(b['amount'] === 206))
      expect(rest).toMatchObject({ amount: 206, source: 'cancellation', state: 'due' })
      await settle(db, String(rest?.['id']), '512345678901')
      expect(await states(db)).toMatchObject({ payment_state: 'refund_due' })
      await settle(db, open, '612345678901')
      expect(await states(db)).toMatchObject({ payment_state: 'refunded', state: 'refunded' })
    })
  })

  test('is marked as refunded as a whole over REST, which pays what is open', async () => {
    await paid(async (db) => {
      await start(db, 30)
      await db.run("update public.orders set status = 'cancelled', cancel_reason = 'Sold out' where id = $1", [ORDER])
      await db.run("update public.payments set state = 'refunded' where order_id = $1 and state = 'refund_due'", [ORDER])
      expect((await rows(db)).map(({ amount, state, method }) => ({ amount, state, method })).toSorted((a, b) => Number(a.amount) - Number(b.amount))).toEqual([
        { amount: 30, state: 'paid', method: 'upi' },
        { amount: 306, state: 'paid', method: 'upi' },
      ])
      expect(await states(db)).toMatchObject({ payment_state: 'refunded' })
    })
  })
})

test('an open refund is in the queue, in the list of what is due and on the dashboard, and keeps the account', async () => {
  await paid(async (db) => {
    const id = await start(db, 30)
    const one = async (sql: string): Promise<unknown> => (await db.rows(sql))[0]?.['found']
    const seen = async () => ({
      queue: await one("select public.order_queue_counts() -> 'refund' as found"),
      list: (await db.rows("select id from public.admin_orders(jsonb_build_object('payment', array['refund_due']))")).map((row) => row['id']),
      both: (await db.rows("select id from public.admin_orders(jsonb_build_object('payment', array['refund_due', 'failed']))")).length,
      dashboard: await one("select public.admin_dashboard() -> 'refund' -> 'count' as found"),
    })
    expect(await seen()).toEqual({ queue: 1, list: [ORDER], both: 1, dashboard: 1 })
    await db.as('owner')
    await db.run("set local session_replication_role = 'replica'")
    await db.run("update public.orders set status = 'delivered' where id = $1", [ORDER])
    await db.run("set local session_replication_role = 'origin'")
    const leave = async () => (await db.rows('select refusal from private.delete_account((select o.user_id from public.orders o where o.id = $1))', [ORDER]))[0]
    expect(await leave()).toEqual({ refusal: 'OPEN_ORDERS' })
    await db.as('admin')
    await settle(db, id)
    expect(await seen()).toEqual({ queue: 0, list: [], both: 0, dashboard: 0 })
    await db.as('owner')
    expect(await leave()).toEqual({ refusal: null })
    expect(await db.rows('select reason from public.refunds where id = $1', [id]), 'a reason may be about a person').toEqual([{ reason: null }])
  })
})

describe('who', () => {
  test('may refund: staff who manage payments, and nobody else', async () => {
    const may: Partial<Record<Person, boolean>> = {
      admin: true,
      superAdmin: true,
      accounts: true,
      orders: false,
      catalogue: false,
      customer: false,
      visitor: false,
    }
    for (const [person, allowed] of Object.entries(may) as [Person, boolean][])
      await paid(async (db) => {
        const due = await start(db, 10)
        const other = await start(db, 10)
        await db.as('owner')
        const [{ version } = { version: 0 }] = (await db.rows('select version from public.orders where id = $1', [ORDER])) as { version: number }[]
        await db.as(person)
        const acts: [string, unknown[]][] = [
          ['select public.start_refund($1, 1, $2, $3)', [ORDER, 'Late', version]],
          ['select public.settle_refund($1, $2, $3, 1)', [due, 'upi', UTR]],
          ['select public.withdraw_refund($1, 1)', [other]],
        ]
        for (const act of acts) {
          if (allowed) await db.run(...act)
          else expect(await db.refused(...act), `${person}: ${act[0]}`).toMatchObject({ code: '42501' })
        }
      })
  })

  test('may read: the buyer and staff; who of the staff it was is not for the buyer', async () => {
    await paid(async (db) => {
      await start(db, 10)
      for (const [person, found] of [
        ['customer', 1],
        ['other', 0],
        ['orders', 1],
        ['accounts', 1],
        ['catalogue', 0],
      ] as const) {
        await db.as(person)
        expect(await db.rows('select id from public.refunds'), person).toHaveLength(found)
        if (found) expect(await money(db), person).toMatchObject({ refund_due: 10 })
        else expect(await db.refused('select public.order_money($1)', [ORDER]), person).toMatchObject({ code: 'PT404' })
      }
      await db.as('customer')
      expect(await db.refused('select created_by from public.refunds')).toMatchObject({ code: '42501' })
      expect(await db.refused('select public.order_money($1)', [OTHER_ORDER])).toMatchObject({ code: 'PT404' })
      await db.as('visitor')
      expect(await db.refused('select id from public.refunds')).toMatchObject({ code: '42501' })
    })
  })
})
