/** Store credit: what a return gives, what staff give and take, who reads it, and that it is never below zero (docs/rules.md#store-credit). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hireStaff } from './scenario.ts'
import { ORDER, PEOPLE, PRODUCT, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await hireStaff(shop.owner)
})
afterAll(() => shop.close())

const one = async (db: Scratch, sql: string, values: unknown[] = []) => (await db.rows(sql, values))[0] ?? {}
const code = (refusal: { detail: string }) => (JSON.parse(refusal.detail || '{}') as { code?: string }).code
const GIVE = 'select public.change_store_credit($1, $2, $3) as balance'
const NOW = '(select r.version from public.returns r where r.id = $1)'
const BALANCE = `select balance from public.store_credit_balances where user_id = '${PEOPLE.customer}'`
const LEDGER = `select amount, kind, reason from public.store_credit_entries where user_id = '${PEOPLE.customer}' order by created_at, amount desc`

/** A delivered and paid order, of which one piece came back. */
async function received(db: Scratch): Promise<string> {
  await db.as('admin')
  for (const step of ["'processing'", "'shipped', courier = 'DTDC', tracking_number = 'D1'", "'delivered'"])
    await db.run(`update public.orders set status = ${step} where id = '${ORDER}'`)
  await db.as('owner')
  await db.run(`update public.payments set state = 'paid' where order_id = '${ORDER}' and state <> 'paid'`)
  const { id: item } = await one(db, `select id from public.order_items where order_id = '${ORDER}'`)
  await db.as('customer')
  const { id } = await one(db, "select public.ask_return($1, $2, 'damaged', null, 'credit') as id", [ORDER, JSON.stringify([{ item, quantity: 1 }])])
  await db.as('admin')
  await db.run(`select public.approve_return($1, ${NOW})`, [id])
  await db.run(`select public.receive_return($1, ${NOW}, $2)`, [id, JSON.stringify([{ item, restocked: 1, damaged: 0, lost: 0 }])])
  return String(id)
}
const CLOSE = `select public.close_return($1, ${NOW}, null, false, 0, null, $2)`

test('a return that is settled as store credit has the same credit note, no refund that is due, and the customer the credit', async () => {
  await shop.scratch(async (db) => {
    const id = await received(db)
    await db.run(CLOSE, [id, 'credit'])
    expect(await db.rows('select wish, settled_as, credited from public.returns')).toEqual([{ wish: 'credit', settled_as: 'credit', credited: '118.00' }])
    expect(await db.rows('select state, method, amount, source from public.refunds')).toEqual([
      { state: 'paid', method: 'credit', amount: '118.00', source: 'return' },
    ])
    await db.as('customer')
    expect(await db.rows(BALANCE)).toEqual([{ balance: '118.00' }])
    expect(await db.rows(LEDGER)).toEqual([{ amount: '118.00', kind: 'refund', reason: 'Return 1' }])
    expect(await db.rows("select message from public.notifications where title = 'Store credit'")).toMatchObject([
      { message: expect.stringContaining('₹118.00') as string },
    ])
    await db.as('owner')
    expect(await db.rows(`select content #>> '{order,total_amount}' as total from public.documents where kind = 'credit_note'`)).toEqual([{ total: '118.00' }])
    expect(await one(db, `select received, refunded, refund_due from private.money_of('${ORDER}')`)).toMatchObject({ refunded: '118.00', refund_due: '0' })
  })
})

test('an exchange has a new order, so it is not settled here; and a buyer without an account only gets a refund', async () => {
  await shop.scratch(async (db) => {
    const id = await received(db)
    expect(code(await db.refused(CLOSE, [id, 'exchange']))).toBe('INVALID')
    await db.as('owner')
    await db.run(`update public.orders set user_id = null where id = '${ORDER}'`)
    await db.as('admin')
    expect(code(await db.refused(CLOSE, [id, 'credit']))).toBe('NO_ACCOUNT')
    await db.run(CLOSE, [id, 'refund'])
    expect(await db.rows('select state from public.refunds')).toEqual([{ state: 'due' }])
  })
})

test('a customer asks for an exchange with a product of the same family, or the same product, and no other', async () => {
  await shop.scratch(async (db) => {
    await db.as('owner')
    await db.run("insert into public.product_families (id, name, options) values ('00000000-0000-4000-8000-00000000000f', 'Cream', '{Size}')")
    await received(db)
    const { id: item } = await one(db, `select id from public.order_items where order_id = '${ORDER}'`)
    await db.as('customer')
    expect(await db.rows('select product, in_stock from public.exchange_choices($1)', [ORDER])).toEqual([{ product: PRODUCT.cream, in_stock: true }])
    const ask = (product: string | null) => [ORDER, JSON.stringify([{ item, quantity: 1, exchange_for: product }])]
    const EXCHANGE = "select public.ask_return($1, $2, 'other', null, 'exchange') as id"
    expect(code(await db.refused(EXCHANGE, ask(PRODUCT.soap)))).toBe('INVALID')
    expect(code(await db.refused(EXCHANGE, ask(null)))).toBe('INVALID')
    const { id } = await one(db, EXCHANGE, ask(PRODUCT.cream))
    expect(await db.rows('select exchange_for from public.return_lines where return_id = $1', [id])).toEqual([{ exchange_for: PRODUCT.cream }])
    await db.as('other')
    expect(await db.rows('select product from public.exchange_choices($1)', [ORDER])).toEqual([])
  })
})

describe('staff give and take store credit', () => {
  test('with a reason, never below zero, and the customer is notified', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      expect(await db.rows(GIVE, [PEOPLE.customer, 50.5, 'The parcel was late'])).toEqual([{ balance: '50.50' }])
      for (const [amount, reason, expected] of [
        [0, 'x', 'INVALID_AMOUNT'],
        [0.001, 'x', 'INVALID_AMOUNT'],
        [1_000_000.01, 'x', 'INVALID_AMOUNT'],
        [1, ' ', 'REASON_REQUIRED'],
        [-50.51, 'Paid out', 'CREDIT_TOO_SMALL'],
      ] as const)
        expect(code(await db.refused(GIVE, [PEOPLE.customer, amount, reason]))).toBe(expected)
      expect(code(await db.refused(GIVE, ['00000000-0000-4000-8000-0000000000aa', 1, 'x']))).toBe('GONE')
      expect(await db.rows(GIVE, [PEOPLE.customer, -50.5, 'Paid out'])).toEqual([{ balance: '0.00' }])
      await db.as('customer')
      expect(await db.rows(LEDGER)).toMatchObject([{ amount: '50.50', reason: 'The parcel was late' }, { amount: '-50.50' }])
      expect(await db.rows("select message from public.notifications where title = 'Store credit' order by message")).toHaveLength(2)
    })
  })

  test('only with the permission for payments, for each role', async () => {
    await shop.scratch(async (db) => {
      for (const person of ['admin', 'superAdmin', 'accounts'] as const) {
        await db.as(person)
        await db.run(GIVE, [PEOPLE.customer, 1, 'Given'])
        expect(await db.rows(LEDGER)).not.toEqual([])
      }
      for (const person of ['catalogue', 'orders', 'customer', 'other'] as const) {
        await db.as(person)
        expect(await db.refused(GIVE, [PEOPLE.customer, 1, 'Given'])).toMatchObject({ code: '42501' })
        if (person !== 'customer') expect([await db.rows(LEDGER), await db.rows(BALANCE)]).toEqual([[], []])
      }
      await db.as('visitor')
      expect(await db.refused(BALANCE)).toMatchObject({ code: '42501' })
    })
  })
})

test('an account with store credit is not deleted; without it the books stay and no longer say who or why', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await db.run(GIVE, [PEOPLE.other, 10, 'For Meena, who was ill'])
    await db.as('owner')
    await db.run(`update public.orders set status = 'cancelled', cancel_reason = 'x' where user_id = '${PEOPLE.other}' and status <> 'delivered'`)
    await db.run(
      `update public.payments p set state = 'refunded' from public.orders o where o.id = p.order_id and o.user_id = '${PEOPLE.other}' and p.state = 'refund_due'`,
    )
    expect(await db.rows('select refusal from private.delete_account($1)', [PEOPLE.other])).toEqual([{ refusal: 'STORE_CREDIT' }])
    await db.as('admin')
    await db.run(GIVE, [PEOPLE.other, -10, 'Paid out by UPI'])
    await db.as('owner')
    expect(await db.rows('select refusal from private.delete_account($1)', [PEOPLE.other])).toEqual([{ refusal: null }])
    expect(await db.rows('select user_id, amount, reason from public.store_credit_entries order by amount')).toEqual([
      { user_id: null, amount: '-10.00', reason: 'Erased' },
      { user_id: null, amount: '10.00', reason: 'Erased' },
    ])
  })
})

test('a change that is sent again, or by two people at once, is made once', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const give = `select public.change_store_credit('${PEOPLE.customer}', 50, 'Late parcel', $1) as balance`
    expect(await db.rows(give, [0])).toEqual([{ balance: '50.00' }])
    const again = await db.refused(give, [0])
    expect(code(again)).toBe('STALE')
    expect(await db.rows(give, [50])).toEqual([{ balance: '100.00' }])
  })
})
