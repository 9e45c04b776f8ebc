/** Manual orders: refusals, transactions, the customer search, and data past its retention period. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { placeOrder } from '../place-order/place-order.ts'
import {
  UTR,
  address,
  admin,
  call,
  counter,
  everything,
  make,
  meena,
  openManualOrders,
  owner,
  rows,
  shop,
  stockOf,
  telephone,
} from '../testing/manual-orders.ts'
import type { Person } from '../testing/shop.ts'
import { createManualOrder } from './create-manual-order.ts'
import { quoteManualOrder } from './quote-manual-order.ts'

openManualOrders(() => createDatabase('shop'))

describe('refused, with nothing written', () => {
  async function refusal(body: Record<string, unknown>, answer: { status: number; body: Record<string, unknown> }) {
    const before = await everything()
    expect(await call(createManualOrder, admin, body)).toEqual(answer)
    expect(await everything()).toEqual(before)
  }

  test('invalid lines, each by name', async () => {
    const [few, least, dear] = await Promise.all([
      shop.product({ name: 'Few', stock: 5 }),
      shop.product({ name: 'Least', min_order_quantity: 6 }),
      shop.product({ name: 'Dear', price: 90, mrp: 100 }),
    ])
    const lines = [
      { product_id: few, quantity: 6 },
      { product_id: least, quantity: 2 },
      { product_id: dear, quantity: 1, unit_price: 100.01, reason: 'x' },
    ]
    const refused = [
      { product_id: few, name: 'Few', code: 'OUT_OF_STOCK', old: 6, new: 5 },
      { product_id: least, name: 'Least', code: 'BELOW_MINIMUM', old: 2, new: 6 },
      { product_id: dear, name: 'Dear', code: 'ABOVE_MRP', old: 100.01, new: 100 },
    ]
    await refusal(telephone(lines, { expected_total: 1 }), { status: 409, body: { code: 'OUT_OF_STOCK', lines: refused } })
    expect((await call(quoteManualOrder, admin, telephone(lines))).body).toMatchObject({ refused, totals: { goods_total: 900.01 } })
    // staff may allow less than the minimum quantity, which is recorded
    const { body } = await make(telephone([{ product_id: least, quantity: 2, below_minimum: true }]))
    expect(await rows('select kind, listed, given from public.order_overrides where order_id = $1', body.order?.id)).toEqual([
      { kind: 'minimum', listed: '6.00', given: '2.00' },
    ])
  })

  test('a price that changed since it was shown', async () => {
    const product = await shop.product({ price: 110 })
    const body = telephone([{ product_id: product, quantity: 2 }], { expected_total: 300, expected_lines: [{ product_id: product, unit_price: 100 }] })
    await refusal(body, {
      status: 409,
      body: { code: 'QUOTE_CHANGED', lines: [{ product_id: product, name: 'Kumkum', code: 'QUOTE_CHANGED', old: 100, new: 110 }] },
    })
  })

  test('an unknown coupon, and a discount without effect', async () => {
    const product = await shop.product({ price: 1500 })
    const lines = [{ product_id: product, quantity: 1 }]
    await refusal(telephone(lines, { coupon_code: 'NOPE', expected_total: 1 }), { status: 400, body: { code: 'COUPON_INVALID', reason: 'UNKNOWN' } })
    const discount = { kind: 'amount', value: 50, reason: 'x' }
    await refusal(telephone(lines, { discount, expected_total: 1550 }), { status: 400, body: { code: 'DISCOUNT_NO_GAIN' } })
    const { body } = await make(telephone(lines, { discount, delivery: 'free' }))
    expect(body.order?.total_amount).toBe(1450)
    expect(await rows('select kind, listed, given from public.order_overrides where order_id = $1 order by kind', body.order?.id)).toEqual([
      { kind: 'delivery', listed: '100.00', given: '0.00' },
      { kind: 'discount', listed: null, given: '50.00' },
    ])
  })

  test('a payment method that the shop has not enabled', async () => {
    await shop.sql('update public.settings set cod_enabled = false, upi_vpa = null')
    const lines = [{ product_id: await shop.product(), quantity: 1 }]
    for (const payment of [{ method: 'cod' }, { method: 'upi' }]) {
      await refusal(telephone(lines, { payment, expected_total: 200 }), { status: 400, body: { code: 'PAYMENT_METHOD_UNAVAILABLE' } })
    }
    // a payment already received needs no link
    expect((await make(telephone(lines, { payment: { method: 'upi', received: true, reference: UTR() } }))).status).toBe(200)
  })

  test('an address that contradicts itself, until a GSTIN of another State is confirmed', async () => {
    const lines = [{ product_id: await shop.product({ price: 1500 }), quantity: 1 }]
    const ordered = (changes: object) => telephone(lines, { buyer: { ...address, user_id: meena.id, ...changes }, expected_total: 1500 })
    const refused = (body: Record<string, unknown>) => call(createManualOrder, admin, body)
    expect(await refused(ordered({ state: 'Karnataka' }))).toMatchObject({ status: 400, body: { code: 'INVALID', codes: { pincode: 'PINCODE_STATE' } } })
    expect(await refused(ordered({ gstin: '29ABCDE1234F1ZW' }))).toMatchObject({ status: 400, body: { code: 'INVALID', codes: { gstin: 'GSTIN_STATE' } } })
    expect((await make(ordered({ gstin: '29ABCDE1234F1ZW', gstin_confirmed: '29-27' }))).status).toBe(200)
  })

  test('an invalid field, by its name', async () => {
    const product = await shop.product()
    const line = { product_id: product, quantity: 1 }
    const wrong: [string, Record<string, unknown>][] = [
      ['lines', { lines: [{ ...line, quantity: 0.5 }] }],
      ['lines', { lines: [line, line] }],
      ['lines', { lines: [{ ...line, unit_price: 90 }] }],
      ['lines', { lines: [{ ...line, unit_price: 0, reason: 'x' }] }],
      ['discount', { discount: { kind: 'percent', value: 101, reason: 'x' } }],
      ['discount_reason', { discount: { kind: 'percent', value: 10, reason: ' ' } }],
      ['channel', { channel: 'online' }],
      ['payment', { payment: { method: 'razorpay' } }],
      ['payment', { delivery: 'collected', payment: { method: 'cod' } }],
      ['reference', { payment: { method: 'bank', received: true, reference: '12' } }],
      ['hand_over', { hand_over: true, payment: { method: 'cash' } }],
      ['hand_over', { hand_over: true, delivery: 'collected', payment: { method: 'upi', received: false } }],
      ['pincode', { buyer: { ...address, pincode: '12' } }],
      ['buyer', { buyer: { ...address, user_id: randomUUID() } }],
      ['expected_total', { expected_total: undefined }],
    ]
    for (const [field, changes] of wrong) {
      const before = await everything()
      const answer = await call(createManualOrder, admin, { ...telephone([line]), expected_total: 200, ...changes })
      expect({ status: answer.status, fields: Object.keys(answer.body['fields'] ?? {}) }, field).toEqual({ status: 400, fields: [field] })
      expect(await everything()).toEqual(before)
    }
  })
})

describe('one transaction or nothing', () => {
  test('a failure in any table leaves nothing of the order', async () => {
    const product = await shop.product()
    const body = counter([{ product_id: product, quantity: 2, unit_price: 90, reason: 'x' }], {
      buyer: { user_id: meena.id, full_name: 'Meena' },
      expected_total: 180,
    })
    const before = await everything()
    await shop.sql("create function public.test_fail() returns trigger language plpgsql as $$ begin raise exception 'test failure'; end $$")
    try {
      for (const at of [
        'insert on public.order_items',
        'update on public.products',
        'insert on public.payments',
        'update on public.payments',
        'insert on public.order_overrides',
        'insert on public.documents',
        'insert on public.order_status_history',
        'update on private.order_requests',
        'insert on private.mails',
      ]) {
        await shop.sql(`create trigger test_fail before ${at} for each row execute function public.test_fail()`)
        await expect(call(createManualOrder, admin, body), at).rejects.toThrow('test failure')
        await shop.sql(`drop trigger test_fail on ${at.split(' ').at(-1)}`)
        expect(await everything(), at).toEqual(before)
      }
    } finally {
      await shop.sql('drop function public.test_fail cascade')
    }
    expect((await call(createManualOrder, admin, body)).status).toBe(200)
  })

  test('the same key creates one order however often it is sent, and another body is refused', async () => {
    const product = await shop.product({ price: 1500 })
    const body = telephone([{ product_id: product, quantity: 1 }], { expected_total: 1500 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => call(createManualOrder, admin, body)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map((answer) => answer.body.order?.id)).size).toBe(1)
    expect(await stockOf(product)).toBe(99)
    expect(await call(createManualOrder, admin, { ...body, channel: 'whatsapp' })).toMatchObject({
      status: 409,
      body: { code: 'KEY_REUSED', lines: [], order_id: expect.any(String) as string },
    })
  })

  test('concurrent with online orders it never oversells', async () => {
    const [first, second] = await Promise.all([shop.product({ stock: 20, price: 1500 }), shop.product({ stock: 20, price: 1500 })])
    const buyers = await shop.people(20)
    for (const buyer of buyers) await shop.fillCart(buyer, { [second]: 1, [first]: 1 })
    const online = buyers.map(async (buyer) => {
      const body = { idempotency_key: randomUUID(), payment_method: 'cod', shipping: { ...address, email: buyer.email } }
      return (await placeOrder(new Request('http://x.example/', { method: 'POST', body: JSON.stringify(body) }), shop.context(buyer))).status
    })
    const lines = [
      { product_id: first, quantity: 1 },
      { product_id: second, quantity: 1 },
    ]
    const byHand = Array.from(
      { length: 20 },
      async () => (await call(createManualOrder, admin, telephone(lines, { buyer: address, expected_total: 3000 }))).status,
    )
    const answers = await Promise.all([...online, ...byHand])
    expect(answers.filter((status) => status === 200)).toHaveLength(20)
    expect(answers.filter((status) => status === 409)).toHaveLength(20)
    expect([await stockOf(first), await stockOf(second)]).toEqual([0, 0])
    expect(await rows('select * from private.check_stock_sums()')).toEqual([])
  })

  test('two staff members cannot use a customer’s single-use coupon twice', async () => {
    await shop.sql("insert into public.discounts (code, kind, value, customer_limit) values ('ONCE', 'amount', 50, 1)")
    const product = await shop.product({ price: 1600 })
    const [fresh] = (await shop.people(1)) as [Person]
    const body = () =>
      telephone([{ product_id: product, quantity: 1 }], { buyer: { ...address, user_id: fresh.id }, coupon_code: 'ONCE', expected_total: 1550 })
    const answers = await Promise.all([call(createManualOrder, admin, body()), call(createManualOrder, owner, body())])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })
})

describe('the customer on the telephone', () => {
  const find = (person: Person, text: string) =>
    shop.context(person).asUser((query) => query<Record<string, unknown>>('select id, full_name, phone, email, orders from public.find_buyers($1)', [text]))

  test('is found by name, company, telephone and GSTIN, by email for owners only, and not by customers', async () => {
    await shop.sql("update public.profiles set gstin = '27AAPFU0939F1ZV' where id = $1", [meena.id])
    for (const text of ['meena kul', 'glow stu', '+91 98220 00164', '27aapfu0939f1zv']) {
      expect((await find(admin, text))[0], text).toMatchObject({ id: meena.id, email: null })
    }
    expect(await find(admin, meena.email)).toEqual([])
    expect(await find(owner, meena.email)).toMatchObject([{ id: meena.id, email: meena.email }])
    expect(await find(admin, '%')).toEqual([])
    await expect(find(meena, 'meena')).rejects.toMatchObject({ code: '42501' })
    await shop.sql('update public.profiles set gstin = null where id = $1', [meena.id])
  })

  test('without an account is found by their newest order', async () => {
    await make(telephone([{ product_id: await shop.product(), quantity: 1 }], { buyer: { ...address, full_name: 'Savitri Rao', phone: '9000000017' } }))
    expect(await find(admin, 'savitri')).toMatchObject([{ id: null, full_name: 'Savitri Rao', phone: '9000000017' }])
    expect(await find(admin, '90000 00017')).toHaveLength(1)
  })
})

describe('data past its retention', () => {
  test('half a year after it, an order without an account loses telephone, email and reasons; without an invoice its name too', async () => {
    const buyer = { ...address, phone: '9000000018', email: 'guest@buyer.example' }
    const line = { product_id: await shop.product(), quantity: 1, unit_price: 90, reason: 'Neighbour of Asha' }
    const sold = (await make(counter([line], { buyer }))).body.order?.id
    const dropped = (await make(telephone([line], { buyer }))).body.order?.id
    await shop.sql("update public.orders set status = 'cancelled', cancel_reason = 'Changed their mind' where id = $1", [dropped])
    const erase = async () => (await rows<{ n: number }>('select private.erase_guests(100) as n'))[0]?.n
    expect(await erase()).toBe(0)
    await shop.sql('alter table public.orders disable trigger user')
    await shop.sql("update public.orders set updated_at = now() - interval '181 days' where id = any ($1::uuid[])", [[sold, dropped]])
    await shop.sql('alter table public.orders enable trigger user')
    expect(await erase()).toBe(2)
    const left = await rows('select id, full_name, address, phone, email from public.orders where id = any ($1::uuid[])', [sold, dropped])
    expect(left).toContainEqual({ id: sold, full_name: 'Meena Kulkarni', address: 'Shop 4, Laxmi Road', phone: '', email: '' })
    expect(left).toContainEqual({ id: dropped, full_name: 'Deleted customer', address: 'Erased', phone: '', email: '' })
    expect(await rows('select distinct reason from public.order_overrides where order_id = any ($1::uuid[])', [sold, dropped])).toEqual([{ reason: 'Erased' }])
    expect(await erase()).toBe(0)
  })

  test('deleting an account deletes the reasons', async () => {
    const [gone] = (await shop.people(1)) as [Person]
    const { body } = await make(
      counter([{ product_id: await shop.product(), quantity: 1, unit_price: 90, reason: 'Wedding order' }], {
        buyer: { user_id: gone.id, full_name: 'Gone' },
      }),
    )
    await shop.sql('delete from auth.users where id = $1', [gone.id])
    expect(await rows('select reason from public.order_overrides where order_id = $1', body.order?.id)).toEqual([{ reason: 'Erased' }])
  })
})
