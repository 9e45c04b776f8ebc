/** A closed shop takes orders of its staff alone (docs/decisions/0072-a-closed-shop.md). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { previewShop } from '../preview-shop/preview-shop.ts'
import { openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'
import { placeOrder } from './place-order.ts'

const shipping = {
  full_name: 'Meera Nair',
  address: '48, Princess Street',
  city: 'Mumbai',
  state: 'Maharashtra',
  pincode: '400002',
  email: 'meera@elsewhere.example',
  phone: '9845011234',
}

let shop: TestShop
beforeAll(async () => void (shop = openShop(await createDatabase('shop'))))
afterAll(() => shop.close())

const open = (isOpen: boolean) => shop.sql('update public.settings set is_open = $1', [isOpen])

async function order(by: Person, key: string) {
  const body = JSON.stringify({ idempotency_key: key, shipping, payment_method: 'cod' })
  const answer = await placeOrder(new Request('http://shop.example', { method: 'POST', body }), shop.context(by))
  return { status: answer.status, body: (await answer.json()) as { code?: string; order?: { id: string } } }
}

test('a customer’s order is refused while the shop is closed, with nothing lost, and the same key is accepted once it is open', async () => {
  const [person, product] = [await shop.person(), await shop.product({ price: 1000, stock: 10 })]
  await shop.fillCart(person, { [product]: 2 })
  const key = crypto.randomUUID()
  await open(false)
  expect(await order(person, key)).toEqual({ status: 409, body: { code: 'SHOP_CLOSED', lines: [] } })
  expect(await shop.sql('select count(*)::int as n from public.orders')).toEqual([{ n: 0 }])
  expect(await shop.sql('select stock from public.products where id = $1', [product])).toEqual([{ stock: 10 }])
  expect(await shop.sql('select quantity from public.cart_items where user_id = $1', [person.id])).toEqual([{ quantity: 2 }])
  await open(true)
  const placed = await order(person, key)
  expect(placed.status).toBe(200)
  await open(false)
  expect((await order(person, key)).body.order?.id, 'a repeated key returns its order').toBe(placed.body.order?.id)
})

test('staff place a test order in a closed shop', async () => {
  const [person, product] = [await shop.person(), await shop.product({ price: 1000, stock: 10 })]
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'catalogue')", [person.id])
  await shop.fillCart(person, { [product]: 1 })
  await open(false)
  expect((await order(person, crypto.randomUUID())).status).toBe(200)
})

test('only staff with a session get a preview of the closed shop', async () => {
  const person = await shop.person()
  const ask = async (by: Person | null, method = 'POST') => {
    const answer = await previewShop(new Request('http://shop.example', { method }), shop.context(by))
    return { status: answer.status, cookie: answer.headers.get('set-cookie') }
  }
  expect(await ask(null)).toEqual({ status: 401, cookie: null })
  expect(await ask(person)).toEqual({ status: 403, cookie: null })
  expect((await ask(person, 'GET')).status).toBe(405)
  const context = shop.context(person)
  const asStaff = { ...context, asUser: async () => [{ staff: true, session: 'a-session' }] as never }
  const answer = await previewShop(new Request('http://shop.example', { method: 'POST' }), asStaff)
  expect(answer.headers.get('set-cookie')).toBe(`shop-preview=${person.id}.a-session`)
})
