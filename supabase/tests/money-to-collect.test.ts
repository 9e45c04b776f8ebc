import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MoneyToCollect } from '#supabase/results/dashboard.ts'
import { hireStaff } from './scenario.ts'
import { ORDER, OTHER_ORDER, PEOPLE, openShop } from './shop.ts'
import type { Person, Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await hireStaff(shop.owner)
})
afterAll(() => shop.close())

async function owed(db: Scratch): Promise<MoneyToCollect> {
  await db.as('admin')
  const [row] = await db.rows('select public.money_to_collect() as owed')
  return (row as { owed: MoneyToCollect }).owed
}
const filled = ({ ages }: MoneyToCollect) => ages.filter(({ count }) => count > 0)

/** Sets an order and its payment without their guards. */
async function setOrder(db: Scratch, order: string, status: string, payment: string, days: number): Promise<void> {
  await db.as('owner')
  await db.run("set local session_replication_role = 'replica'")
  await db.run('update public.orders set status = $2, payment_state = $3, created_at = now() - make_interval(days => $4) where id = $1', [
    order,
    status,
    payment,
    days,
  ])
  await db.run('update public.payments set state = $2 where order_id = $1', [order, payment])
  await db.run("set local session_replication_role = 'origin'")
}
async function deliver(db: Scratch, order = ORDER, courier: string | null = 'DTDC'): Promise<void> {
  await db.as('admin')
  await db.run('update public.orders set status = $2 where id = $1', [order, 'processing'])
  await db.run('update public.orders set status = $2, courier = $3, tracking_number = $4 where id = $1', [order, 'shipped', courier, courier && `D-${order}`])
  await db.run('update public.orders set status = $2 where id = $1', [order, 'delivered'])
}
const list = async (db: Scratch, filters: object = {}, more = '') =>
  db.rows(`select * from public.receivables($1${more})`, [JSON.stringify(filters)]) as Promise<(Record<string, unknown> & { id: string })[]>

describe('what is to collect', () => {
  test('accepted unpaid orders are counted to the paisa, by age and kind', async () => {
    await shop.scratch(async (db) => {
      expect(await owed(db)).toMatchObject({ count: 0, amount: 0, oldest: null, couriers: [] })
      await setOrder(db, ORDER, 'shipped', 'awaiting_payment', 7)
      await setOrder(db, OTHER_ORDER, 'delivered', 'awaiting_verification', 31)
      const all = await owed(db)
      expect(all).toMatchObject({ count: 2, amount: 495 })
      expect(filled(all)).toEqual([
        { from_day: 0, to_day: 7, kind: 'awaited', count: 1, amount: 336 },
        { from_day: 31, to_day: null, kind: 'verify', count: 1, amount: 159 },
      ])
      expect(all.ages.map(({ from_day, to_day }) => [from_day, to_day])).toContainEqual([8, 15])
    })
  })

  test('cash on delivery from the day it leaves, and its age begins again with the delivery', async () => {
    await shop.scratch(async (db) => {
      await db.as('owner')
      await db.run("update public.orders set created_at = now() - interval '40 days'")
      const at = (days: number) => db.run("select set_config('shop.as_of', (now() - make_interval(days => $1))::text, true)", [days])
      await db.as('admin')
      await at(20)
      await db.run(`update public.orders set status = 'processing' where id = '${ORDER}'`)
      expect(await owed(db), 'it is still in the shop').toMatchObject({ count: 0 })
      await at(18)
      await db.run(`update public.orders set status = 'shipped', courier = 'DTDC', tracking_number = 'D1' where id = '${ORDER}'`)
      await db.run("select set_config('shop.as_of', '', true)")
      expect(filled(await owed(db))).toMatchObject([{ from_day: 16, kind: 'cod', amount: 336 }])
      await at(9)
      await db.run(`update public.orders set status = 'delivered' where id = '${ORDER}'`)
      await db.run("select set_config('shop.as_of', '', true)")
      expect(filled(await owed(db))).toMatchObject([{ from_day: 8, kind: 'cod', amount: 336 }])
      expect(await owed(db)).toMatchObject({ couriers: ['DTDC'] })
      expect(await list(db)).toMatchObject([{ id: ORDER, kind: 'cod', amount: '336.00', courier: 'DTDC', tracking_number: 'D1', status: 'delivered' }])
    })
  })

  test('paid, pending and cancelled orders, and cash of what is still in the shop, are not owed', async () => {
    for (const [status, payment] of [
      ['shipped', 'paid'],
      ['processing', 'cod_pending'],
      ['pending', 'awaiting_payment'],
      ['cancelled', 'awaiting_verification'],
      ['cancelled', 'cod_pending'],
      ['delivered', 'refunded'],
    ] as const)
      await shop.scratch(async (db) => {
        await setOrder(db, ORDER, status, payment, 1)
        expect(await owed(db), `${status} ${payment}`).toMatchObject({ count: 0, amount: 0 })
        expect(await list(db)).toEqual([])
      })
  })

  test('the list has what the totals count, filtered and page by page in both directions', async () => {
    await shop.scratch(async (db) => {
      await setOrder(db, ORDER, 'shipped', 'awaiting_payment', 20)
      await deliver(db, OTHER_ORDER, null)
      const ids = async (filters: object) => (await list(db, filters)).map(({ id }) => id)
      expect(await ids({})).toEqual([ORDER, OTHER_ORDER])
      expect(await ids({ kind: ['cod'] })).toEqual([OTHER_ORDER])
      expect(await ids({ kind: ['awaited', 'cod'] })).toEqual([ORDER, OTHER_ORDER])
      expect(await ids({ age: ['16', '31'] })).toEqual([ORDER])
      expect(await ids({ courier: [''] })).toEqual([OTHER_ORDER])
      expect(await ids({ courier: ['DTDC'] })).toEqual([ORDER])
      expect(await ids({ courier: ['Delhivery'] })).toEqual([])
      expect(await ids({ search: ORDER.slice(0, 8) })).toEqual([ORDER, OTHER_ORDER])
      // the text of the API: a Date of this client has no microseconds
      const [first] = await db.rows("select id, to_jsonb(since) #>> '{}' as since from public.receivables('{}', true, null, false, 1)")
      const cursor = `, true, '${JSON.stringify([first?.['since'], first?.['id']])}'`
      expect((await list(db, {}, cursor)).map(({ id }) => id)).toEqual([OTHER_ORDER])
      expect(await list(db, {}, `${cursor}, true`)).toEqual([])
      expect((await list(db, {}, ', false')).map(({ id }) => id)).toEqual([OTHER_ORDER, ORDER])
    })
  })

  test('many closed orders are not read: the open ones come from their own index', async () => {
    await shop.scratch(async (db) => {
      await db.as('owner')
      await db.run("set local session_replication_role = 'replica'")
      await db.run(
        `insert into public.orders (user_id, status, full_name, address, city, state, pincode, email, phone, place_of_supply, seller_state, prices_include_gst,
           goods_total, subtotal_base, total_gst, cgst, sgst, igst, total_amount, payment_method, payment_state, created_at)
         select null, 'delivered', 'A', '1', 'Pune', 'Maharashtra', '411001', 'a@b.in', '9876543210', '27', '27', true, 118, 100, 18, 9, 9, 0, 118, 'cod',
           case when g % 200 = 0 then 'cod_pending' else 'paid' end, now() - make_interval(mins => g) from generate_series(1, 4000) g`,
      )
      await db.run("set local session_replication_role = 'origin'")
      await db.run('analyze public.orders')
      const body = (await db.rows("select prosrc from pg_proc where oid = 'private.open_receivables'::regproc"))[0]?.['prosrc']
      const plan = (await db.rows(`explain ${String(body)}`)).map((row) => String(row['QUERY PLAN'])).join('\n')
      expect(plan).toContain('orders_to_collect_idx')
      expect(plan).not.toContain('Seq Scan on orders')
    })
  })
})

describe('money that arrives', () => {
  const money = async (db: Scratch, order = ORDER) => (await db.rows('select total, received, to_collect, refundable from private.money_of($1)', [order]))[0]
  const state = async (db: Scratch, order = ORDER) => (await db.rows('select payment_state from public.orders where id = $1', [order]))[0]?.['payment_state']
  const record = 'select public.record_payment($1, $2, $3, $4, $5) as state'

  test('the whole amount makes the order paid, under the way it came', async () => {
    await shop.scratch(async (db) => {
      await deliver(db)
      expect(await state(db)).toBe('cod_pending')
      expect(await db.rows(record, [ORDER, null, 'upi', '4123 4567 8901', null])).toEqual([{ state: 'paid' }])
      await db.as('owner')
      expect(await state(db)).toBe('paid')
      expect(await money(db)).toMatchObject({ received: '336.00', to_collect: '0', refundable: '336.00' })
      expect(await db.rows('select method, provider_reference from public.payments where order_id = $1', [ORDER])).toEqual([
        { method: 'upi', provider_reference: '412345678901' },
      ])
      await db.as('admin')
      expect((await db.refused(record, [ORDER, null, 'cash', null, null])).detail).toContain('PAYMENT_NOT_AWAITED')
    })
  })

  test('a part is received, the rest stays to collect, and both add up to the order', async () => {
    await shop.scratch(async (db) => {
      await deliver(db)
      for (const amount of [0, -1, 0.001, 336.01])
        expect((await db.refused(record, [ORDER, null, 'cash', null, amount])).detail).toMatch(/INVALID_AMOUNT|MORE_THAN_OPEN/)
      await db.run(record, [ORDER, null, 'cash', null, 100.5])
      await db.as('owner')
      expect(await state(db)).toBe('cod_pending')
      expect(await money(db)).toMatchObject({ received: '100.50', to_collect: '235.50', refundable: '100.50' })
      expect(await owed(db)).toMatchObject({ count: 1, amount: 235.5 })
      expect((await db.rows("select to_collect from public.admin_orders('{}') where id = $1", [ORDER]))[0]).toEqual({ to_collect: '235.50' })
      const said = await db.rows("select actor, data -> 'changes' as changes from public.order_timeline($1) where kind = 'payment'", [ORDER])
      expect(said).toEqual([{ actor: PEOPLE.admin, changes: { state: [null, 'paid'], method: [null, 'cash'], amount: [null, 100.5] } }])
      await db.run(record, [ORDER, null, 'cash', null, 235.5])
      await db.as('owner')
      expect(await state(db)).toBe('paid')
      expect(await money(db)).toMatchObject({ received: '336.00', to_collect: '0' })
    })
  })

  test('a part that arrived before the cancellation is due back, and then the order is refunded', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      await db.run(`update public.orders set status = 'processing' where id = '${ORDER}'`)
      await db.run(record, [ORDER, null, 'cash', null, 100])
      await db.run(`update public.orders set status = 'cancelled', cancel_reason = 'x' where id = '${ORDER}'`)
      expect(await state(db)).toBe('refund_due')
      await db.as('owner')
      const [refund] = await db.rows('select id, amount, version from public.refunds where order_id = $1', [ORDER])
      expect(refund).toMatchObject({ amount: '100.00' })
      await db.as('admin')
      expect((await db.refused(record, [ORDER, null, 'cash', null, 1])).detail).toContain('ORDER_CANCELLED')
      await db.run('select public.settle_refund($1, $2, null, $3)', [refund?.['id'], 'cash', refund?.['version']])
      expect(await state(db)).toBe('refunded')
    })
  })

  test('of two people the second one learns that the order has changed', async () => {
    await shop.scratch(async (db) => {
      await deliver(db)
      const [{ version } = {}] = await db.rows('select version from public.orders where id = $1', [ORDER])
      await db.run(record, [ORDER, version, 'cash', null, 100])
      expect((await db.refused(record, [ORDER, version, 'cash', null, null])).detail).toContain('ORDER_CHANGED')
      expect((await db.refused(record, [ORDER, null, 'upi', null, null])).detail).toContain('INVALID_REFERENCE')
      expect((await db.refused(record, [ORDER, null, 'razorpay', null, null])).detail).toContain('INVALID_METHOD')
    })
  })

  test('what the shop brought itself is delivered and paid in one step', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      await db.run(`update public.orders set status = 'processing' where id = '${ORDER}'`)
      expect((await db.refused('select public.deliver_paid($1, null, $2)', [ORDER, 'cash'])).detail).toContain('STEP_NOT_ALLOWED')
      await db.run(`update public.orders set status = 'shipped' where id = '${ORDER}'`)
      await db.run('select public.deliver_paid($1, null, $2)', [ORDER, 'cash'])
      expect(await db.rows('select status, payment_state from public.orders where id = $1', [ORDER])).toEqual([{ status: 'delivered', payment_state: 'paid' }])
    })
  })
})

describe('who', () => {
  test('sees and records money: staff who manage payments, and nobody else', async () => {
    const may: Partial<Record<Person, boolean>> = { admin: true, superAdmin: true, accounts: true }
    for (const person of ['visitor', 'customer', 'admin', 'superAdmin', 'catalogue', 'orders', 'accounts', 'orderService'] as const)
      await shop.scratch(async (db) => {
        await deliver(db)
        await db.as(person)
        for (const sql of ['select public.money_to_collect()', "select public.receivables('{}')", `select public.record_payment('${ORDER}', null, 'cash')`]) {
          if (may[person]) await db.run(sql)
          else expect(await db.refused(sql), `${person} ${sql}`).toMatchObject({ code: '42501' })
        }
      })
  })

  test('delivers with the cash: only who may do both', async () => {
    for (const person of ['admin', 'superAdmin', 'orders', 'accounts', 'customer'] as const)
      await shop.scratch(async (db) => {
        await db.as('admin')
        await db.run(`update public.orders set status = 'processing' where id = '${ORDER}'`)
        await db.run(`update public.orders set status = 'shipped' where id = '${ORDER}'`)
        await db.as(person)
        const sql = `select public.deliver_paid('${ORDER}', null, 'cash')`
        if (person === 'admin' || person === 'superAdmin') await db.run(sql)
        else expect(await db.refused(sql), person).toMatchObject({ code: '42501' })
      })
  })
})

test('an order that costs nothing is paid with its delivery', async () => {
  await shop.scratch(async (db) => {
    await db.as('owner')
    await db.run('update public.payments set amount = 0 where order_id = $1', [ORDER])
    await deliver(db)
    expect(await db.rows('select payment_state from public.orders where id = $1', [ORDER])).toEqual([{ payment_state: 'paid' }])
    expect(await list(db)).toEqual([])
  })
})
