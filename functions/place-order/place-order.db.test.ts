import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { quote } from '#domain/quote/quote.ts'
import { toRupees } from '#domain/money/money.ts'
import { readSettings } from '#domain/shop/settings.ts'
import { chargesTotal } from '#domain/quote/charges.ts'
import { createDatabase } from '#server/testing/database.ts'
import { openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'
import { placeOrder } from './place-order.ts'
import type { OrderAnswer } from '../orders/new-order.ts'

const shipping = {
  full_name: 'Meera Nair',
  company_name: 'Looks by Meera',
  gstin: '29ABCDE1234F1ZW',
  address: '48, 12th Main, Indiranagar',
  city: 'Bengaluru',
  state: 'Karnataka',
  pincode: '560038',
  email: 'meera@looksbymeera.example',
  phone: '9845011234',
}

/** The same buyer in the shop's own State. */
const home = { pincode: '411001', gstin: '27ABCDE1234F1Z0' }

let shop: TestShop
beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.sql(
    "update public.settings set cod_enabled = true, upi_vpa = null, forced_gst_percent = 18, prices_include_gst = true, state_code = '27', gstin = '27ABCDE1234F1Z0'",
  )
})

let keys = 0
const freshKey = () => `key-0000-${++keys}`

async function order(person: Person | null, changes: Record<string, unknown> = {}) {
  const body = { idempotency_key: freshKey(), shipping, payment_method: 'cod', ...changes }
  return send(person, { method: 'POST', body: JSON.stringify(body) })
}
async function send(person: Person | null, init: RequestInit) {
  const response = await placeOrder(new Request('http://shop.example/functions/v1/place-order', init), shop.context(person))
  return { status: response.status, body: (await response.json()) as Record<string, unknown> & OrderAnswer }
}
const count = async (table: string, where = 'true', values: unknown[] = []) =>
  Number((await shop.sql<{ n: string }>(`select count(*) as n from ${table} where ${where}`, values))[0]?.n)
const stockOf = async (id: string) => (await shop.sql<{ stock: number }>('select stock from public.products where id = $1', [id]))[0]?.stock

/** Counts all rows that an order writes for one buyer; all zero after a refusal. */
async function tracesOf({ id }: Person) {
  const own = 'order_id in (select id from public.orders where user_id = $1)'
  return Object.fromEntries(
    await Promise.all([
      ...['public.orders', 'private.order_requests', 'public.notifications'].map(async (table) => [table, await count(table, 'user_id = $1', [id])] as const),
      ...['public.order_items', 'public.payments', 'public.stock_movements', 'public.order_status_history'].map(
        async (table) => [table, await count(table, own, [id])] as const,
      ),
    ]),
  )
}

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

describe('an order placed', () => {
  test('stores the quote to the paisa, takes stock, empties the cart and writes all its rows', async () => {
    const buyer = await shop.person()
    const lipstick = await shop.product({
      name: 'Laali Lipstick',
      sku: 'LAALI-1',
      price: 149,
      mrp: 199,
      pricing_tiers: JSON.stringify([{ min_quantity: 6, discount_percent: 12 }]),
    })
    const mask = await shop.product({ name: 'नूर उबटन', sku: 'NOOR-1', price: 199, retail_price: 187.35, hsn: '3304' })
    await shop.fillCart(buyer, { [lipstick]: 6, [mask]: 1 })

    const { status, body } = await order(buyer, { expected_total: 1074.07 })
    expect(status).toBe(200)
    expect(body).toEqual({
      order: { id: expect.any(String), status: 'pending', subtotal_base: 825.48, total_gst: 148.59, shipping_cost: 100, total_amount: 1074.07 },
      payment: { method: 'cod', state: 'cod_pending' },
    })

    const [row] = await shop.sql('select * from public.orders where id = $1', [body.order.id])
    expect(row).toMatchObject({
      user_id: buyer.id,
      status: 'pending',
      full_name: 'Meera Nair',
      company_name: 'Looks by Meera',
      gstin: '29ABCDE1234F1ZW',
      state: 'Karnataka',
      place_of_supply: '29',
      seller_state: '27',
      prices_include_gst: true,
      goods_total: '974.07',
      discount_total: '0.00',
      subtotal_base: '825.48',
      total_gst: '148.59',
      cgst: '0.00',
      sgst: '0.00',
      igst: '148.59',
      shipping_cost: '100.00',
      total_amount: '1074.07',
      payment_method: 'cod',
      payment_state: 'cod_pending',
    })
    expect(row?.['charges']).toEqual([{ kind: 'delivery', label: 'Delivery', cost: 100, amount: 100, taxable: 84.75, gst: 15.25, rate: 18 }])
    const items = await shop.sql('select * from public.order_items where order_id = $1 order by sku', [body.order.id])
    expect(items).toMatchObject([
      {
        product_id: lipstick,
        product_name: 'Laali Lipstick',
        sku: 'LAALI-1',
        quantity: 6,
        unit_price: '131.12',
        total: '786.72',
        taxable: '666.71',
        igst: '120.01',
        rate: '18.00',
      },
      { product_id: mask, product_name: 'नूर उबटन', hsn: '3304', quantity: 1, unit_price: '187.35', total: '187.35', taxable: '158.77', igst: '28.58' },
    ])
    expect(await stockOf(lipstick)).toBe(94)
    expect(await count('public.cart_items', 'user_id = $1', [buyer.id])).toBe(0)
    expect(await shop.sql('select quantity, reason from public.stock_movements where order_id = $1 order by quantity', [body.order.id])).toMatchObject([
      { quantity: -6 },
      { quantity: -1 },
    ])
    expect(await shop.sql('select method, state, amount from public.payments where order_id = $1', [body.order.id])).toEqual([
      { method: 'cod', state: 'cod_pending', amount: '1074.07' },
    ])
    expect(await shop.sql('select status, created_by from public.order_status_history where order_id = $1', [body.order.id])).toEqual([
      { status: 'pending', created_by: buyer.id },
    ])
    expect(await count('public.notifications', "user_id = $1 and type = 'order_update'", [buyer.id])).toBe(1)
    expect(await count('private.mails', "kind = 'order_placed' and data::text like '%' || $1 || '%'", [body.order.id])).toBe(1)
  })

  test('of a shop without a GSTIN contains no GST, whatever the settings, and costs what is shown', async () => {
    await shop.sql('update public.settings set gstin = null, prices_include_gst = false, forced_gst_percent = 18')
    const buyer = await shop.person()
    const lipstick = await shop.product({ name: 'Laali', price: 118 })
    await shop.fillCart(buyer, { [lipstick]: 2 })
    const { status, body } = await order(buyer)
    expect(status).toBe(200)
    const [row] = await shop.sql('select * from public.orders where id = $1', [body.order.id])
    expect(row).toMatchObject({
      prices_include_gst: true,
      goods_total: '236.00',
      subtotal_base: '236.00',
      total_gst: '0.00',
      igst: '0.00',
      shipping_cost: '100.00',
      charges: [{ kind: 'delivery', amount: 100, taxable: 100, gst: 0 }],
      total_amount: '336.00',
    })
    expect(await shop.sql('select rate, taxable, total from public.order_items where order_id = $1', [body.order.id])).toEqual([
      { rate: '0.00', taxable: '236.00', total: '236.00' },
    ])
  })

  test('costs what the quote on the screen says, whatever is in the cart', async () => {
    const [settingsRow] = await shop.sql('select * from public.settings')
    for (const [state, rates, prices] of [
      ['Maharashtra', null, true],
      ['Karnataka', 18, false],
      ['Maharashtra', 18, false],
    ] as const) {
      await shop.sql('update public.settings set forced_gst_percent = $1, prices_include_gst = $2', [rates, prices])
      const buyer = await shop.person()
      const products = [
        { price: 33.33, gst_percent: 5, stock: 100 },
        { price: 17.01, gst_percent: 18, stock: 100, pricing_tiers: JSON.stringify({ a: { min_quantity: 3, discount_percent: 7.5 } }) },
        { price: 0.99, gst_percent: 0, stock: 100 },
      ]
      const quantities: Record<string, number> = {}
      const lines = []
      for (const [index, columns] of products.entries()) {
        const productId = await shop.product(columns)
        quantities[productId] = 3 + index
        lines.push({
          productId,
          quantity: 3 + index,
          product: { name: '', sku: '', hsn: null, unit: 'NOS', retail_price: null, mrp: null, min_order_quantity: 1, pricing_tiers: null, ...columns },
        })
      }
      await shop.fillCart(buyer, quantities)
      const shown = quote({ lines, settings: { ...readSettings(settingsRow ?? {}), forcedGstPercent: rates, pricesIncludeGst: prices }, deliveryState: state })
      const { body } = await order(buyer, { shipping: { ...shipping, state, ...(state === 'Maharashtra' ? home : {}) }, expected_total: toRupees(shown.total) })
      expect(body.order).toMatchObject({
        subtotal_base: toRupees(shown.subtotalBase),
        total_gst: toRupees(shown.totalGst),
        shipping_cost: toRupees(chargesTotal(shown.charges)),
        total_amount: toRupees(shown.total),
      })
    }
  })

  test('to be paid by UPI has a link with its exact amount', async () => {
    await shop.sql("update public.settings set upi_vpa = 'shringar@bank', store_name = 'Shringar'")
    const buyer = await shop.person()
    await shop.fillCart(buyer, { [await shop.product({ price: 1500 })]: 1 })
    const { body } = await order(buyer, { payment_method: 'upi' })
    expect(body.payment).toMatchObject({ method: 'upi', state: 'awaiting_payment' })
    const link = new URL(body.payment.upi_uri ?? '')
    expect(Object.fromEntries(link.searchParams)).toMatchObject({
      pa: 'shringar@bank',
      pn: 'Shringar',
      am: '1500.00',
      cu: 'INR',
      tr: body.order.id.replaceAll('-', ''),
    })
  })
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

describe('the same key', () => {
  test('twice in parallel places one order and gets the same response', async () => {
    const buyer = await shop.person()
    await shop.fillCart(buyer, { [await shop.product()]: 2 })
    const idempotency_key = freshKey()
    const answers = await Promise.all(Array.from({ length: 5 }, () => order(buyer, { idempotency_key })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body)
    expect(await count('public.orders', 'user_id = $1', [buyer.id])).toBe(1)
  })

  test('with another body is refused and names the order that it placed', async () => {
    const buyer = await shop.person()
    await shop.fillCart(buyer, { [await shop.product()]: 2 })
    const idempotency_key = freshKey()
    const placed = await order(buyer, { idempotency_key })
    expect(await order(buyer, { idempotency_key, shipping: { ...shipping, city: 'Mysuru' } })).toEqual({
      status: 409,
      body: { code: 'KEY_REUSED', lines: [], order_id: placed.body.order.id },
    })
  })

  test('of another buyer is another key', async () => {
    const product = await shop.product()
    const idempotency_key = freshKey()
    for (const buyer of await shop.people(2)) {
      await shop.fillCart(buyer, { [product]: 1 })
      expect((await order(buyer, { idempotency_key })).status).toBe(200)
    }
  })
})

describe('under load', () => {
  test('two keys at once for one cart place one order', async () => {
    const buyer = await shop.person()
    await shop.fillCart(buyer, { [await shop.product()]: 2 })
    const answers = await Promise.all([order(buyer), order(buyer)])
    expect(answers.map(({ status, body }) => (status === 200 ? 'placed' : body.code)).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      'EMPTY_CART',
      'placed',
    ])
  })

  test('100 customers of a product with stock 50 buy exactly 50', async () => {
    const buyers = await shop.people(100)
    const product = await shop.product({ stock: 50 })
    for (const buyer of buyers) await shop.fillCart(buyer, { [product]: 1 })
    const answers = await Promise.all(buyers.map((buyer) => order(buyer)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50)
    expect(answers.filter(({ body }) => body.code === 'OUT_OF_STOCK')).toHaveLength(50)
    expect(await stockOf(product)).toBe(0)
    expect(await count('public.order_items', 'product_id = $1', [product])).toBe(50)
    const [sum] = await shop.sql<{ moved: string }>(
      'select sum(quantity) as moved from public.stock_movements where product_id = $1 and order_id is not null',
      [product],
    )
    expect(Number(sum?.moved)).toBe(-50)
  })

  test('carts with the same products in opposite order wait for each other instead of failing', async () => {
    const goods = await Promise.all(Array.from({ length: 4 }, () => shop.product({ stock: 1000 })))
    const buyers = await shop.people(24)
    for (const [index, buyer] of buyers.entries()) {
      for (const product of index % 2 ? goods : goods.toReversed()) await shop.fillCart(buyer, { [product]: 1 })
    }
    const answers = await Promise.all(buyers.map((buyer) => order(buyer)))
    expect(answers.map(({ status }) => status)).toEqual(buyers.map(() => 200))
  })
})

describe('a failure within the transaction', () => {
  test('leaves nothing behind', async () => {
    const buyer = await shop.person()
    const product = await shop.product()
    await shop.fillCart(buyer, { [product]: 2 })
    await shop.sql("create function public.test_fail() returns trigger language plpgsql as $$ begin raise exception 'test failure'; end $$")
    await shop.sql('create trigger test_fail before insert on public.payments for each row execute function public.test_fail()')
    try {
      await expect(order(buyer)).rejects.toThrow('test failure')
    } finally {
      await shop.sql('drop function public.test_fail cascade')
    }
    expect(Object.values(await tracesOf(buyer)).every((n) => n === 0)).toBe(true)
    expect(await stockOf(product)).toBe(100)
    expect((await order(buyer)).status).toBe(200)
  })
})
