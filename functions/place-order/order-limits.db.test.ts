/** Limits on the orders of one account: each refuses with its own code, writes nothing, and does not apply to manual orders. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { createManualOrder } from '../manual-order/create-manual-order.ts'
import { openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'
import { placeOrder } from './place-order.ts'

const shipping = {
  full_name: 'Meera Nair',
  address: '48, Princess Street',
  city: 'Mumbai',
  state: 'Maharashtra',
  pincode: '400002',
  email: 'stranger@elsewhere.example',
  phone: '9845011234',
}

let shop: TestShop
let person: Person
let product: string
beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
  await shop.sql("update public.settings set cod_enabled = true, upi_vpa = 'shringar@okbank'")
})
beforeEach(async () => {
  ;[person, product] = await Promise.all([shop.person(), shop.product({ price: 1000, stock: 1000 })])
})
afterAll(() => shop.close())

async function order(by: Person, quantity = 1, payment_method = 'cod', key: string = crypto.randomUUID()) {
  await shop.sql('delete from public.cart_items where user_id = $1', [by.id])
  await shop.fillCart(by, { [product]: quantity })
  const body = JSON.stringify({ idempotency_key: key, shipping, payment_method })
  const answer = await placeOrder(new Request('http://shop.example', { method: 'POST', body }), shop.context(by))
  const { code, limit, order: made } = (await answer.json()) as { code?: string; limit?: number; order?: { id: string } }
  return { status: answer.status, code, limit, id: made?.id ?? '' }
}
const cancel = (id: string) => shop.sql("update public.orders set status = 'cancelled', cancelled_by = user_id where id = $1", [id])
const limit = (name: string, value: number) => shop.sql('update private.limits set value = $2 where name = $1', [name, value])

test('twenty orders an hour are allowed, including cancelled ones; a repeated key still returns its order', async () => {
  const key = crypto.randomUUID()
  const first = await order(person, 1, 'cod', key)
  await cancel(first.id)
  for (let n = 2; n <= 20; n += 1) await cancel((await order(person)).id)
  expect(await order(person)).toMatchObject({ status: 429, code: 'TOO_MANY_ORDERS', limit: 20 })
  expect(await order(person, 1, 'cod', key)).toMatchObject({ status: 200, id: first.id })
  expect(await shop.sql('select count(*)::int as n from public.orders where user_id = $1', [person.id])).toEqual([{ n: 20 }])
  expect(await shop.sql('select stock from public.products where id = $1', [product])).toEqual([{ stock: 1000 }])
  expect(await order(await shop.person()), 'another customer').toMatchObject({ status: 200 })
  await shop.sql("update public.orders set created_at = created_at - interval '61 minutes' where user_id = $1", [person.id])
  expect(await order(person), 'an hour later').toMatchObject({ status: 200 })
})

test('five orders of an account may be unpaid; paid, cancelled and cash-on-delivery orders do not count', async () => {
  const unpaid: string[] = []
  for (let n = 1; n <= 5; n += 1) unpaid.push((await order(person, 1, 'upi')).id)
  expect(await order(person, 1, 'upi')).toMatchObject({ status: 429, code: 'TOO_MANY_UNPAID', limit: 5 })
  expect(await order(person)).toMatchObject({ status: 200 })
  await cancel(unpaid[0] ?? '')
  expect(await order(person, 1, 'upi')).toMatchObject({ status: 200 })
  await shop.sql("update public.payments set state = 'paid' where order_id = $1", [unpaid[1]])
  expect(await order(person, 1, 'upi')).toMatchObject({ status: 200 })
  expect(await order(person, 1, 'upi')).toMatchObject({ status: 429 })
})

test('a claim does not make room for another unpaid order', async () => {
  await limit('unpaid_orders', 1)
  try {
    const { id } = await order(person, 1, 'upi')
    await shop.context(person).asUser((query) => query('select public.claim_payment($1, $2)', [id, '412345678901']))
    expect(await order(person, 1, 'upi')).toMatchObject({ status: 429, code: 'TOO_MANY_UNPAID', limit: 1 })
  } finally {
    await limit('unpaid_orders', 5)
  }
})

test('an account without a delivered order may have at most ₹25,000 of cash on delivery in all its orders', async () => {
  const allowance = async () => (await shop.context(person).asUser((query) => query('select public.cod_allowance()::float8 as left')))[0]
  expect(await order(person, 26)).toMatchObject({ status: 429, code: 'COD_LIMIT', limit: 25_000 })
  expect(await allowance()).toEqual({ left: 25_000 })
  const { id } = await order(person, 20)
  // 20 × ₹1,000 with free delivery
  expect(await allowance()).toEqual({ left: 5000 })
  expect(await order(person, 6)).toMatchObject({ status: 429, code: 'COD_LIMIT' })
  expect(await order(person, 5)).toMatchObject({ status: 200 })
  expect(await order(person, 26, 'upi'), 'paid before').toMatchObject({ status: 200 })
  for (const status of ['processing', 'shipped', 'delivered']) await shop.sql('update public.orders set status = $2 where id = $1', [id, status])
  expect(await allowance()).toEqual({ left: null })
  expect(await order(person, 60), 'known by now').toMatchObject({ status: 200 })
})

test('two concurrent orders are counted one after another', async () => {
  await limit('orders_per_hour', 1)
  try {
    const other = await shop.product({ price: 10 })
    await shop.fillCart(person, { [product]: 1 })
    const body = (key: string) => JSON.stringify({ idempotency_key: key, shipping, payment_method: 'cod' })
    const send = async () => {
      const answer = await placeOrder(new Request('http://shop.example', { method: 'POST', body: body(crypto.randomUUID()) }), shop.context(person))
      await shop.sql('insert into public.cart_items (user_id, product_id, quantity) values ($1, $2, 1) on conflict do nothing', [person.id, other])
      return answer.status
    }
    const answers = await Promise.all(Array.from({ length: 6 }, send))
    expect(answers.filter((status) => status === 200)).toHaveLength(1)
  } finally {
    await limit('orders_per_hour', 20)
  }
})

test('manual orders are not limited', async () => {
  const admin = await shop.person()
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'manager')", [admin.id])
  await limit('orders_per_hour', 0)
  try {
    const body = JSON.stringify({
      idempotency_key: crypto.randomUUID(),
      channel: 'telephone',
      buyer: { user_id: person.id, ...shipping },
      lines: [{ product_id: product, quantity: 60 }],
      delivery: 'free',
      payment: { method: 'cod' },
      expected_total: 60_000,
    })
    const answer = await createManualOrder(new Request('http://shop.example', { method: 'POST', body }), shop.context(admin))
    expect(answer.status, await answer.clone().text()).toBe(200)
    expect(await order(person)).toMatchObject({ status: 429, code: 'TOO_MANY_ORDERS' })
  } finally {
    await limit('orders_per_hour', 20)
  }
})

test('mails about an online order go only to the confirmed address of its account, for any address entered', async () => {
  const { id } = await order(person)
  const recipients = () => shop.sql("select kind, recipient from private.mails where data ->> 'order_id' = $1 order by id", [id])
  expect(await recipients()).toEqual([{ kind: 'order_placed', recipient: person.email }])
  await shop.sql('update auth.users set email_confirmed_at = null where id = $1', [person.id])
  await cancel(id)
  expect(await recipients(), 'an unconfirmed address').toHaveLength(1)
})
