import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import type { FunctionContext } from '../context.ts'
import { placeOrder } from '../place-order/place-order.ts'
import { PASSWORD, openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'
import { deleteMyAccount } from './delete-my-account.ts'

let shop: TestShop
let buyer: Person
let stranger: Person
beforeAll(async () => void (shop = openShop(await createDatabase('shop'))))
beforeEach(async () => ([buyer, stranger] = (await shop.people(2)) as [Person, Person]))
afterAll(() => shop.close())

async function end(person: Person | null, body: unknown = { password: PASSWORD }): Promise<[number, Record<string, unknown>]> {
  const request = new Request('http://shop.example/functions/v1/delete-my-account', { method: 'POST', body: JSON.stringify(body) })
  const answer = await deleteMyAccount(request, shop.context(person))
  return [answer.status, (await answer.json()) as Record<string, unknown>]
}

const shipping = {
  full_name: 'Meera Nair',
  address: '12 Hill Road, Bandra',
  city: 'Mumbai',
  state: 'Maharashtra',
  pincode: '400050',
  email: 'meera@looks.example',
  phone: '9820012345',
}
async function order(person: Person): Promise<string> {
  await shop.fillCart(person, { [await shop.product()]: 2 })
  const body = JSON.stringify({ idempotency_key: randomUUID(), shipping, payment_method: 'cod' })
  const answer = await placeOrder(new Request('http://shop.example', { method: 'POST', body }), shop.context(person))
  return ((await answer.json()) as { order: { id: string } }).order.id
}
const step = (id: string, status: string) => shop.sql('update public.orders set status = $2 where id = $1', [id, status])
const deliver = async (id: string) => {
  for (const status of ['processing', 'shipped', 'delivered']) await step(id, status)
}
const people = (...persons: Person[]) => shop.sql('select id from auth.users where id = any ($1)', [persons.map(({ id }) => id)])
const contact = (id: string) => shop.sql('select user_id, full_name, address, email, phone, total_amount from public.orders where id = $1', [id])

test('profile, addresses, cart, wishlist, requests and notifications are deleted with the account; those of others remain', async () => {
  for (const person of [buyer, stranger]) {
    await shop.fillCart(person, { [await shop.product()]: 1 })
    await shop.sql(
      "insert into public.addresses (user_id, full_name, address, city, state, pincode, phone) values ($1, 'M', 'A', 'C', 'Goa', '403001', '9820012345')",
      [person.id],
    )
    await shop.sql("insert into public.consents (user_id, purpose, version, given) values ($1, 'offers', 1, true)", [person.id])
    await shop.sql('insert into public.wishlist_items (user_id, product_id) values ($1, $2)', [person.id, await shop.product()])
    await shop.sql('insert into public.stock_requests (user_id, product_id, version) values ($1, $2, 1)', [person.id, await shop.product()])
    await shop.sql("insert into public.notifications (user_id, title, message, type) values ($1, 'T', 'M', 'system')", [person.id])
  }
  expect(await end(buyer)).toEqual([200, { deleted: true }])
  expect(await people(buyer, stranger)).toEqual([{ id: stranger.id }])
  for (const table of ['profiles', 'addresses', 'cart_items', 'notifications', 'consents', 'wishlist_items', 'stock_requests']) {
    const owner = table === 'profiles' ? 'id' : 'user_id'
    expect(await shop.sql(`select ${owner} as owner from public.${table} where ${owner} = any ($1)`, [[buyer.id, stranger.id]]), table).toEqual([
      { owner: stranger.id },
    ])
  }
})

test('the address can register again as a new user', async () => {
  await end(buyer)
  await shop.sql('insert into auth.users (id, email) values ($1, $2)', [randomUUID(), buyer.email])
  expect(await shop.sql('select id from auth.users where email = $1', [buyer.email])).not.toEqual([{ id: buyer.id }])
})

test('an invoiced order keeps the legally required buyer data and nothing else', async () => {
  const id = await order(buyer)
  await deliver(id)
  expect(await end(buyer)).toEqual([200, { deleted: true }])
  expect(await contact(id)).toEqual([{ user_id: null, full_name: shipping.full_name, address: shipping.address, email: '', phone: '', total_amount: '300.00' }])
  expect(await shop.sql('select kind from public.documents where order_id = $1', [id])).toEqual([{ kind: 'invoice' }])
})

test('a cancelled order without an invoice loses its buyer data; its amounts remain', async () => {
  const id = await order(buyer)
  await shop.sql("update public.orders set status = 'cancelled', cancelled_by = $2, cancel_reason = 'Meera moved house' where id = $1", [id, buyer.id])
  expect(await end(buyer)).toEqual([200, { deleted: true }])
  expect(await contact(id)).toEqual([{ user_id: null, full_name: 'Deleted customer', address: 'Erased', email: '', phone: '', total_amount: '300.00' }])
  expect(JSON.stringify(await shop.sql('select * from public.order_status_history where order_id = $1', [id]))).not.toContain('Meera')
})

test('mails lose their recipient, and an answered complaint its author; an open one waits', async () => {
  for (const status of ['open', 'answered']) {
    await shop.sql(
      "insert into public.complaints (number, user_id, name, email, message, status) values ($1, $2, 'Meera Nair', $3, 'The lipstick arrived broken.', $4)",
      [randomUUID().slice(0, 16), buyer.id, buyer.email, status],
    )
  }
  await shop.sql("insert into private.mails (kind, recipient, data) values ('order_status', $1, '{}')", [buyer.email])
  await end(buyer)
  expect(await shop.sql('select count(*)::int as n from private.mails where recipient = $1', [buyer.email])).toEqual([{ n: 0 }])
  expect(await shop.sql("select status, name from public.complaints where message like 'The lipstick%' order by status")).toEqual([
    { status: 'answered', name: 'Deleted customer' },
    { status: 'open', name: 'Meera Nair' },
  ])
})

test.each(['pending', 'processing', 'shipped'])('while an order is %s the account is kept completely, and the order is reported', async (status) => {
  const id = await order(buyer)
  for (const next of ['processing', 'shipped'].slice(0, ['pending', 'processing', 'shipped'].indexOf(status))) await step(id, next)
  expect(await end(buyer)).toEqual([409, { code: 'OPEN_ORDERS', orders: [id] }])
  expect(await people(buyer)).toEqual([{ id: buyer.id }])
  expect(await contact(id)).toMatchObject([{ user_id: buyer.id, email: shipping.email }])
})

test('an account that owes money for delivered goods cannot be deleted until it is paid; what a courier collects is no debt', async () => {
  const id = await order(buyer)
  for (const next of ['processing', 'shipped', 'delivered']) await step(id, next)
  for (const state of ['awaiting_payment', 'failed']) {
    await shop.sql('update public.orders set payment_state = $2 where id = $1', [id, state])
    expect(await end(buyer), state).toEqual([409, { code: 'OPEN_ORDERS', orders: [id] }])
  }
  await shop.sql("update public.orders set payment_state = 'cod_pending' where id = $1", [id])
  expect(await end(buyer)).toEqual([200, { deleted: true }])
})

test('an account with a due refund cannot be deleted until it is paid', async () => {
  const id = await order(buyer)
  await step(id, 'cancelled')
  await shop.sql("update public.orders set payment_state = 'refund_due' where id = $1", [id])
  expect(await end(buyer)).toEqual([409, { code: 'OPEN_ORDERS', orders: [id] }])
  await shop.sql("update public.orders set payment_state = 'refunded' where id = $1", [id])
  expect(await end(buyer)).toEqual([200, { deleted: true }])
})

test('a wrong or missing password, no session or a staff role delete nothing', async () => {
  expect(await end(buyer, { password: 'not it at all' })).toEqual([403, { code: 'WRONG_PASSWORD' }])
  expect(await end(buyer, {})).toEqual([400, { code: 'INVALID', fields: { password: 'Enter your password' } }])
  expect(await end(null)).toEqual([401, { code: 'SIGNED_OUT' }])
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'manager')", [buyer.id])
  expect(await end(buyer)).toEqual([409, { code: 'STAFF', orders: [] }])
  expect(await people(buyer)).toHaveLength(1)
})

test('a token of an ended session cannot delete the account, even with the password', async () => {
  const session = randomUUID()
  const claims = JSON.stringify({ sub: buyer.id, role: 'authenticated', email: buyer.email, session_id: session })
  const context: FunctionContext = {
    ...shop.context(buyer),
    asUser: (work) =>
      shop.context(buyer).asUser(async (query) => {
        await query("select set_config('request.jwt.claims', $1, true)", [claims])
        return work(query)
      }),
  }
  const ask = async (): Promise<number> => {
    const request = new Request('http://shop.example', { method: 'POST', body: JSON.stringify({ password: PASSWORD }) })
    return (await deleteMyAccount(request, context)).status
  }
  expect(await ask()).toBe(401)
  expect(await people(buyer)).toHaveLength(1)
  await shop.sql('insert into auth.sessions (id, user_id, created_at) values ($1, $2, now())', [session, buyer.id])
  expect(await ask()).toBe(200)
})

test('the deletion cannot be called without the function', async () => {
  const call = shop.context(buyer).asUser((query) => query('select private.delete_account($1)', [stranger.id]))
  await expect(call).rejects.toMatchObject({ code: '42501' })
  expect(await people(stranger)).toHaveLength(1)
})
