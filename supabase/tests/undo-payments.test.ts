/** A payment that staff recorded by mistake is taken back (docs/decisions/0135-recorded-by-mistake-and-too-much.md). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hireStaff } from './scenario.ts'
import { ORDER, OTHER_ORDER, PEOPLE, PRODUCT, openShop } from './shop.ts'
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
const record = (db: Scratch, method: string, amount: number | null = null, reference: string | null = null, order = ORDER) =>
  db.run(`select public.record_payment($1, ${VERSION}, $2, $4, $3)`, [order, method, amount, reference])
/** The newest payment in this state, or the id itself. */
const idOf = async (db: Scratch, state: string, order = ORDER) =>
  String((await db.rows('select id from public.payments where order_id = $1 and state = $2 order by created_at desc limit 1', [order, state]))[0]?.['id'])
const UNDO = `select public.undo_payment($2, ${VERSION}, $3)`
const undo = (db: Scratch, id: string, order = ORDER) => db.run(UNDO, [order, id, 'Of another order'])
const refusal = async (db: Scratch, id: string, order = ORDER) => {
  const { code, message, detail } = await db.refused(UNDO, [order, id, 'Of another order'])
  expect(message).not.toBe('')
  return [code, (JSON.parse(detail || '{}') as { code?: string }).code]
}
const payments = async (db: Scratch, order = ORDER) =>
  (await db.rows("select method || ' ' || state || ' ' || amount as text from public.payments where order_id = $1 order by 1", [order])).map(({ text }) => text)
const standing = async (db: Scratch, order = ORDER) => {
  const [row] = await db.rows('select status, payment_state, public.order_money(id) as money from public.orders where id = $1', [order])
  return row as { status: string; payment_state: string; money: Record<string, number> }
}
const as = (person: Person, work: (db: Scratch) => Promise<void>) =>
  shop.scratch(async (db) => {
    await db.as(person)
    await work(db)
  })

describe('a payment that is undone', () => {
  test('is awaited again as a whole, and its reference pays the right order', async () => {
    await as('admin', async (db) => {
      const before = await standing(db)
      await record(db, 'bank', null, UTR)
      expect(await standing(db)).toMatchObject({ payment_state: 'paid' })
      await undo(db, await idOf(db, 'paid'))
      expect(await standing(db)).toEqual(before)
      expect(await payments(db)).toEqual(['bank undone 336.00', 'upi awaiting_payment 336.00'])
      await record(db, 'bank', null, UTR, OTHER_ORDER)
      expect(await standing(db, OTHER_ORDER)).toMatchObject({ payment_state: 'paid' })
    })
  })

  test('in part joins what is still open: one payment is awaited', async () => {
    await as('admin', async (db) => {
      await record(db, 'cash', 100)
      await record(db, 'card', 50)
      const card = String((await db.rows("select id from public.payments where order_id = $1 and method = 'card'", [ORDER]))[0]?.['id'])
      await undo(db, card)
      expect(await payments(db)).toEqual(['card undone 50.00', 'cash paid 100.00', 'upi awaiting_payment 236.00'])
      expect(await standing(db)).toMatchObject({ payment_state: 'awaiting_payment', money: { received: 100, to_collect: 236 } })
      await undo(db, await idOf(db, 'paid'))
      expect(await payments(db)).toEqual(['card undone 50.00', 'cash undone 100.00', 'upi awaiting_payment 336.00'])
      await record(db, 'cash', 336)
      expect(await standing(db)).toMatchObject({ payment_state: 'paid', money: { received: 336, to_collect: 0 } })
    })
  })

  test('of cash on delivery is to collect again, as its delivery left it', async () => {
    await as('owner', async (db) => {
      await db.run("set local session_replication_role = 'replica'")
      await db.run("update public.payments set method = 'cod', state = 'cod_pending' where order_id = $1", [ORDER])
      await db.run("update public.orders set payment_method = 'cod', payment_state = 'cod_pending' where id = $1", [ORDER])
      await db.run("set local session_replication_role = 'origin'")
      await db.as('admin')
      for (const status of ['processing', 'shipped', 'delivered']) await db.run('update public.orders set status = $2 where id = $1', [ORDER, status])
      const owed = async () => (await db.rows("select id, kind, amount from public.receivables('{}')")) as unknown[]
      const before = await owed()
      await record(db, 'cash')
      expect(await owed()).toEqual([])
      await undo(db, await idOf(db, 'paid'))
      expect(await owed()).toEqual(before)
      expect(await standing(db)).toMatchObject({ status: 'delivered', payment_state: 'cod_pending', money: { to_collect: 336 } })
      expect(await payments(db)).toEqual(['cash undone 336.00', 'cod cod_pending 336.00'])
    })
  })

  test('that its buyer had reported is awaited, and the buyer may enter a reference again', async () => {
    await as('customer', async (db) => {
      await db.run('select public.claim_payment($1, $2)', [ORDER, UTR])
      await db.as('admin')
      await db.run("update public.payments set state = 'paid' where order_id = $1", [ORDER])
      await undo(db, await idOf(db, 'paid'))
      await db.as('customer')
      await db.run('select public.claim_payment($1, $2)', [ORDER, '412345678902'])
      expect(await payments(db)).toEqual(['upi awaiting_verification 336.00', 'upi undone 336.00'])
      await db.as('admin')
      expect((await db.rows("select reference from public.admin_orders('{}') where id = $1", [ORDER]))[0]).toEqual({ reference: '412345678902' })
    })
  })

  test('gives the buyer the time to pay again: the scheduler does not cancel the order at once', async () => {
    await as('owner', async (db) => {
      await db.run("update public.orders set created_at = now() - interval '30 days' where id in ($1, $2)", [ORDER, OTHER_ORDER])
      await db.as('admin')
      await record(db, 'cash')
      await record(db, 'cash', 100, null, OTHER_ORDER)
      await undo(db, await idOf(db, 'paid'))
      await undo(db, await idOf(db, 'paid', OTHER_ORDER), OTHER_ORDER)
      await db.as('owner')
      expect(await db.rows('select private.cancel_unpaid_orders() as n')).toEqual([{ n: 0 }])
      await db.run("select set_config('shop.as_of', (now() + interval '3 days')::text, true)")
      expect(await db.rows('select private.cancel_unpaid_orders() as n')).toEqual([{ n: 2 }])
    })
  })

  test('that had opened an order again leaves it open for that time', async () => {
    await as('owner', async (db) => {
      await db.run("update public.orders set status = 'cancelled' where id = $1", [ORDER])
      await db.as('admin')
      await record(db, 'cash')
      expect(await standing(db)).toMatchObject({ status: 'pending', payment_state: 'paid' })
      await undo(db, await idOf(db, 'paid'))
      expect(await standing(db)).toMatchObject({ status: 'pending', payment_state: 'awaiting_payment', money: { to_collect: 336 } })
      await db.as('owner')
      expect(await db.rows('select private.cancel_unpaid_orders() as n')).toEqual([{ n: 0 }])
      await db.run("select set_config('shop.as_of', (now() + interval '3 days')::text, true)")
      await db.run('select private.cancel_unpaid_orders()')
      await db.as('admin')
      expect(await standing(db)).toMatchObject({ status: 'cancelled', payment_state: 'awaiting_payment' })
    })
  })

  test('from a bank statement frees its line for another order', async () => {
    await as('admin', async (db) => {
      const book = async (order: string) => {
        const [row] = await db.rows(
          "select p.id, o.version from public.payments p join public.orders o on o.id = p.order_id where o.id = $1 and p.state = 'awaiting_payment'",
          [order],
        )
        const line = { day: '2026-11-21', amount: 336, narration: 'UPI/ASHA', nth: 0, references: [UTR], payment: row?.['id'], version: row?.['version'] }
        return db.rows('select public.book_receipts($1) as booked', [JSON.stringify([line])])
      }
      await book(ORDER)
      await undo(db, await idOf(db, 'paid'))
      expect(await db.rows('select order_id from public.bank_receipts')).toEqual([])
      expect(await book(OTHER_ORDER)).toEqual([{ booked: 1 }])
      // 336 for an order of 159: what is too much is owed back, and ends with the payment
      expect(await standing(db, OTHER_ORDER)).toMatchObject({ payment_state: 'paid', money: { received: 336, refund_due: 177 } })
      await undo(db, await idOf(db, 'paid', OTHER_ORDER), OTHER_ORDER)
      expect(await standing(db, OTHER_ORDER)).toMatchObject({ payment_state: 'awaiting_payment', money: { received: 0, refund_due: 0, to_collect: 159 } })
    })
  })

  test('of a cancelled order owes nothing back any more, and nothing is collected', async () => {
    await as('admin', async (db) => {
      await record(db, 'cash', 100)
      await db.run("update public.orders set status = 'cancelled', cancel_reason = 'Sold out' where id = $1", [ORDER])
      expect(await standing(db)).toMatchObject({ payment_state: 'refund_due', money: { refund_due: 100 } })
      await undo(db, await idOf(db, 'refund_due'))
      expect(await standing(db)).toMatchObject({
        status: 'cancelled',
        payment_state: 'awaiting_payment',
        money: { received: 0, refund_due: 0, to_collect: 0, refundable: 0 },
      })
      expect(await payments(db)).toEqual(['cash undone 100.00', 'upi awaiting_payment 336.00'])
      expect((await db.rows('select public.order_queue_counts() as queues'))[0]).toMatchObject({ queues: { refund: 0 } })
    })
  })

  test('leaves the goods, the documents and what the order is worth as they were', async () => {
    const facts = (db: Scratch) =>
      db.rows(
        `select o.total_amount, (select array_agg(d.content order by d.serial) from public.documents d where d.order_id = o.id) as documents,
           (select p.stock from public.products p where p.id = $2) as stock from public.orders o where o.id = $1`,
        [ORDER, PRODUCT.cream],
      )
    await as('admin', async (db) => {
      await record(db, 'cash')
      await db.run("update public.orders set status = 'processing' where id = $1", [ORDER])
      const before = await facts(db)
      await undo(db, await idOf(db, 'paid'))
      expect(await facts(db)).toEqual(before)
      expect((await db.rows('select public.money_to_collect() as owed'))[0]).toMatchObject({ owed: { count: 1, amount: 336 } })
    })
  })

  test('is in no day book, and its event goes to other systems', async () => {
    await as('owner', async (db) => {
      await db.run("insert into private.webhook_endpoints (url) values ('https://erp.example')")
      await db.as('admin')
      await record(db, 'cash')
      const id = await idOf(db, 'paid')
      await db.as('owner')
      const receipts = () =>
        db.rows('select m.payment_id from private.payment_moments m join public.payments p on p.id = m.payment_id where p.order_id = $1', [ORDER])
      expect(await receipts()).toHaveLength(1)
      await db.as('admin')
      await undo(db, id)
      await db.as('owner')
      expect(await receipts()).toEqual([])
      expect(
        (
          await db.rows(
            "select data ->> 'state' as state, data ->> 'payment_id' = $1 as same from private.webhook_deliveries where kind = 'payment.changed' order by id",
            [id],
          )
        ).slice(-2),
      ).toEqual([
        { state: 'awaiting_payment', same: false },
        { state: 'undone', same: true },
      ])
    })
  })

  test('says who did it and why, to staff alone, and the customer is not notified', async () => {
    await as('admin', async (db) => {
      await record(db, 'bank', null, UTR)
      await db.as('owner')
      const notified = () => db.rows('select (select count(*) from public.notifications) as bells, (select count(*) from private.mails) as mails')
      const before = await notified()
      await db.as('admin')
      await undo(db, await idOf(db, 'paid'))
      await db.as('owner')
      expect(await notified()).toEqual(before)
      await db.as('admin')
      const entries = await db.rows(
        "select actor, kind, data - 'id' as data from public.order_timeline($1) where kind in ('undone', 'payment') order by kind",
        [ORDER],
      )
      expect(entries).toEqual([
        { actor: PEOPLE.admin, kind: 'payment', data: { changes: expect.objectContaining({ state: ['awaiting_payment', 'paid'] }) as object } },
        { actor: PEOPLE.admin, kind: 'undone', data: { amount: 336, method: 'bank', reference: UTR, reason: 'Of another order' } },
      ])
      await db.as('customer')
      expect(JSON.stringify(await db.rows('select * from public.payments'))).not.toContain('Of another order')
      expect(JSON.stringify(await db.rows('select * from public.order_status_history'))).not.toContain('Of another order')
    })
  })
})

describe('what is not undone', () => {
  test('money that is not recorded, or that others decide about', async () => {
    await as('owner', async (db) => {
      await db.run("insert into public.payments (order_id, method, state, amount) values ($1, 'credit', 'paid', 10)", [ORDER])
      await db.run("insert into public.payments (order_id, method, state, amount) values ($1, 'razorpay', 'paid', 20)", [ORDER])
      const [credit, razorpay] = await db.rows("select id from public.payments where order_id = $1 and state = 'paid' order by amount", [ORDER])
      await db.as('admin')
      expect(await refusal(db, await idOf(db, 'awaiting_payment'))).toEqual(['PT409', 'PAYMENT_NOT_RECORDED'])
      expect(await refusal(db, String(credit?.['id']))).toEqual(['PT409', 'STORE_CREDIT'])
      expect(await refusal(db, String(razorpay?.['id']))).toEqual(['PT409', 'PROVIDER_SETTLES'])
      await record(db, 'cash')
      const cash = String((await db.rows("select id from public.payments where order_id = $1 and method = 'cash'", [ORDER]))[0]?.['id'])
      await undo(db, cash)
      expect(await refusal(db, cash), 'twice').toEqual(['PT409', 'PAYMENT_NOT_RECORDED'])
    })
  })

  test('what came with the transfer of a courier', async () => {
    await as('owner', async (db) => {
      await db.run("set local session_replication_role = 'replica'")
      await db.run("update public.payments set method = 'cod', state = 'cod_pending' where order_id = $1", [ORDER])
      await db.run("update public.orders set payment_method = 'cod', payment_state = 'cod_pending' where id = $1", [ORDER])
      await db.run("set local session_replication_role = 'origin'")
      await db.as('admin')
      await db.run("update public.orders set status = 'processing' where id = $1", [ORDER])
      await db.run("update public.orders set status = 'shipped', courier = 'DTDC', tracking_number = 'D1' where id = $1", [ORDER])
      const rows = JSON.stringify([{ place: 1, tracking: 'D1', collected: '336.00', charges: '0' }])
      await db.run("select public.book_remittance('DTDC', 'T1', '2026-11-20', 336, 0, $1)", [rows])
      expect(await refusal(db, await idOf(db, 'paid'))).toEqual(['PT409', 'REMITTED'])
    })
  })

  test('what was refunded or is due back; a promise is withdrawn first', async () => {
    await as('admin', async (db) => {
      await record(db, 'cash')
      const id = await idOf(db, 'paid')
      const [made] = await db.rows(`select public.start_refund($1, 36, 'It leaked', ${VERSION}) as id`, [ORDER])
      expect(await refusal(db, id)).toEqual(['PT409', 'REFUND_EXISTS'])
      await db.run('select public.withdraw_refund($1, 1)', [made?.['id']])
      await undo(db, id)
      await record(db, 'cash')
      const again = await idOf(db, 'paid')
      await db.run(`select public.start_refund($1, 336, 'It leaked', ${VERSION}, 'cash')`, [ORDER])
      expect(await refusal(db, again)).toEqual(['PT409', 'REFUND_EXISTS'])
    })
  })

  test('what a cancelled order has paid back', async () => {
    await as('admin', async (db) => {
      await record(db, 'cash')
      await db.run("update public.orders set status = 'cancelled', cancel_reason = 'Sold out' where id = $1", [ORDER])
      const [refund] = await db.rows('select id, version from public.refunds where order_id = $1', [ORDER])
      await db.run("select public.settle_refund($1, 'cash', null, $2)", [refund?.['id'], refund?.['version']])
      expect(await refusal(db, await idOf(db, 'refunded'))).toEqual(['PT409', 'REFUND_EXISTS'])
    })
  })

  test('while a reported payment is looked at, or other money is owed back as too much', async () => {
    await as('admin', async (db) => {
      await record(db, 'cash', 100)
      await db.as('customer')
      await db.run('select public.claim_payment($1, $2)', [ORDER, UTR])
      await db.as('admin')
      const cash = await idOf(db, 'paid')
      expect(await refusal(db, cash)).toEqual(['PT409', 'PAYMENT_OPEN'])
      await db.run("update public.payments set state = 'paid' where order_id = $1 and state = 'awaiting_verification'", [ORDER])
      await db.run(`select public.record_surplus($1, ${VERSION}, 'cash', 5)`, [ORDER])
      expect(await refusal(db, cash)).toEqual(['PT409', 'SURPLUS_DUE'])
      const [surplus] = await db.rows('select id from public.payments where order_id = $1 and surplus > 0', [ORDER])
      await undo(db, String(surplus?.['id']))
      await undo(db, cash)
      expect(await standing(db)).toMatchObject({ payment_state: 'awaiting_payment', money: { received: 236, to_collect: 100, refund_due: 0 } })
    })
  })

  test('without a reason, of an unknown payment, or with another version than the one on the screen', async () => {
    await as('admin', async (db) => {
      await record(db, 'cash')
      const id = await idOf(db, 'paid')
      for (const reason of ['', '  ', null, 'x'.repeat(301)])
        expect(await db.refused(UNDO, [ORDER, id, reason]), String(reason)).toMatchObject({ code: '22023' })
      expect(await refusal(db, PEOPLE.admin)).toEqual(['PT404', 'PAYMENT_NOT_FOUND'])
      const [row] = await db.rows('select version from public.orders where id = $1', [ORDER])
      for (const version of [null, 0, Number(row?.['version']) - 1, Number(row?.['version']) + 1])
        expect((await db.refused('select public.undo_payment($1, $2, $3)', [id, version, 'x'])).detail, String(version)).toContain('ORDER_CHANGED')
      await db.run('select public.undo_payment($1, $2, $3)', [id, row?.['version'], 'x'.repeat(300)])
      expect((await db.rows('select version from public.orders where id = $1', [ORDER]))[0]?.['version']).toBeGreaterThan(Number(row?.['version']))
    })
  })
})

test('who undoes a payment: staff who manage payments, and no one else', async () => {
  const may: Partial<Record<Person, boolean>> = { admin: true, superAdmin: true, accounts: true }
  for (const person of ['visitor', 'customer', 'admin', 'superAdmin', 'catalogue', 'orders', 'accounts', 'orderService'] as const)
    await as('admin', async (db) => {
      await record(db, 'cash')
      const id = await idOf(db, 'paid')
      const [row] = await db.rows('select version from public.orders where id = $1', [ORDER])
      const call = ['select public.undo_payment($1, $2, $3)', [id, row?.['version'], 'x']] as const
      await db.as(person)
      if (may[person]) await db.run(call[0], [...call[1]])
      else expect(await db.refused(call[0], [...call[1]]), person).toMatchObject({ code: '42501' })
      // not over REST either, where its guard has no such step
      await db.as(person)
      if (may[person]) expect(await db.refused("update public.payments set state = 'undone' where state = 'awaiting_payment'")).toMatchObject({ code: 'PT409' })
    })
})
