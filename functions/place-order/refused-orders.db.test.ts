import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { freshKey, orderingIn, resetSettings, shipping } from '../testing/ordering.ts'
import { openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
})
afterAll(() => shop.close())
beforeEach(() => resetSettings(shop))

const { order, send, count, stockOf, tracesOf } = orderingIn(() => shop)

test('a blocked account cannot order with a valid token, and can order again once unblocked', async () => {
  const [buyer, other] = (await shop.people(2)) as [Person, Person]
  const product = await shop.product()
  await shop.fillCart(buyer, { [product]: 1 })
  await shop.fillCart(other, { [product]: 1 })
  await shop.sql("insert into public.account_blocks (user_id, reason) values ($1, 'Never pays')", [buyer.id])
  expect(await order(buyer)).toMatchObject({ status: 403, body: { code: 'ACCOUNT_BLOCKED' } })
  expect(Object.values(await tracesOf(buyer)).every((traces) => traces === 0)).toBe(true)
  expect(await stockOf(product)).toBe(100)
  expect((await order(other)).status).toBe(200)
  await shop.sql('delete from public.account_blocks where user_id = $1', [buyer.id])
  expect((await order(buyer)).status).toBe(200)
})

describe('an order is refused', () => {
  let buyer: Person
  let product: string
  beforeEach(async () => {
    buyer = await shop.person()
    product = await shop.product({ stock: 5, min_order_quantity: 2 })
  })
  async function expectRefusal(changes: Record<string, unknown>, status: number, body: Record<string, unknown>) {
    expect(await order(buyer, changes)).toEqual({ status, body })
    expect(Object.values(await tracesOf(buyer)).every((n) => n === 0)).toBe(true)
    expect(await stockOf(product)).toBe(5)
  }

  test('when the cart is empty', () => expectRefusal({}, 409, { code: 'EMPTY_CART', lines: [] }))

  test('when stock is insufficient, and the cart is unchanged', async () => {
    await shop.fillCart(buyer, { [product]: 6 })
    await expectRefusal({}, 409, { code: 'OUT_OF_STOCK', lines: [{ product_id: product, name: 'Kumkum', code: 'OUT_OF_STOCK', old: 6, new: 5 }] })
    expect(await count('public.cart_items', 'user_id = $1', [buyer.id])).toBe(1)
  })

  test('when the product was withdrawn', async () => {
    await shop.fillCart(buyer, { [product]: 2 })
    await shop.sql("update public.products set status = 'archived' where id = $1", [product])
    await expectRefusal({}, 409, { code: 'OUT_OF_STOCK', lines: [{ product_id: product, name: 'Kumkum', code: 'OUT_OF_STOCK', old: 2, new: 0 }] })
  })

  test('below the minimum order', async () => {
    await shop.fillCart(buyer, { [product]: 1 })
    await expectRefusal({}, 409, { code: 'BELOW_MINIMUM', lines: [{ product_id: product, name: 'Kumkum', code: 'BELOW_MINIMUM', old: 1, new: 2 }] })
  })

  test('when the price differs from the one shown', async () => {
    await shop.fillCart(buyer, { [product]: 2 })
    await shop.sql('update public.products set price = 110 where id = $1', [product])
    await expectRefusal({ expected_total: 300, expected_lines: [{ product_id: product, unit_price: 100 }] }, 409, {
      code: 'QUOTE_CHANGED',
      lines: [{ product_id: product, name: 'Kumkum', code: 'QUOTE_CHANGED', old: 100, new: 110 }],
    })
  })

  test('with a payment method that the shop has not enabled', async () => {
    await shop.fillCart(buyer, { [product]: 2 })
    await shop.sql('update public.settings set cod_enabled = false')
    for (const payment_method of ['cod', 'upi', 'razorpay']) await expectRefusal({ payment_method }, 400, { code: 'PAYMENT_METHOD_UNAVAILABLE' })
  })

  test('with an unknown coupon', async () => {
    await shop.fillCart(buyer, { [product]: 2 })
    await expectRefusal({ coupon_code: 'DIWALI' }, 400, { code: 'COUPON_INVALID', reason: 'UNKNOWN' })
  })

  test('with an invalid field, by its name', async () => {
    expect(await order(buyer, { shipping: { ...shipping, pincode: '12' } })).toMatchObject({
      status: 400,
      body: { code: 'INVALID', fields: { pincode: expect.any(String) } },
    })
  })

  test('with a body that is not a JSON object', async () => {
    for (const body of ['{', '[]', 'null', '']) expect(await send(buyer, { method: 'POST', body })).toMatchObject({ status: 400, body: { code: 'INVALID' } })
  })

  test('when signed out, and with any method but POST', async () => {
    expect((await order(null)).status).toBe(401)
    expect((await order({ id: crypto.randomUUID(), email: 'deleted@buyer.example' })).status).toBe(401)
    expect((await send(buyer, { method: 'GET' })).status).toBe(405)
  })

  test('and a refused key may be used again for the corrected cart', async () => {
    const idempotency_key = freshKey()
    expect((await order(buyer, { idempotency_key })).body.code).toBe('EMPTY_CART')
    await shop.fillCart(buyer, { [product]: 2 })
    expect((await order(buyer, { idempotency_key })).status).toBe(200)
  })
})

describe('an address that contradicts itself', () => {
  test('is refused with a code: a PIN code of another State, and a GSTIN of another State until it is confirmed', async () => {
    const buyer = await shop.person()
    await shop.fillCart(buyer, { [await shop.product()]: 1 })
    expect(await order(buyer, { shipping: { ...shipping, pincode: '400001' } })).toEqual({
      status: 400,
      body: {
        code: 'INVALID',
        fields: { pincode: 'PIN code 400001 belongs to Maharashtra. Please correct the PIN code or the State.' },
        codes: { pincode: 'PINCODE_STATE' },
      },
    })
    const elsewhere = { ...shipping, gstin: '27ABCDE1234F1Z0' }
    expect(await order(buyer, { shipping: elsewhere })).toMatchObject({ status: 400, body: { code: 'INVALID', codes: { gstin: 'GSTIN_STATE' } } })
    expect(Object.values(await tracesOf(buyer)).every((traces) => traces === 0)).toBe(true)
    const placed = await order(buyer, { shipping: { ...elsewhere, gstin_confirmed: '27-29' } })
    expect(placed.status).toBe(200)
    // the tax depends on the place of delivery, not on the GSTIN
    expect(
      (await shop.sql('select place_of_supply, gstin, cgst::float, igst::float > 0 as igst from public.orders where user_id = $1', [buyer.id]))[0],
    ).toEqual({
      place_of_supply: '29',
      gstin: '27ABCDE1234F1Z0',
      cgst: 0,
      igst: true,
    })
  })
})
