/** Offers and coupons in orders: counted under lock, stored with the order, returned on cancellation. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readDiscount } from '#domain/discounts/discount.ts'
import { quoteWithDiscounts } from '#domain/quote/discounted-quote.ts'
import { toRupees } from '#domain/money/money.ts'
import { readSettings } from '#domain/shop/settings.ts'
import { createDatabase } from '#server/testing/database.ts'
import { openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'
import { placeOrder } from './place-order.ts'
import { NO_CHOICES } from '#domain/orders/order-choices.ts'

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
  await shop.sql(
    "update public.settings set cod_enabled = true, forced_gst_percent = 18, prices_include_gst = true, state_code = '27', gstin = '27ABCDE1234F1Z0'",
  )
})
afterAll(() => shop.close())
beforeEach(() => shop.sql('delete from public.discounts'))

const make = async (columns: Record<string, unknown>): Promise<void> => {
  const row = { code: 'DIWALI10', kind: 'percent', value: 10, ...columns }
  const names = Object.keys(row)
  await shop.sql(`insert into public.discounts (${names.join(', ')}) values (${names.map((_, place) => `$${place + 1}`).join(', ')})`, Object.values(row))
}
const used = async (): Promise<number> => Number((await shop.sql<{ times_used: number }>('select times_used from public.discounts'))[0]?.times_used)

async function order(person: Person, code: string | undefined, key: string = crypto.randomUUID(), expected?: number) {
  const body = JSON.stringify({ idempotency_key: key, shipping, payment_method: 'cod', coupon_code: code, expected_total: expected })
  const answer = await placeOrder(new Request('http://shop.example/functions/v1/place-order', { method: 'POST', body }), shop.context(person))
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> & { order?: { id: string; total_amount: number } } }
}
async function buyer(products: Record<string, number>): Promise<Person> {
  const person = await shop.person()
  await shop.fillCart(person, products)
  return person
}

test('a coupon is applied, allocated over the lines to the paisa, and stored with its code', async () => {
  await make({})
  const [a, b] = [await shop.product({ price: 333.33 }), await shop.product({ price: 0.07 })]
  const placed = await order(await buyer({ [a]: 1, [b]: 1 }), ' diwali10 ')
  expect(placed).toMatchObject({ status: 200, body: { order: { total_amount: 400.06 } } }) // 333.40 − 33.34 + 100 delivery
  expect(await shop.sql('select coupon_code, discount_total, goods_total from public.orders where id = $1', [placed.body.order?.id])).toEqual([
    { coupon_code: 'DIWALI10', discount_total: '33.34', goods_total: '300.06' },
  ])
  expect(await shop.sql('select amount from public.discount_redemptions where order_id = $1', [placed.body.order?.id])).toEqual([{ amount: '33.34' }])
  const staff = await shop.person()
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'manager')", [staff.id])
  const given = () => shop.context(staff).asUser((query) => query('select uses, given from public.discount_uses()'))
  expect(await given()).toEqual([{ uses: '1', given: '33.34' }])
  await shop.sql('update public.discount_redemptions set amount = null') // booked before the amount was
  expect(await given()).toEqual([{ uses: '1', given: '33.34' }])
  expect(await shop.sql('select product_id, discount, total from public.order_items where order_id = $1 order by total desc', [placed.body.order?.id])).toEqual(
    [
      { product_id: a, discount: '33.33', total: '300.00' },
      { product_id: b, discount: '0.01', total: '0.06' },
    ],
  )
  expect(await used()).toBe(1)
})

test('a wrong code in an order counts like any other attempt, and a valid one used before does not', async () => {
  await make({})
  const product = await shop.product()
  const person = await buyer({ [product]: 1 })
  const key = crypto.randomUUID()
  const first = await order(person, 'DIWALI10', key)
  expect(first.status).toBe(200)
  await shop.fillCart(person, { [product]: 1 })
  for (let n = 1; n <= 20; n += 1) expect(await order(person, `GUESS${n}`)).toMatchObject({ status: 400, body: { code: 'COUPON_INVALID', reason: 'UNKNOWN' } })
  await make({ code: 'HOLI20' })
  for (const code of ['GUESS21', 'HOLI20']) expect(await order(person, code), code).toEqual({ status: 429, body: { code: 'TOO_MANY_CODES' } })
  expect(await order(person, 'DIWALI10', key), 'the same order again').toEqual(first)
  expect((await order(person, 'DIWALI10')).status).toBe(200)
})

describe('is refused with its reason, and nothing happens', () => {
  test.each([
    ['one that does not exist', {}, 'UNKNOWN99', { reason: 'UNKNOWN' }],
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

test('a coupon for a category includes its subcategories and nothing else', async () => {
  const [top, child] = await shop.sql<{ id: string }>("insert into public.categories (name) values ('Category'), ('Subcategory') returning id")
  await shop.sql('update public.categories set parent_id = $1 where id = $2', [top?.id, child?.id])
  await make({ category_ids: [top?.id] })
  const [inside, outside] = [await shop.product({ price: 100, category_id: child?.id }), await shop.product({ price: 1000 })]
  const placed = await order(await buyer({ [inside]: 1, [outside]: 1 }), 'DIWALI10')
  expect(await shop.sql('select discount_total from public.orders where id = $1', [placed.body.order?.id])).toEqual([{ discount_total: '10.00' }])
})

test('concurrent orders cannot exceed the number of uses', async () => {
  await make({ usage_limit: 3 })
  const product = await shop.product({ stock: 1000 })
  const people = await Promise.all(Array.from({ length: 10 }, () => buyer({ [product]: 1 })))
  const answers = await Promise.all(people.map((person) => order(person, 'DIWALI10')))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 400, 400, 400, 400, 400, 400, 400])
  expect(answers.filter(({ status }) => status === 400).every(({ body }) => body['reason'] === 'USED_UP')).toBe(true)
  expect(await used()).toBe(3)
})

test('a customer uses it up to its limit, and a cancelled order returns its use', async () => {
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

describe('automatic offers', () => {
  const offer = (title: string, columns: Record<string, unknown> = {}) => make({ code: null, title, ...columns })
  const kept = async (id: string | undefined) =>
    (
      await shop.sql<{ offers: unknown; discount_total: string; coupon_code: string | null }>(
        'select offers, discount_total, coupon_code from public.orders where id = $1',
        [id],
      )
    )[0]

  /** The total in rupees on the customer's screen: the same function, with the rows that the customer may read. */
  async function onScreen(person: Person): Promise<number> {
    const read = shop.context(person).asUser
    const cart = await read((query) =>
      query<{ product_id: string; quantity: number; product: Parameters<typeof quoteWithDiscounts>[0]['lines'][number]['product'] }>(
        'select c.product_id, c.quantity, to_jsonb(p) as product from public.cart_items c join public.products p on p.id = c.product_id where c.user_id = $1',
        [person.id],
      ),
    )
    const [found] = await read((query) =>
      query<{ rows: Record<string, unknown>[] }>('select public.find_offers($1::uuid[]) as rows', [cart.map((line) => line.product_id)]),
    )
    const [settings] = await shop.sql('select * from public.settings')
    const lines = cart.map(({ product_id, quantity, product }) => ({ productId: product_id, quantity, product }))
    const given = { lines, settings: readSettings(settings ?? {}), deliveryState: '27', choices: NO_CHOICES }
    return toRupees(quoteWithDiscounts(given, { offers: found?.rows.map(readDiscount) }).quote.total)
  }

  test('each line gets the better offer, the order stores their names, and the quote was the same', async () => {
    const [kajal, cream] = [await shop.product({ price: 149 }), await shop.product({ price: 399 })]
    await offer('Festive tenth')
    await offer('Kajal week', { value: 20, product_ids: [kajal] })
    await offer('Not yet', { value: 90, starts_at: '2100-01-01' })
    await offer('Other goods', { value: 90, product_ids: ['00000000-0000-4000-8000-000000000009'] })
    const person = await buyer({ [kajal]: 3, [cream]: 2 })
    const expected = await onScreen(person)
    expect(expected).toBe(1175.8) // 447 − 89.40 + 798 − 79.80 + 100 delivery
    const placed = await order(person, undefined, undefined, expected)
    expect(placed).toMatchObject({ status: 200, body: { order: { total_amount: expected } } })
    const amounts = [
      { id: expect.any(String) as string, name: 'Kajal week', code: null, amount: 89.4, free_delivery: false },
      { id: expect.any(String) as string, name: 'Festive tenth', code: null, amount: 79.8, free_delivery: false },
    ]
    const order1 = await kept(placed.body.order?.id)
    expect(order1).toEqual({ offers: expect.arrayContaining(amounts) as unknown, discount_total: '169.20', coupon_code: null })
    await shop.sql("update public.discounts set title = 'Renamed'")
    expect((await kept(placed.body.order?.id))?.offers).toEqual(expect.arrayContaining(amounts))
  })

  test('a coupon is combined with an offer only if allowed, and both are stored', async () => {
    const cream = await shop.product({ price: 400 })
    await offer('Festive tenth')
    await make({ value: 20, combines: true })
    const both = await order(await buyer({ [cream]: 1 }), 'DIWALI10')
    expect(await kept(both.body.order?.id)).toMatchObject({
      discount_total: '112.00',
      coupon_code: 'DIWALI10',
      offers: [{ amount: 40 }, { code: 'DIWALI10', amount: 72 }],
    })
    await shop.sql('update public.discounts set combines = false, value = 10 where code is not null')
    expect((await order(await buyer({ [cream]: 1 }), 'DIWALI10')).body).toEqual({ code: 'COUPON_INVALID', reason: 'NO_GAIN' })
  })

  test('concurrent orders cannot exceed the uses of an offer; later ones get QUOTE_CHANGED', async () => {
    await offer('First three', { kind: 'amount', value: 50, usage_limit: 3 })
    const product = await shop.product({ stock: 1000 })
    const people = await Promise.all(Array.from({ length: 8 }, () => buyer({ [product]: 1 })))
    const answers = await Promise.all(people.map((person) => order(person, undefined, undefined, 150)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 409, 409, 409, 409, 409])
    expect(answers.filter(({ status }) => status === 409).every(({ body }) => body['code'] === 'QUOTE_CHANGED')).toBe(true)
    expect(await used()).toBe(3)
    const late = people[answers.findIndex(({ status }) => status === 409)] as Person
    expect(await onScreen(late)).toBe(200)
    expect((await order(late, undefined, undefined, 200)).status).toBe(200)
  })

  test('a customer gets an offer up to its limit, and a cancelled order returns every use', async () => {
    await offer('Welcome', { customer_limit: 1, usage_limit: 5 })
    await offer('Free delivery', { kind: 'free_delivery', value: 0 })
    const product = await shop.product()
    const person = await buyer({ [product]: 1 })
    const first = await order(person, undefined)
    expect(first.body.order?.total_amount).toBe(90)
    expect(await kept(first.body.order?.id)).toMatchObject({ offers: [{ name: 'Welcome' }, { name: 'Free delivery', amount: 0, free_delivery: true }] })
    await shop.fillCart(person, { [product]: 1 })
    expect((await order(person, undefined)).body.order?.total_amount).toBe(100)
    const uses = () =>
      shop.sql(
        'select title, times_used, (select count(*)::int from public.discount_redemptions r where r.discount_id = d.id) as booked from public.discounts d order by title',
      )
    expect(await uses()).toEqual([
      { title: 'Free delivery', times_used: 0, booked: 2 }, // without a limit `times_used` stays 0, so that orders do not wait for each other
      { title: 'Welcome', times_used: 1, booked: 1 },
    ])
    await shop.sql("update public.discounts set usage_limit = 9 where kind = 'free_delivery'")
    await shop.sql("update public.orders set status = 'cancelled', cancelled_by = user_id where id = $1", [first.body.order?.id])
    expect(await uses()).toEqual([
      { title: 'Free delivery', times_used: 1, booked: 1 }, // a limit that is set later includes the earlier uses
      { title: 'Welcome', times_used: 0, booked: 0 },
    ])
    await shop.fillCart(person, { [product]: 1 })
    expect((await order(person, undefined)).body.order?.total_amount).toBe(90)
  })
})
