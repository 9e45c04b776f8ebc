import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { placeOrder } from '../place-order/place-order.ts'
import { openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'
import { exportMyData } from './export-my-data.ts'

let shop: TestShop
let buyer: Person
let stranger: Person
const shipping = {
  full_name: 'Meera Nair',
  address: '12 Hill Road, Bandra',
  city: 'Mumbai',
  state: 'Maharashtra',
  pincode: '400050',
  email: 'meera@looks.example',
  phone: '9820012345',
}

beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
  ;[buyer, stranger] = (await shop.people(2)) as [Person, Person]
  for (const person of [buyer, stranger]) {
    const product = await shop.product()
    await shop.fillCart(person, { [product]: 2 })
    const body = JSON.stringify({ idempotency_key: randomUUID(), shipping, payment_method: 'cod' })
    await placeOrder(new Request('http://shop.example', { method: 'POST', body }), shop.context(person))
    await shop.fillCart(person, { [product]: 1 })
    await shop.sql('insert into public.wishlist_items (user_id, product_id) values ($1, $2)', [person.id, product])
    await shop.sql('insert into public.stock_requests (user_id, product_id, version) values ($1, $2, 1)', [person.id, product])
    await shop.sql("insert into public.consents (user_id, purpose, version, given) values ($1, 'offers', 1, true)", [person.id])
    await shop.sql("insert into public.customer_notes (user_id, note, author) values ($1, 'Asks for Suresh at the gate', $2)", [
      person.id,
      (await shop.person()).id,
    ])
    await shop.sql(
      "insert into public.addresses (user_id, full_name, address, city, state, pincode, phone) values ($1, 'M', 'A', 'C', 'Goa', '403001', '9820012345')",
      [person.id],
    )
  }
})
afterAll(() => shop.close())

type Rows = Record<string, unknown>[]
async function exported(person: Person | null): Promise<[number, Record<string, unknown>]> {
  const answer = await exportMyData(new Request('http://shop.example', { method: 'POST' }), shop.context(person))
  return [answer.status, (await answer.json()) as Record<string, unknown>]
}

test('one response contains the account, the addresses, the cart, the wishlist, the requests and every order with its lines, steps and payments', async () => {
  const [status, data] = await exported(buyer)
  expect([status, data['account'], data['exported_at']]).toEqual([200, buyer, '2026-11-20T10:00:00.000Z'])
  expect(data).toMatchObject({
    profile: { id: buyer.id },
    roles: [],
    addresses: [{ user_id: buyer.id, state: 'Goa' }],
    cart: [{ user_id: buyer.id, quantity: 1 }],
    wishlist: [{ product_id: expect.any(String) as string, product: expect.any(String) as string }],
    stock_requests: [{ product: expect.any(String) as string, notice: expect.stringContaining('when this product is back in stock') as string }],
    orders: [
      {
        user_id: buyer.id,
        phone: shipping.phone,
        total_amount: 300,
        items: [{ quantity: 2 }],
        history: [{ status: 'pending' }],
        payments: [{ method: 'cod' }],
        documents: [],
      },
    ],
    notifications: [{ user_id: buyer.id, type: 'order_update' }],
    consents: [{ purpose: 'offers', version: 1, given: true, notice: expect.stringContaining('Tell me about offers') as string }],
    complaints: [],
    notes: [{ note: 'Asks for Suresh at the gate' }],
    block: null,
    figures: { orders: 0, spent: 0, state: 'Maharashtra' },
  })
})

test('it contains no data of others, not even for staff who may read it', async () => {
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'manager')", [buyer.id])
  const everything = await shop.context(buyer).asUser((query) => query('select id from public.orders'))
  expect(everything).toHaveLength(2)
  const [, data] = await exported(buyer)
  expect(data['orders'] as Rows).toHaveLength(1)
  expect(JSON.stringify(data)).not.toContain(stranger.id)
  expect((await exported(stranger))[1]).toMatchObject({ orders: [{ user_id: stranger.id }] })
})

test('a visitor has nothing to export', async () => {
  expect(await exported(null)).toEqual([401, { code: 'SIGNED_OUT' }])
})
