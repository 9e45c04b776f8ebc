/** Settling a return as an exchange: same price, more expensive, cheaper, in the next year, refused, at once, and by whom (docs/rules.md#exchanges). */
import { beforeEach, describe, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { address, admin, call, everything, make, meena, openManualOrders, owner, rows, shop, stockOf, telephone, UTR } from '../testing/manual-orders.ts'
import type { Person } from '../testing/shop.ts'
import { exchangeReturn, quoteExchange } from './exchange-return.ts'

openManualOrders(() => createDatabase('shop'))

const as = (person: Person, text: string, values: unknown[] = []) => shop.context(person).asUser((query) => query<Record<string, unknown>>(text, values))
const NOW = '(select r.version from public.returns r where r.id = $1)'

type Came = { order: string; id: string; item: string; ruby: string; coral: string; version: number }
let came: Came

/** A paid and delivered order of two Ruby at 118 rupees, of which one came back, and Coral, another shade, at `coral` rupees. */
async function received(coral: number): Promise<Came> {
  const ruby = await shop.product({ name: 'Lipstick Ruby', price: 118 })
  const other = await shop.product({ name: 'Lipstick Coral', price: coral, stock: 3 })
  const { body } = await make(
    telephone([{ product_id: ruby, quantity: 2 }], { delivery: 'free', payment: { method: 'upi', received: true, reference: UTR() }, accept: true }),
  )
  const order = body.order?.id ?? ''
  await as(admin, "update public.orders set status = 'shipped', courier = 'DTDC', tracking_number = 'D1' where id = $1", [order])
  await as(admin, "update public.orders set status = 'delivered' where id = $1", [order])
  const [item] = await rows<{ id: string }>('select id from public.order_items where order_id = $1', order)
  const lines = (columns: object) => JSON.stringify([{ item: item?.id, ...columns }])
  const [made] = await as(admin, "select public.book_return($1, $2, 'other', null, 'exchange') as id", [order, lines({ quantity: 1, exchange_for: ruby })])
  const id = String(made?.['id'])
  await as(admin, `select public.receive_return($1, ${NOW}, $2)`, [id, lines({ restocked: 1, damaged: 0, lost: 0 })])
  const [{ version } = { version: 0 }] = await rows<{ version: number }>('select version from public.returns where id = $1', id)
  return { order, id, item: item?.id ?? '', ruby, coral: other, version }
}
const asked = (changes: Record<string, unknown> = {}) => ({
  return_id: came.id,
  version: came.version,
  lines: [{ item: came.item, credited: 1 }],
  goods: [{ product_id: came.coral, quantity: 1 }],
  payment_method: 'upi',
  rest: 'refund',
  ...changes,
})
type Amounts = { order_id: string; total_amount: number; credit: number; to_pay: number }
/** Like the screen: first what it comes to, then the exchange with these amounts. */
async function exchange(changes: Record<string, unknown> = {}, person: Person = admin) {
  const quoted = await call(quoteExchange, person, asked(changes))
  const { total_amount: expected_total, credit: expected_credit } = quoted.body as unknown as Amounts
  if (quoted.status !== 200) return quoted
  return call(exchangeReturn, person, { ...asked(changes), expected_total, expected_credit })
}
const madeOf = (answer: { body: unknown }) => answer.body as Amounts
const paymentsOf = (id: string) => rows('select method, state, amount from public.payments where order_id = $1 order by method', id)
const stateOf = async (id: string) =>
  (
    await rows(
      'select user_id, status, payment_method, payment_state, total_amount, store_credit, channel, made_by, full_name, pincode from public.orders where id = $1',
      id,
    )
  )[0]
const refundsOf = () => rows('select amount, state, method from public.refunds where order_id = $1 order by amount, state', came.order)
const balance = async () =>
  Number((await rows<{ sum: string }>('select coalesce(sum(amount), 0) as sum from public.store_credit_entries where user_id = $1', meena.id))[0]?.sum)

describe('an exchange', () => {
  beforeEach(async () => void (came = await received(118)))

  test('at the same price: credit note, new paid order of the same buyer, stock of both, and nothing to pay', async () => {
    const before = await balance()
    const answer = await exchange()
    expect(answer).toMatchObject({ status: 200, body: { total_amount: 118, credit: 118, to_pay: 0 } })
    const { order_id: id } = madeOf(answer)
    expect(await stateOf(id)).toMatchObject({
      user_id: meena.id,
      status: 'pending',
      payment_method: 'credit',
      payment_state: 'paid',
      total_amount: '118.00',
      store_credit: '118.00',
      channel: 'other',
      made_by: admin.id,
      full_name: address.full_name,
      pincode: address.pincode,
    })
    expect(await paymentsOf(id)).toEqual([{ method: 'credit', state: 'paid', amount: '118.00' }])
    expect(await rows('select state, settled_as, exchange_order, credited from public.returns where id = $1', came.id)).toEqual([
      { state: 'closed', settled_as: 'exchange', exchange_order: id, credited: '118.00' },
    ])
    expect(
      await rows("select content #>> '{order,total_amount}' as total from public.documents where order_id = $1 and kind = 'credit_note'", came.order),
    ).toEqual([{ total: '118.00' }])
    expect(await refundsOf()).toEqual([{ amount: '118.00', state: 'paid', method: 'credit' }])
    expect([await stockOf(came.ruby), await stockOf(came.coral), await balance()]).toEqual([99, 2, before])
    expect(await rows('select title from public.notifications where order_id = $1', id)).toEqual([{ title: 'Order placed' }])
    expect(await rows("select message from public.notifications where order_id = $1 and title = 'Return settled'", came.order)).toMatchObject([
      { message: expect.stringContaining(`#${id.slice(0, 8)}`) as string },
    ])
  })

  test('for the same product, a damaged piece, at the price that was paid', async () => {
    await rows('update public.products set price = 200 where id = $1', came.ruby)
    const answer = await exchange({ goods: [{ product_id: came.ruby, quantity: 1, unit_price: 118, reason: 'Exchange of a damaged piece' }] })
    expect(answer).toMatchObject({ status: 200, body: { total_amount: 118, to_pay: 0 } })
    expect(await rows('select kind, listed, given from public.order_overrides where order_id = $1 and kind = $2', madeOf(answer).order_id, 'price')).toEqual([
      { kind: 'price', listed: '200.00', given: '118.00' },
    ])
  })

  test('for something cheaper: the store credit of the order pays first, and what was paid with money goes back', async () => {
    // of 118 rupees, 50 were paid with store credit
    await rows("update public.payments set amount = amount - 50 where order_id = $1 and state = 'paid'", came.order)
    await rows("insert into public.payments (order_id, method, state, amount) values ($1, 'credit', 'paid', 50)", came.order)
    await rows('update public.products set price = 70 where id = $1', came.coral)
    const before = await balance()
    expect(await exchange()).toMatchObject({ status: 200, body: { total_amount: 70, credit: 70, to_pay: 0 } })
    expect(await refundsOf()).toEqual([
      { amount: '20.00', state: 'paid', method: 'credit' },
      { amount: '48.00', state: 'due', method: null },
      { amount: '50.00', state: 'paid', method: 'credit' },
    ])
    expect(await balance()).toBe(before)
  })

  test('is refused whole when the wanted piece is gone, the amounts have changed or someone was first', async () => {
    const expected = { ...asked(), expected_total: 118, expected_credit: 118 }
    const before = await everything()
    await rows('update public.products set stock = 0 where id = $1', came.coral)
    expect(await call(exchangeReturn, admin, expected)).toMatchObject({
      status: 409,
      body: { code: 'OUT_OF_STOCK', lines: [{ name: 'Lipstick Coral', new: 0 }] },
    })
    await rows('update public.products set stock = 3, price = 119 where id = $1', came.coral)
    expect(await call(exchangeReturn, admin, expected)).toMatchObject({ status: 409, body: { code: 'QUOTE_CHANGED' } })
    await rows('update public.products set price = 118 where id = $1', came.coral)
    expect(await call(exchangeReturn, admin, { ...expected, expected_credit: 117 })).toMatchObject({ status: 409, body: { code: 'QUOTE_CHANGED' } })
    expect(await call(exchangeReturn, admin, { ...expected, version: 1 })).toMatchObject({ status: 409, body: { code: 'STALE' } })
    expect(await call(exchangeReturn, admin, { ...expected, return_id: crypto.randomUUID() })).toMatchObject({ status: 404, body: { code: 'GONE' } })
    expect(await call(exchangeReturn, admin, { ...expected, lines: [{ item: came.item, credited: 2 }] })).toMatchObject({
      status: 400,
      body: { code: 'INVALID' },
    })
    expect(await call(exchangeReturn, admin, { ...expected, goods: [] })).toMatchObject({ status: 409, body: { code: 'EMPTY_CART' } })
    expect(await call(exchangeReturn, admin, { ...expected, deduction: 1 })).toMatchObject({ status: 400, body: { code: 'REASON_REQUIRED' } })
    // the stock was counted by hand above
    const but = { log: 0, stock: 0, movements: 0 }
    expect({ ...(await everything()), ...but }).toEqual({ ...before, ...but })
    expect(await rows('select state, exchange_order from public.returns where id = $1', came.id)).toEqual([{ state: 'received', exchange_order: null }])
  })

  test('by two people at once happens once', async () => {
    const body = { ...asked(), expected_total: 118, expected_credit: 118 }
    const answers = await Promise.all([call(exchangeReturn, admin, body), call(exchangeReturn, owner, body), call(exchangeReturn, admin, body)])
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409])
    expect(answers.filter(({ status }) => status === 409).every(({ body: { code } }) => code === 'STALE')).toBe(true)
    expect(await refundsOf()).toHaveLength(1)
    expect(await stockOf(came.coral)).toBe(2)
  })

  test('whose transaction breaks before its end has not happened', async () => {
    const before = await everything()
    const context = shop.context(admin)
    const broken = call(
      exchangeReturn,
      admin,
      { ...asked(), expected_total: 118, expected_credit: 118 },
      {
        asOrderService: (work) =>
          context.asOrderService(async (query) => {
            await work(query)
            throw new Error('The server was killed')
          }),
      },
    )
    await expect(broken).rejects.toThrow('The server was killed')
    expect(await everything()).toEqual(before)
  })

  test('needs both permissions, of processing and of entering orders', async () => {
    for (const [role, status] of [
      ['orders', 200],
      ['accounts', 403],
      ['catalogue', 403],
      [null, 403],
    ] as const) {
      const person = await shop.person()
      if (role !== null) await rows('insert into public.user_roles (user_id, role) values ($1, $2)', person.id, role)
      expect((await call(quoteExchange, person, asked())).status).toBe(status)
    }
    expect((await call(quoteExchange, null, asked())).status).toBe(401)
    await rows('update public.orders set user_id = null where id = $1', came.order)
    expect(await call(quoteExchange, admin, asked())).toMatchObject({ status: 409, body: { code: 'NO_ACCOUNT' } })
  })

  test('that is cancelled gives its credit to the customer, who can spend it', async () => {
    const before = await balance()
    const { order_id: id } = madeOf(await exchange())
    await as(admin, "update public.orders set status = 'cancelled', cancel_reason = 'Not wanted any more' where id = $1", [id])
    expect([await balance(), (await stateOf(id))?.['payment_state'], await stockOf(came.coral)]).toEqual([before + 118, 'refunded', 3])
  })

  test('after 31 March has its credit note in the new year, and the new order its invoice', async () => {
    await rows("update public.documents set issued_at = '2026-03-30 12:00+05:30' where order_id = $1", came.order)
    const { order_id: id } = madeOf(await exchange())
    await as(admin, "update public.orders set status = 'processing' where id = $1", [id])
    const issued = await rows<{ kind: string; serial: string }>(
      "select kind, serial from public.documents where order_id in ($1, $2) and issued_at > '2026-04-01' order by kind",
      came.order,
      id,
    )
    expect(issued.map(({ kind }) => kind)).toEqual(['credit_note', 'invoice'])
    expect(await rows("select content #>> '{order,total_amount}' as total from public.documents where order_id = $1 and kind = 'invoice'", id)).toEqual([
      { total: '118.00' },
    ])
  })
})

describe('an exchange for other goods', () => {
  test('that are more expensive awaits the difference', async () => {
    came = await received(177)
    const answer = await exchange()
    expect(answer).toMatchObject({ status: 200, body: { total_amount: 177, credit: 118, to_pay: 59 } })
    const { order_id: id } = madeOf(answer)
    expect(await stateOf(id)).toMatchObject({ payment_method: 'upi', payment_state: 'awaiting_payment', store_credit: '118.00', total_amount: '177.00' })
    expect(await paymentsOf(id)).toEqual([
      { method: 'credit', state: 'paid', amount: '118.00' },
      { method: 'upi', state: 'awaiting_payment', amount: '59.00' },
    ])
  })

  test('that are cheaper refunds the rest as the order was paid, or leaves it as store credit', async () => {
    const before = await balance()
    came = await received(59)
    expect(await exchange()).toMatchObject({ status: 200, body: { total_amount: 59, credit: 59, to_pay: 0 } })
    expect(await refundsOf()).toEqual([
      { amount: '59.00', state: 'due', method: null },
      { amount: '59.00', state: 'paid', method: 'credit' },
    ])
    expect(await balance()).toBe(before)
    came = await received(59)
    expect(await exchange({ rest: 'credit' })).toMatchObject({ status: 200, body: { total_amount: 59, credit: 59, to_pay: 0 } })
    expect(await refundsOf()).toEqual([{ amount: '118.00', state: 'paid', method: 'credit' }])
    expect(await balance()).toBe(before + 59)
  })

  test('with something kept back and an existing balance, spends only what the return gives', async () => {
    await as(owner, 'select public.change_store_credit($1, 500, $2)', [meena.id, 'Given'])
    const before = await balance()
    came = await received(118)
    const answer = await exchange({ deduction: 18, deduction_reason: 'No box', payment_method: 'cod' })
    expect(answer).toMatchObject({ status: 200, body: { credit: 100, to_pay: 18 } })
    expect(await paymentsOf(madeOf(answer).order_id)).toMatchObject([
      { method: 'cod', state: 'cod_pending', amount: '18.00' },
      { method: 'credit', amount: '100.00' },
    ])
    expect(await balance()).toBe(before)
  })
})
