/** Paying with store credit: in part and whole, what comes back, and a book of its own over random orders (docs/rules.md#store-credit). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { orderingIn, resetSettings } from '../testing/ordering.ts'
import { openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'

let shop: TestShop
let staff: Person
beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
  staff = await shop.person()
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'owner')", [staff.id])
})
afterAll(() => shop.close())
beforeEach(async () => {
  await resetSettings(shop)
  await shop.sql("update public.settings set upi_vpa = 'shop@bank'")
})

const { order } = orderingIn(() => shop)
const asStaff = (text: string, values: unknown[] = []) => shop.context(staff).asUser((query) => query(text, values))
const give = (person: Person, rupees: number) => asStaff('select public.change_store_credit($1, $2, $3)', [person.id, rupees, 'Given'])
const balanceOf = async (person: Person) =>
  Number((await shop.sql<{ balance: string }>('select balance from public.store_credit_balances where user_id = $1', [person.id]))[0]?.balance ?? 0)
const entriesOf = (person: Person) => shop.sql('select amount, kind from public.store_credit_entries where user_id = $1 order by created_at, id', [person.id])
const paymentsOf = (id: string) => shop.sql('select method, state, amount from public.payments where order_id = $1 order by method', [id])
const stateOf = async (id: string) =>
  (await shop.sql('select status, payment_method, payment_state, store_credit, total_amount from public.orders where id = $1', [id]))[0]
const cancel = (person: Person, id: string) =>
  shop.context(person).asUser((query) => query("update public.orders set status = 'cancelled', cancelled_by = $1 where id = $2", [person.id, id]))

/** A customer with a cart of 400 rupees (300 and the delivery) and store credit. */
async function buyerWith(rupees: number): Promise<Person> {
  const buyer = await shop.person()
  await give(buyer, rupees)
  await shop.fillCart(buyer, { [await shop.product({ price: 300 })]: 1 })
  return buyer
}

describe('an order paid in part with store credit', () => {
  test('has a payment of each, awaits the rest, and leaves total and tax as they are', async () => {
    const buyer = await buyerWith(150)
    const { status, body } = await order(buyer, { payment_method: 'cod', store_credit: 150, expected_total: 400 })
    expect([status, body.payment]).toEqual([200, { method: 'cod', state: 'cod_pending' }])
    expect(await stateOf(body.order.id)).toMatchObject({ payment_method: 'cod', payment_state: 'cod_pending', store_credit: '150.00', total_amount: '400.00' })
    expect(await paymentsOf(body.order.id)).toEqual([
      { method: 'cod', state: 'cod_pending', amount: '250.00' },
      { method: 'credit', state: 'paid', amount: '150.00' },
    ])
    expect([await balanceOf(buyer), await entriesOf(buyer)]).toEqual([
      0,
      [
        { amount: '150.00', kind: 'staff' },
        { amount: '-150.00', kind: 'order' },
      ],
    ])
    const money = await shop.sql('select received, to_collect, refundable from private.money_of($1)', [body.order.id])
    expect(money).toEqual([{ received: '150.00', to_collect: '250.00', refundable: '150.00' }])
  })

  test('by UPI asks for the rest', async () => {
    const buyer = await buyerWith(150)
    const { body } = await order(buyer, { payment_method: 'upi', store_credit: 150 })
    expect(body.payment.upi_uri).toContain('am=250.00')
  })

  test('gives it back when it is cancelled, at once, and the account can spend it again', async () => {
    const buyer = await buyerWith(150)
    const { body } = await order(buyer, { payment_method: 'upi', store_credit: 150 })
    await cancel(buyer, body.order.id)
    expect(await stateOf(body.order.id)).toMatchObject({ status: 'cancelled', payment_state: 'awaiting_payment' })
    expect(await paymentsOf(body.order.id)).toMatchObject([
      { method: 'credit', state: 'refunded' },
      { method: 'upi', state: 'awaiting_payment' },
    ])
    expect([await balanceOf(buyer), await shop.sql('select state, method, source from public.refunds where order_id = $1', [body.order.id])]).toEqual([
      150,
      [{ state: 'paid', method: 'credit', source: 'cancellation' }],
    ])
    // money that arrives now is due back: the credit may be spent by then
    await asStaff("update public.payments set state = 'paid' where order_id = $1 and method = 'upi'", [body.order.id])
    expect(await stateOf(body.order.id)).toMatchObject({ status: 'cancelled', payment_state: 'refund_due' })
    expect(await shop.sql("select amount from public.refunds where order_id = $1 and state = 'due'", [body.order.id])).toEqual([{ amount: '250.00' }])
    await shop.fillCart(buyer, { [await shop.product({ price: 300 })]: 1 })
    expect((await order(buyer, { payment_method: 'cod', store_credit: 150 })).status).toBe(200)
  })

  test('refunds the money first and the credit after it', async () => {
    const buyer = await buyerWith(150)
    const { body } = await order(buyer, { payment_method: 'upi', store_credit: 150 })
    await asStaff("update public.payments set state = 'paid' where order_id = $1 and method = 'upi'", [body.order.id])
    const refund = async (rupees: number) =>
      asStaff('select public.start_refund($1, $2, $3, (select version from public.orders where id = $1))', [body.order.id, rupees, 'Dented'])
    await refund(200)
    expect(await balanceOf(buyer)).toBe(0)
    await refund(100)
    expect(await shop.sql('select amount, state from public.refunds where order_id = $1 order by amount', [body.order.id])).toEqual([
      { amount: '50.00', state: 'due' },
      { amount: '50.00', state: 'paid' },
      { amount: '200.00', state: 'due' },
    ])
    expect(await balanceOf(buyer)).toBe(50)
  })
})

test('credit pays two orders one after the other, the second one whole; cancelled, that one gives all of it back', async () => {
  const buyer = await buyerWith(1000)
  const first = await order(buyer, { payment_method: 'credit', store_credit: 400, expected_total: 400 })
  expect([first.status, first.body.payment]).toEqual([200, { method: 'credit', state: 'paid' }])
  expect(await stateOf(first.body.order.id)).toMatchObject({ status: 'pending', payment_method: 'credit', payment_state: 'paid', store_credit: '400.00' })
  expect(await paymentsOf(first.body.order.id)).toEqual([{ method: 'credit', state: 'paid', amount: '400.00' }])
  await shop.fillCart(buyer, { [await shop.product({ price: 1300, stock: 5 })]: 1 })
  const second = await order(buyer, { payment_method: 'cod', store_credit: 600, expected_total: 1400 })
  expect(await paymentsOf(second.body.order.id)).toMatchObject([
    { method: 'cod', amount: '800.00' },
    { method: 'credit', amount: '600.00' },
  ])
  expect(await balanceOf(buyer)).toBe(0)
  await cancel(buyer, first.body.order.id)
  expect(await stateOf(first.body.order.id)).toMatchObject({ status: 'cancelled', payment_state: 'refunded' })
  expect(await balanceOf(buyer)).toBe(400)
})

test('an order that spends another amount than there is and is needed is refused, and nothing happens', async () => {
  const buyer = await buyerWith(150)
  for (const body of [
    { payment_method: 'cod', store_credit: 151 },
    { payment_method: 'cod', store_credit: 149.99 },
    { payment_method: 'credit', store_credit: 150 },
    { payment_method: 'credit' },
  ]) {
    expect(await order(buyer, body)).toMatchObject({ status: 409, body: { code: 'CREDIT_CHANGED' } })
  }
  await give(buyer, 1000)
  expect(await order(buyer, { payment_method: 'cod', store_credit: 400 })).toMatchObject({ status: 409, body: { code: 'CREDIT_CHANGED' } })
  expect(await order(buyer, { payment_method: 'credit', store_credit: 1150 })).toMatchObject({ status: 409, body: { code: 'CREDIT_CHANGED' } })
  expect(await order(buyer, { payment_method: 'cod', store_credit: -1 })).toMatchObject({ status: 400 })
  expect(await shop.sql('select id from public.orders where user_id = $1', [buyer.id])).toEqual([])
  expect(await balanceOf(buyer)).toBe(1150)
})

test('of two orders at once only one spends the balance', async () => {
  const buyer = await buyerWith(150)
  const sent = () => order(buyer, { payment_method: 'cod', store_credit: 150 })
  const statuses = (await Promise.all([sent(), sent(), sent()])).map(({ status }) => status).sort((a, b) => a - b)
  expect(statuses[0]).toBe(200)
  expect(await balanceOf(buyer)).toBe(0)
  expect(await shop.sql("select count(*)::integer as n from public.store_credit_entries where user_id = $1 and kind = 'order'", [buyer.id])).toEqual([{ n: 1 }])
})

test('random orders, cancellations, refunds and gifts: ledger, payments and refunds agree to the paisa', async () => {
  const buyer = await shop.person()
  let state = 7
  const upTo = (most: number) => (state = (state * 48_271) % 2_147_483_647) % (most + 1)
  let book = 0
  let unpaid: { id: string; credit: number; money: number; paid: boolean }[] = []
  for (let step = 0; step < 30; step++) {
    const kind = upTo(3)
    if (kind === 0) {
      const paise = 1 + upTo(50_000)
      await give(buyer, paise / 100)
      book += paise
    } else if (kind === 1 && unpaid.length < 5) {
      const price = 500 + upTo(90_000)
      await shop.sql('delete from public.cart_items where user_id = $1', [buyer.id])
      await shop.fillCart(buyer, { [await shop.product({ price: price / 100 })]: 1 })
      const total = price + 10_000
      const credit = Math.min(book, total)
      const { status, body } = await order(buyer, {
        payment_method: credit === total ? 'credit' : 'upi',
        ...(credit > 0 ? { store_credit: credit / 100 } : {}),
      })
      expect([status, body]).toMatchObject([200, { order: { total_amount: total / 100 } }])
      book -= credit
      const paid = credit < total && upTo(1) === 1
      if (paid) await asStaff("update public.payments set state = 'paid' where order_id = $1 and method = 'upi'", [body.order.id])
      unpaid.push({ id: body.order.id, credit, money: total - credit, paid: paid || credit === total })
    } else if (kind === 2 && unpaid.length > 0) {
      const one = unpaid[upTo(unpaid.length - 1)]
      if (!one) continue
      await cancel(buyer, one.id)
      book += one.credit
      unpaid = unpaid.filter(({ id }) => id !== one.id)
    } else {
      const one = unpaid.find(({ paid, credit }) => paid && credit > 0)
      if (!one) continue
      const paise = 1 + upTo(one.credit + (one.money > 0 ? one.money : 0) - 1)
      await asStaff('select public.start_refund($1, $2, $3, (select version from public.orders where id = $1))', [one.id, paise / 100, 'Goodwill'])
      const ofMoney = Math.min(paise, one.money)
      one.money -= ofMoney
      one.credit -= paise - ofMoney
      book += paise - ofMoney
      if (one.credit + one.money === 0) unpaid = unpaid.filter(({ id }) => id !== one.id)
    }
    expect(Math.round((await balanceOf(buyer)) * 100)).toBe(book)
    const [sums] = await shop.sql<Record<string, string>>(
      `select (select coalesce(sum(amount), 0) from public.store_credit_entries where user_id = $1) as ledger,
         (select coalesce(sum(p.amount), 0) from public.payments p join public.orders o on o.id = p.order_id where o.user_id = $1 and p.method = 'credit') as spent,
         (select -coalesce(sum(amount), 0) from public.store_credit_entries where user_id = $1 and kind = 'order') as ledger_spent,
         (select coalesce(sum(r.amount), 0) from public.refunds r join public.orders o on o.id = r.order_id where o.user_id = $1 and r.method = 'credit' and r.state = 'paid') as back,
         (select coalesce(sum(amount), 0) from public.store_credit_entries where user_id = $1 and kind = 'refund') as ledger_back`,
      [buyer.id],
    )
    expect([sums?.['ledger_spent'], sums?.['ledger_back'], Math.round(Number(sums?.['ledger']) * 100)]).toEqual([sums?.['spent'], sums?.['back'], book])
  }
  expect(
    await shop.sql(
      `select o.id from public.orders o where o.user_id = $1 and o.total_amount <> (select sum(p.amount) from public.payments p where p.order_id = o.id)`,
      [buyer.id],
    ),
  ).toEqual([])
})
