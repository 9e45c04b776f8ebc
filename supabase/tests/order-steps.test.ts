import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER, PEOPLE, PRODUCT, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled']
const FORWARD = ['processing', 'shipped', 'delivered']
const step = (to: string, set = ''): string => `update public.orders set status = '${to}'${set} where id = '${ORDER}' returning *`
const CANCEL = step('cancelled', ', cancelled_by = auth.uid()').replace(' returning', " and status = 'pending' returning")

/** Moves the customer's order to a status, as an admin would. */
async function lead(db: Scratch, status: string): Promise<void> {
  await db.as('admin')
  const stops = status === 'cancelled' ? [] : FORWARD.slice(0, FORWARD.indexOf(status) + 1)
  for (const stop of stops) await db.run(step(stop))
  if (status === 'cancelled') await db.run(step('cancelled', ", cancel_reason = 'Out of stock'"))
}

const history = (db: Scratch): Promise<Record<string, unknown>[]> =>
  db.rows(`select status, notes, created_by from public.order_status_history where order_id = '${ORDER}' order by created_at, status <> 'pending', ctid`)

test('an admin can take exactly the steps that order_steps lists', async () => {
  const allowed: string[] = []
  for (const from of STATUSES) {
    for (const to of STATUSES.filter((status) => status !== from)) {
      await shop.scratch(async (db) => {
        await lead(db, from)
        try {
          await db.run(step(to, to === 'cancelled' ? ", cancel_reason = 'why'" : ''))
          allowed.push(`${from} ${to}`)
        } catch (error) {
          expect(error).toMatchObject({ code: 'PT409' })
        }
      })
    }
  }
  const listed = await shop.owner.query<{ step: string }>("select from_status || ' ' || to_status as step from public.order_steps where actor = 'admin'")
  expect(allowed.sort()).toEqual(listed.rows.map((row) => row.step).sort())
})

test('a customer can only cancel, only while pending, only in their own name', async () => {
  for (const to of FORWARD) {
    await shop.scratch(async (db) => {
      await db.as('customer')
      expect(await db.refused(step(to))).toMatchObject({ code: '42501' })
    })
  }
  await shop.scratch(async (db) => {
    await db.as('customer')
    expect(await db.refused(step('cancelled', `, cancelled_by = '${PEOPLE.admin}'`))).toMatchObject({ code: '42501' })
    expect(await db.refused(step('cancelled'))).toMatchObject({ code: '42501' })
    expect(await db.rows(CANCEL)).toHaveLength(1)
    expect(await db.rows(CANCEL), 'a second time').toHaveLength(0)
  })
  for (const status of ['processing', 'shipped', 'delivered', 'cancelled']) {
    await shop.scratch(async (db) => {
      await lead(db, status)
      await db.as('customer')
      expect(await db.rows(CANCEL), status).toHaveLength(0)
    })
  }
})

test('a customer cannot slip a courier, tracking number or reason into a cancellation', async () => {
  for (const extra of ["courier = 'x'", "tracking_number = 'x'", "cancel_reason = 'x'"]) {
    await shop.scratch(async (db) => {
      await db.as('customer')
      expect(await db.refused(step('cancelled', `, cancelled_by = auth.uid(), ${extra}`)), extra).toMatchObject({ code: '42501' })
    })
  }
})

test('an admin who cancels must give a reason and is recorded', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    expect(await db.refused(step('cancelled'))).toMatchObject({ code: '23514', detail: expect.stringContaining('REASON_REQUIRED') as string })
    expect(await db.refused(step('cancelled', ", cancel_reason = '  '"))).toMatchObject({ code: '23514' })
    const [order] = await db.rows(step('cancelled', `, cancel_reason = 'Damaged', cancelled_by = '${PEOPLE.other}'`))
    expect(order).toMatchObject({ cancelled_by: PEOPLE.admin, cancel_reason: 'Damaged' })
    expect(await db.refused(`update public.orders set cancel_reason = 'Another' where id = '${ORDER}'`)).toMatchObject({ code: 'PT409' })
  })
})

test('an admin cancels their own pending order as a customer does, without a reason', async () => {
  await shop.scratch(async (db) => {
    await db.run(`update public.orders set user_id = '${PEOPLE.admin}' where id = '${ORDER}'`)
    await db.as('admin')
    expect(await db.refused(step('cancelled', `, cancelled_by = '${PEOPLE.other}'`)), 'in another name').toMatchObject({ code: '42501' })
    expect(await db.rows(CANCEL)).toHaveLength(1)
  })
})

test('every step writes one history row, one notification and one mail', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await db.run(step('processing'))
    await db.run(step('shipped', ", courier = 'BlueDart', tracking_number = 'B1'"))
    await db.run(step('delivered'))
    await db.as('owner')
    expect(await history(db)).toEqual([
      { status: 'pending', notes: 'Order placed', created_by: PEOPLE.customer },
      { status: 'processing', notes: 'Order accepted', created_by: PEOPLE.admin },
      { status: 'shipped', notes: 'Order shipped with BlueDart, tracking B1', created_by: PEOPLE.admin },
      { status: 'delivered', notes: 'Order delivered', created_by: PEOPLE.admin },
    ])
    const bell = await db.rows(
      `select title, type, read from public.notifications where order_id = '${ORDER}' and user_id = '${PEOPLE.customer}' order by ctid`,
    )
    expect(bell.map((row) => row['title'])).toEqual(['Order placed', 'Order accepted', 'Order shipped', 'Order delivered'])
    expect(new Set(bell.map((row) => row['type']))).toEqual(new Set(['order_update']))
    const mails = await db.rows(
      `select kind, recipient, data ->> 'status' as status, data ->> 'previous_status' as previous from private.mails where data ->> 'order_id' = '${ORDER}' order by id`,
    )
    expect(mails).toEqual([
      { kind: 'order_placed', recipient: 'customer@example.in', status: 'pending', previous: null },
      { kind: 'order_status', recipient: 'customer@example.in', status: 'processing', previous: 'pending' },
      { kind: 'order_status', recipient: 'customer@example.in', status: 'shipped', previous: 'processing' },
      { kind: 'order_status', recipient: 'customer@example.in', status: 'delivered', previous: 'shipped' },
    ])
  })
})

test('only the notification of a cancellation says more than the step', async () => {
  await shop.scratch(async (db) => {
    await lead(db, 'processing')
    await db.run(step('cancelled', ", cancel_reason = 'Out of stock'"))
    await db.as('owner')
    const rows = await db.rows(`select status, automatic from public.order_status_history where order_id = '${ORDER}' order by status`)
    expect(rows).toEqual([
      { status: 'cancelled', automatic: false },
      { status: 'pending', automatic: true },
      { status: 'processing', automatic: true },
    ])
  })
})

test('quiet orders notify the customer in the shop and send no mail', async () => {
  await shop.scratch(async (db) => {
    await db.run("select set_config('shop.quiet', 'on', true)")
    await db.run(step('processing'))
    expect(await db.rows(`select from private.mails where data ->> 'order_id' = '${ORDER}' and kind = 'order_status'`)).toHaveLength(0)
    expect(await history(db)).toHaveLength(2)
  })
})

test("the client's own history row for its cancelled order is accepted without adding a second one", async () => {
  await shop.scratch(async (db) => {
    const insert = `insert into public.order_status_history (order_id, status, notes, created_by) values ('${ORDER}', 'cancelled', 'Order cancelled by customer', auth.uid())`
    await db.as('customer')
    expect(await db.refused(insert), 'still pending').toMatchObject({ code: '42501' })
    await db.run(CANCEL)
    expect((await db.run(insert)).rowCount).toBe(0)
    expect(await db.refused(insert.replace('auth.uid()', `'${PEOPLE.admin}'`)), 'in another name').toMatchObject({ code: '42501' })
    expect(await db.refused(insert.replace("'cancelled'", "'delivered'")), 'another status').toMatchObject({ code: '42501' })
    await db.as('other')
    expect(await db.refused(insert), 'of another').toMatchObject({ code: '42501' })
    await db.as('owner')
    expect(await history(db)).toEqual([
      { status: 'pending', notes: 'Order placed', created_by: PEOPLE.customer },
      { status: 'cancelled', notes: 'Order cancelled by customer', created_by: PEOPLE.customer },
    ])
  })
})

test('cash is not paid by the delivery, and a cancelled paid order is due a refund', async () => {
  const states = `select o.payment_state as "order", p.state as payment from public.orders o join public.payments p on p.order_id = o.id where o.id = '${ORDER}'`
  await shop.scratch(async (db) => {
    await lead(db, 'delivered')
    expect(await db.rows(states)).toEqual([{ order: 'cod_pending', payment: 'cod_pending' }])
  })
  await shop.scratch(async (db) => {
    await db.as('admin')
    await db.run(`update public.payments set state = 'paid' where order_id = '${ORDER}'`)
    expect(await db.rows(states)).toEqual([{ order: 'paid', payment: 'paid' }])
    await lead(db, 'cancelled')
    expect(await db.rows(states)).toEqual([{ order: 'refund_due', payment: 'refund_due' }])
    await db.run(`update public.payments set state = 'refunded' where order_id = '${ORDER}'`)
    expect(await db.rows(states)).toEqual([{ order: 'refunded', payment: 'refunded' }])
  })
})

test('a payment that arrives for a cancelled order is due a refund', async () => {
  await shop.scratch(async (db) => {
    await lead(db, 'cancelled')
    await db.run(`update public.payments set state = 'paid' where order_id = '${ORDER}'`)
    expect(await db.rows(`select payment_state from public.orders where id = '${ORDER}'`)).toEqual([{ payment_state: 'refund_due' }])
  })
})

test('every change increases the version, and the log names the fields without their values', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const [before] = await db.rows(`select version from public.orders where id = '${ORDER}'`)
    const version = Number(before?.['version'])
    expect(await db.rows(`update public.orders set tracking_number = 'T' where id = '${ORDER}' and version = ${version} returning version`)).toEqual([
      { version: version + 1 },
    ])
    expect(
      await db.rows(`update public.orders set tracking_number = 'U' where id = '${ORDER}' and version = ${version} returning version`),
      'a stale write',
    ).toEqual([])
    expect(await db.rows(`select fields, actor from public.order_events where order_id = '${ORDER}' order by id desc limit 1`)).toEqual([
      { fields: ['tracking_number'], actor: PEOPLE.admin },
    ])
  })
})

test('the server may cancel an unpaid order, and the cancellation names no person', async () => {
  await shop.scratch(async (db) => {
    await db.as('server')
    expect(await db.rows(step('cancelled'))).toMatchObject([{ cancelled_by: null }])
    await db.as('owner')
    expect((await history(db)).at(-1)).toMatchObject({ notes: 'Order cancelled because it was not paid', created_by: null })
    expect(await db.rows(`select stock from public.products where id = '${PRODUCT.cream}'`)).toEqual([{ stock: 100 }])
  })
})

test('orders of a deleted account remain, without the account', async () => {
  await shop.scratch(async (db) => {
    await db.run(`delete from auth.users where id = '${PEOPLE.customer}'`)
    expect(await db.rows(`select user_id, full_name from public.orders where id = '${ORDER}'`)).toEqual([{ user_id: null, full_name: 'Asha' }])
  })
})
