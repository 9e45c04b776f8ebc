/** Delivery by zone, weight and value, the fee for cash on delivery, and places that are not served (docs/decisions/0083-delivery-rates.md). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { freshKey, home, orderingIn, resetSettings, shipping } from '../testing/ordering.ts'
import { openShop } from '../testing/shop.ts'
import type { TestShop } from '../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
})
afterAll(() => shop.close())
beforeEach(async () => {
  await resetSettings(shop)
  await shop.sql('delete from private.delivery_pins')
  await shop.sql(
    "update public.delivery_rates set zones = $1, cod_fee = 49, cod_minimum = 100, cod_maximum = 3000, default_weight_grams = 500, pin_list = 'off', pin_count = 0",
    [JSON.stringify([SOUTH, CITY])],
  )
})

const rate = (price: number, weight_to: number | null = null, goods_from = 0) => ({ price, weight_to, goods_from })
const SOUTH = {
  name: 'South',
  states: ['29', '33'],
  pins: [],
  rates: [rate(60, 1000), rate(90, 5000), rate(150), rate(30, null, 2000)],
  free_from: null,
  cod: true,
  days: null,
}
const CITY = { name: 'Bengaluru west', states: [], pins: [{ from: 560060, to: 560099 }], rates: [rate(35)], free_from: 900, cod: false, days: null }

const { order, tracesOf } = orderingIn(() => shop)

/** An order of some pieces of a product of 100 rupees. */
async function buy(quantity: number, weight: number | null, changes: Record<string, unknown> = {}) {
  const person = await shop.person()
  await shop.fillCart(person, { [await shop.product({ price: 100, weight_grams: weight })]: quantity })
  return { person, answer: await order(person, changes) }
}
const chargesOf = async (id: string) => {
  const [row] = await shop.sql<{ charges: { kind: string; amount: number; taxable: number; gst: number }[]; total_amount: string; payment: string }>(
    'select o.charges, o.total_amount, p.amount as payment from public.orders o join public.payments p on p.order_id = o.id where o.id = $1',
    [id],
  )
  return row
}

describe('delivery', () => {
  test.each([
    ['light goods', 2, 500, 60],
    ['goods at the bound', 4, 250, 60],
    ['heavier goods', 2, 501, 90],
    ['goods without a weight', 3, null, 90],
    ['the heaviest goods', 3, 2000, 150],
    ['heavy goods of some value', 20, 2000, 30],
  ])('of %s costs what the zone says', async (_, quantity, weight, cost) => {
    const { answer } = await buy(quantity, weight, { expected_total: quantity * 100 + cost + 49 })
    expect(answer).toMatchObject({ status: 200, body: { order: { shipping_cost: cost, total_amount: quantity * 100 + cost + 49 } } })
  })

  test('outside the zones costs what the settings say, and the narrowest zone counts inside', async () => {
    expect((await buy(2, 100, { shipping: { ...shipping, ...home, city: 'Pune', state: 'Maharashtra' } })).answer.body.order.shipping_cost).toBe(100)
    const narrow = { shipping: { ...shipping, pincode: '560070' }, payment_method: 'upi' }
    await shop.sql("update public.settings set upi_vpa = 'shop@bank'")
    expect((await buy(2, 100, narrow)).answer.body.order.shipping_cost).toBe(35)
    expect((await buy(9, 100, narrow)).answer.body.order.shipping_cost).toBe(0)
  })

  test('and fee are charges of the order with their GST, and what is paid is goods and both', async () => {
    const { answer } = await buy(2, 100)
    const row = await chargesOf(answer.body.order.id)
    expect(row?.charges.map(({ kind, amount, taxable, gst }) => [kind, amount, taxable, gst])).toEqual([
      ['delivery', 60, 50.85, 9.15],
      ['cod', 49, 41.53, 7.47],
    ])
    expect([row?.total_amount, row?.payment]).toEqual(['309.00', '309.00'])
  })
})

describe('an order is refused', () => {
  const refused = async (quantity: number, changes: Record<string, unknown>) => {
    const { person, answer } = await buy(quantity, 100, changes)
    expect(Object.values(await tracesOf(person)).every((n) => n === 0)).toBe(true)
    return [answer.status, answer.body]
  }
  test('for cash on delivery below and above the bounds, and where it is not offered', async () => {
    await shop.sql('update public.delivery_rates set cod_minimum = 150')
    expect(await refused(1, {})).toEqual([409, { code: 'COD_MINIMUM', lines: [], limit: 150 }])
    expect(await refused(31, {})).toEqual([409, { code: 'COD_MAXIMUM', lines: [], limit: 3000 }])
    expect(await refused(2, { shipping: { ...shipping, pincode: '560070' } })).toEqual([409, { code: 'COD_NOT_HERE', lines: [] }])
  })

  test('where no courier delivers, or takes only one kind of payment', async () => {
    await shop.sql("update public.settings set upi_vpa = 'shop@bank'")
    await shop.sql('insert into private.delivery_pins (pin, prepaid, cod) values (560001, false, false), (560002, true, false), (560003, false, true)')
    await shop.sql("update public.delivery_rates set pin_list = 'exceptions', pin_count = 3")
    const to = (pincode: string, payment_method: string) => ({ shipping: { ...shipping, pincode }, payment_method })
    for (const method of ['cod', 'upi']) expect(await refused(2, to('560001', method))).toEqual([409, { code: 'PIN_NOT_SERVED', lines: [] }])
    expect(await refused(2, to('560002', 'cod'))).toEqual([409, { code: 'COD_NOT_HERE', lines: [] }])
    expect(await refused(2, to('560003', 'upi'))).toEqual([409, { code: 'ONLY_COD_HERE', lines: [] }])
    for (const [pincode, method] of [
      ['560002', 'upi'],
      ['560003', 'cod'],
      ['560004', 'cod'],
    ] as const)
      expect((await buy(2, 100, to(pincode, method))).answer.status, pincode).toBe(200)
    await shop.sql("update public.delivery_rates set pin_list = 'served'")
    expect(await refused(2, to('560004', 'upi'))).toEqual([409, { code: 'PIN_NOT_SERVED', lines: [] }])
  })

  test('when the zone changed since the total was shown; the same key is accepted with the new one', async () => {
    const person = await shop.person()
    await shop.fillCart(person, { [await shop.product({ price: 100, weight_grams: 100 })]: 2 })
    const idempotency_key = freshKey()
    expect((await order(person, { idempotency_key, expected_total: 300 })).body).toMatchObject({ code: 'QUOTE_CHANGED' })
    expect((await order(person, { idempotency_key, expected_total: 309 })).status).toBe(200)
  })
})
