/** Coupons at the order desk: counted under lock, frozen on the order, given back with it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'
import { placeOrder } from './place-order.ts'

const shipping = {
  full_name: 'Meera Nair',
  address: '48, Princess Street',
  city: 'Mumbai',
  state: 'Maharashtra',
  pincode: '400002',
  email: 'meera@looks.example',
  phone: '9845011234',
}

let shop: TestShop
beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
  await shop.sql("update public.settings set cod_enabled = true, forced_gst_percent = 18, prices_include_gst = true, state_code = '27'")
})
afterAll(() => shop.close())
beforeEach(() => shop.sql('delete from public.discounts'))

const make = async (columns: Record<string, unknown>): Promise<void> => {
  const row = { code: 'DIWALI10', kind: 'percent', value: 10, ...columns }
  const names = Object.keys(row)
  await shop.sql(`insert into public.discounts (${names.join(', ')}) values (${names.map((_, place) => `$${place + 1}`).join(', ')})`, Object.values(row))
}
const used = async () => Number((await shop.sql<{ times_used: number }>('select times_used from public.discounts'))[0]?.times_used)

async function order(person: Person, code: string | undefined, key: string = crypto.randomUUID()) {
  const body = JSON.stringify({ idempotency_key: key, shipping, payment_method: 'cod', coupon_code: code })
  const answer = await placeOrder(new Request('http://shop.example/functions/v1/place-order', { method: 'POST', body }), shop.context(person))
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> & { order?: { id: string; total_amount: number } } }
}
async function buyer(products: Record<string, number>): Promise<Person> {
  const person = await shop.person()
  await shop.fillCart(person, products)
  return person
}

test('a coupon is taken off, shared over the lines to the paisa, and frozen with its code', async () => {
  await make({})
  const [a, b] = [await shop.product({ price: 333.33 }), await shop.product({ price: 0.07 })]
  const placed = await order(await buyer({ [a]: 1, [b]: 1 }), ' diwali10 ')
  expect(placed).toMatchObject({ status: 200, body: { order: { total_amount: 400.06 } } }) // 333.40 − 33.34 + 100 delivery
  expect(await shop.sql('select coupon_code, discount_total, goods_total from public.orders where id = $1', [placed.body.order?.id])).toEqual([
    { coupon_code: 'DIWALI10', discount_total: '33.34', goods_total: '300.06' },
  ])
  expect(await shop.sql('select product_id, discount, total from public.order_items where order_id = $1 order by total desc', [placed.body.order?.id])).toEqual(
    [
      { product_id: a, discount: '33.33', total: '300.00' },
      { product_id: b, discount: '0.01', total: '0.06' },
    ],
  )
  expect(await used()).toBe(1)
})

describe('is refused with its reason, and nothing happens', () => {
  test.each([
    ['one that nobody made', {}, 'NIRGENDS', { reason: 'UNKNOWN' }],
    ['one that is switched off', { is_active: false }, 'DIWALI10', { reason: 'UNKNOWN' }],
    ['before its time', { starts_at: '2100-01-01' }, 'DIWALI10', { reason: 'NOT_STARTED' }],
    ['after its time', { ends_at: '2020-01-01' }, 'DIWALI10', { reason: 'ENDED' }],
    ['for a larger cart', { minimum_goods: 150.5 }, 'DIWALI10', { reason: 'MINIMUM', missing: 50.5 }],
    ['for other goods', { product_ids: ['00000000-0000-4000-8000-000000000009'] }, 'DIWALI10', { reason: 'NO_GOODS' }],
  ])('%s', async (_, columns, code, reason) => {
    await make(columns)
    const product = await shop.product()
    const person = await buyer({ [product]: 1 })
    expect(await order(person, code)).toEqual({ status: 400, body: { code: 'COUPON_INVALID', ...reason } })
    expect(await used()).toBe(0)
    expect(await shop.sql('select id from public.orders where user_id = $1', [person.id])).toEqual([])
    expect((await order(person, undefined)).status).toBe(200)
  })
})

test('a coupon for a shelf is for its sub-shelves too, and for nothing else', async () => {
  const [top, child] = await shop.sql<{ id: string }>("insert into public.categories (name) values ('Shelf'), ('Sub-shelf') returning id")
  await shop.sql('update public.categories set parent_id = $1 where id = $2', [top?.id, child?.id])
  await make({ category_ids: [top?.id] })
  const [inside, outside] = [await shop.product({ price: 100, category_id: child?.id }), await shop.product({ price: 1000 })]
  const placed = await order(await buyer({ [inside]: 1, [outside]: 1 }), 'DIWALI10')
  expect(await shop.sql('select discount_total from public.orders where id = $1', [placed.body.order?.id])).toEqual([{ discount_total: '10.00' }])
})

test('the last uses go to as many buyers as there are, whoever asks at once', async () => {
  await make({ usage_limit: 3 })
  const product = await shop.product({ stock: 1000 })
  const people = await Promise.all(Array.from({ length: 10 }, () => buyer({ [product]: 1 })))
  const answers = await Promise.all(people.map((person) => order(person, 'DIWALI10')))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 400, 400, 400, 400, 400, 400, 400])
  expect(answers.filter(({ status }) => status === 400).every(({ body }) => body['reason'] === 'USED_UP')).toBe(true)
  expect(await used()).toBe(3)
})

test('one buyer uses it as often as he may, and a cancelled order gives its use back', async () => {
  await make({ customer_limit: 1, usage_limit: 1 })
  const product = await shop.product()
  const person = await buyer({ [product]: 1 })
  const key = crypto.randomUUID()
  const first = await order(person, 'DIWALI10', key)
  expect((await order(person, 'DIWALI10', key)).body, 'the same key').toEqual(first.body)
  expect(await used()).toBe(1)
  await shop.fillCart(person, { [product]: 1 })
  expect((await order(person, 'DIWALI10')).body).toEqual({ code: 'COUPON_INVALID', reason: 'USED_UP' })
  await shop.sql('update public.discounts set usage_limit = null')
  expect((await order(person, 'DIWALI10')).body).toEqual({ code: 'COUPON_INVALID', reason: 'ALREADY_USED' })
  await shop.sql("update public.orders set status = 'cancelled', cancelled_by = user_id where id = $1", [first.body.order?.id])
  expect(await used()).toBe(0)
  expect((await order(person, 'DIWALI10')).status).toBe(200)
  expect(await used()).toBe(1)
})
