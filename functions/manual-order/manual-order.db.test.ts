/** Orders that the shop writes down: who may, what is written in one transaction, what is refused, and what the papers say. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import type { FunctionContext } from '../context.ts'
import { gstReturn } from '../gst-return/gst-return.ts'
import { placeOrder } from '../place-order/place-order.ts'
import { openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'
import { createManualOrder } from './create-manual-order.ts'
import { quoteManualOrder } from './quote-manual-order.ts'

let shop: TestShop
let admin: Person
let owner: Person
let meena: Person

const address = { full_name: 'Meena Kulkarni', phone: '9822000164', address: 'Shop 4, Laxmi Road', city: 'Pune', state: 'Maharashtra', pincode: '411030' }
const UTR = () => `${Math.floor(Math.random() * 9e11) + 1e11}`

beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
  ;[admin, owner, meena] = (await shop.people(3)) as [Person, Person, Person]
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'admin'), ($2, 'super_admin')", [admin.id, owner.id])
  await shop.sql("update public.profiles set full_name = 'Meena Kulkarni', company_name = 'Glow Studio', phone = '9822000164' where id = $1", [meena.id])
})
afterAll(() => shop.close())
beforeEach(() =>
  shop.sql(`update public.settings set cod_enabled = true, upi_vpa = 'shop@bank', forced_gst_percent = 18, prices_include_gst = true, state_code = '27', city = 'Mumbai',
    pincode = '400002', gstin = '27ABCDE1234F1Z0'`),
)

type Answer = {
  status: number
  body: Record<string, unknown> & {
    order?: { id: string; status: string; total_amount: number }
    lines?: Record<string, unknown>[]
    totals?: Record<string, unknown>
  }
}
async function call(work: typeof createManualOrder, person: Person | null, body: unknown, context: Partial<FunctionContext> = {}): Promise<Answer> {
  const request = new Request('http://shop.example/functions/v1/x', { method: 'POST', body: JSON.stringify(body) })
  const answer = await work(request, { ...shop.context(person), ...context })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}
const telephone = (lines: object[], changes: Record<string, unknown> = {}) => ({
  idempotency_key: randomUUID(),
  channel: 'telephone',
  buyer: { ...address, user_id: meena.id },
  lines,
  delivery: 'rule',
  payment: { method: 'cod' },
  ...changes,
})
const counter = (lines: object[], changes: Record<string, unknown> = {}) => ({
  ...telephone(lines),
  channel: 'counter',
  buyer: {},
  delivery: 'collected',
  payment: { method: 'cash' },
  hand_over: true,
  ...changes,
})
/** As the screen does it: first the quote, then the order at its total. */
async function make(body: Record<string, unknown>, person: Person = admin): Promise<Answer> {
  const quoted = await call(quoteManualOrder, person, body)
  expect(quoted.status).toBe(200)
  return call(createManualOrder, person, { ...body, expected_total: quoted.body.totals?.['total_amount'] })
}
const rows = <R extends Record<string, unknown>>(text: string, ...values: unknown[]) => shop.sql<R>(text, values)
const stockOf = async (id: string) => (await rows<{ stock: number }>('select stock from public.products where id = $1', id))[0]?.stock
const everything = async () =>
  (
    await rows(
      `select (select count(*) from public.orders) as orders, (select count(*) from public.order_items) as items, (select count(*) from public.payments) as payments,
         (select count(*) from public.stock_movements) as movements, (select count(*) from public.documents) as documents, (select count(*) from private.mails) as mails,
         (select count(*) from public.order_concessions) as concessions, (select count(*) from private.order_requests) as keys, (select sum(stock) from public.products) as stock,
         (select count(*) from public.notifications) as bells, (select count(*) from public.audit_log) as log, (select coalesce(sum(last_number), 0) from private.serial_counters) as serials,
         (select count(*) from public.discount_redemptions) as uses`,
    )
  )[0]

describe('who may make one', () => {
  test('an admin and a super admin; a customer and a visitor may not even ask for a price', async () => {
    const product = await shop.product()
    const body = telephone([{ product_id: product, quantity: 1 }])
    for (const work of [createManualOrder, quoteManualOrder]) {
      const before = await everything()
      expect(await call(work, meena, { ...body, expected_total: 200 })).toEqual({ status: 403, body: { code: 'ADMINS_ONLY' } })
      expect((await call(work, null, { ...body, expected_total: 200 })).status).toBe(401)
      expect(await everything()).toEqual(before)
    }
    for (const person of [admin, owner]) expect((await make(telephone([{ product_id: product, quantity: 1 }]), person)).status).toBe(200)
  })

  test('the database asks again: the desk writes none in a customer’s name, and none without an account as if it came online', async () => {
    const insert = (channel: string, madeBy: string | null, user: string | null) =>
      shop.context(null).asOrderDesk((query) =>
        query(
          `insert into public.orders (id, user_id, full_name, address, city, state, pincode, email, phone, place_of_supply, seller_state, prices_include_gst, goods_total, subtotal_base,
             total_gst, cgst, sgst, igst, total_amount, payment_method, payment_state, channel, made_by)
           values (gen_random_uuid(), $3, 'x', '', '', '', '400002', '', '', '27', '27', true, 0, 0, 0, 0, 0, 0, 0, 'cash', 'awaiting_payment', $1, $2)`,
          [channel, madeBy, user],
        ),
      )
    for (const [channel, madeBy, user] of [
      ['telephone', meena.id, null],
      ['telephone', null, meena.id],
      ['online', null, null],
    ] as const) {
      await expect(insert(channel, madeBy, user)).rejects.toMatchObject({ code: '42501' })
    }
    // the twin: an admin's passes the policy and fails only for want of lines
    await expect(insert('telephone', admin.id, null)).rejects.toMatchObject({ code: '23514' })
    const desk = (text: string, values: unknown[]) => shop.context(null).asOrderDesk((query) => query(text, values))
    await expect(desk('select private.open_manual_order($1, null, false)', [meena.id])).rejects.toMatchObject({ code: '42501' })
    await expect(desk("select private.finish_manual_order($1, $2, true, null, '[]', true, true, true)", [meena.id, randomUUID()])).rejects.toMatchObject({
      code: '42501',
    })
  })

  test('a blocked admin is none, and for a blocked customer nobody writes one', async () => {
    const line = { product_id: await shop.product(), quantity: 1 }
    const [blocked] = (await shop.people(1)) as [Person]
    await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'admin')", [blocked.id])
    await shop.sql("insert into public.account_blocks (user_id, reason) values ($1, 'Left the shop')", [blocked.id])
    const before = await everything()
    expect(await call(createManualOrder, blocked, telephone([line], { expected_total: 200 }))).toEqual({ status: 403, body: { code: 'ADMINS_ONLY' } })
    const forHim = telephone([line], { buyer: { ...address, user_id: blocked.id }, expected_total: 200 })
    expect(await call(createManualOrder, admin, forHim)).toEqual({ status: 403, body: { code: 'ACCOUNT_BLOCKED' } })
    expect(await everything()).toEqual(before)
  })

  test('an order that stands already is not finished a second time', async () => {
    const { body } = await make(telephone([{ product_id: await shop.product(), quantity: 1 }]))
    await expect(
      shop
        .context(null)
        .asOrderDesk((query) => query("select private.finish_manual_order($1, $2, false, null, '[]', true, false, true)", [admin.id, body.order?.id])),
    ).rejects.toMatchObject({ code: '42501' })
  })
})

describe('a telephone order for a customer', () => {
  test('carries tier, agreed price, coupon and a discount by hand, adds up to the paisa, and is in the admin’s name', async () => {
    await shop.sql("insert into public.discounts (code, kind, value, customer_limit) values ('PHONE10', 'percent', 10, 1)")
    const serum = await shop.product({ name: 'Serum', price: 338, mrp: 400, pricing_tiers: JSON.stringify([{ min_quantity: 24, discount_percent: 10 }]) })
    const gel = await shop.product({ name: 'Gel', price: 110, mrp: 165, pricing_tiers: JSON.stringify([{ min_quantity: 10, discount_percent: 5 }]) })
    await shop.fillCart(meena, { [serum]: 2 })
    const body = telephone(
      [
        { product_id: serum, quantity: 24 },
        { product_id: gel, quantity: 30, unit_price: 102, reason: 'Matched her old supplier' },
      ],
      { coupon_code: 'phone10', discount: { kind: 'amount', value: 300, reason: 'Two broken jars last time' }, accept: true },
    )
    const { status, body: answer } = await make(body)
    expect(status).toBe(200)
    // 24 × 304.20 less a tenth, 30 × 102; 300 off both in proportion
    expect(answer.order).toMatchObject({ status: 'processing', total_amount: 9330.72 })
    const id = answer.order?.id ?? ''
    const [order] = await rows('select * from public.orders where id = $1', id)
    expect(order).toMatchObject({
      user_id: meena.id,
      made_by: admin.id,
      channel: 'telephone',
      email: meena.email,
      coupon_code: 'PHONE10',
      discount_total: '1030.08',
      payment_state: 'cod_pending',
      place_of_supply: '27',
      igst: '0.00',
    })
    expect(order?.['offers']).toMatchObject([
      { name: 'PHONE10', amount: 730.08 },
      { id: 'by-hand', name: 'Discount by the shop', amount: 300 },
    ])
    expect(
      await rows('select product_name, quantity, unit_price, discount, total from public.order_items where order_id = $1 order by product_name', id),
    ).toEqual([
      { product_name: 'Gel', quantity: 30, unit_price: '102.00', discount: '95.32', total: '2964.68' },
      { product_name: 'Serum', quantity: 24, unit_price: '304.20', discount: '934.76', total: '6366.04' },
    ])
    expect(await rows('select kind, product_id, listed, given, reason from public.order_concessions where order_id = $1 order by kind', id)).toEqual([
      { kind: 'discount', product_id: null, listed: null, given: '300.00', reason: 'Two broken jars last time' },
      { kind: 'price', product_id: gel, listed: '104.50', given: '102.00', reason: 'Matched her old supplier' },
    ])
    expect(await rows('select status, created_by from public.order_status_history where order_id = $1 order by created_at, status desc', id)).toEqual([
      { status: 'processing', created_by: admin.id },
      { status: 'pending', created_by: admin.id },
    ])
    const log = await rows<{ actor: string; table_name: string }>(
      'select actor, table_name, action, changes from public.audit_log where row_id = $1 order by id',
      id,
    )
    expect(new Set(log.map(({ actor }) => actor))).toEqual(new Set([admin.id]))
    expect(log).toContainEqual(
      expect.objectContaining({
        table_name: 'order_concessions',
        changes: expect.objectContaining({ listed: [null, 104.5], given: [null, 102], reason: null }),
      }),
    )
    expect(log).toContainEqual(
      expect.objectContaining({ table_name: 'orders', action: 'insert', changes: expect.objectContaining({ channel: [null, 'telephone'], phone: null }) }),
    )
    // the invoice shows the price that was charged
    const [document] = await rows<{ content: { items: unknown[] } }>('select content from public.documents where order_id = $1', id)
    expect(document?.content.items).toContainEqual(expect.objectContaining({ product_name: 'Gel', unit_price: 102, discount: 95.32, total: 2964.68 }))
    // her cart, her bell, her mail
    expect(await rows('select quantity from public.cart_items where user_id = $1', meena.id)).toEqual([{ quantity: 2 }])
    expect(await rows('select kind, recipient from private.mails where data ->> $1 = $2 order by id', 'order_id', id)).toEqual([
      { kind: 'order_placed', recipient: meena.email },
      { kind: 'order_status', recipient: meena.email },
    ])
    expect(await rows('select 1 as one from public.notifications where order_id = $1', id)).toHaveLength(2)
    expect(await stockOf(gel)).toBe(70)
    // she sees the order, and no reason
    const seen = await shop.context(meena).asUser((query) => query('select id from public.order_concessions'))
    expect(seen).toEqual([])
    expect(await shop.context(meena).asUser((query) => query('select id from public.orders where id = $1', [id]))).toHaveLength(1)
    expect(await shop.context(admin).asUser((query) => query('select id from public.order_concessions where order_id = $1', [id]))).toHaveLength(2)
    // used once, it is used up for her
    expect(await call(createManualOrder, admin, { ...body, idempotency_key: randomUUID(), expected_total: 1 })).toMatchObject({
      status: 400,
      body: { code: 'COUPON_INVALID', reason: 'ALREADY_USED' },
    })
  })

  test('to another State has IGST, and one without e-mail or account mails nobody', async () => {
    const product = await shop.product({ price: 118 })
    const before = await rows('select count(*) as n from private.mails')
    const buyer = { ...address, phone: '9845011234', city: 'Bengaluru', state: 'Karnataka', pincode: '560038' }
    const { body } = await make(telephone([{ product_id: product, quantity: 1 }], { buyer, payment: { method: 'upi' }, accept: true }))
    const [order] = await rows('select user_id, email, igst, cgst, payment_state, payment_method from public.orders where id = $1', body.order?.id)
    expect(order).toEqual({ user_id: null, email: '', igst: '18.00', cgst: '0.00', payment_state: 'awaiting_payment', payment_method: 'upi' })
    expect(body['payment']).toMatchObject({ state: 'awaiting_payment', upi_uri: expect.stringContaining('am=218.00') })
    expect(await rows('select count(*) as n from private.mails')).toEqual(before)
  })
})

describe('a counter sale', () => {
  test('to a walk-in, paid by UPI: accepted, invoiced and delivered at once, in one transaction', async () => {
    const product = await shop.product({ price: 118, name: 'Lipstick' })
    const utr = UTR()
    const { status, body } = await make(counter([{ product_id: product, quantity: 2 }], { payment: { method: 'upi', received: true, reference: utr } }))
    expect({ status, order: body.order, payment: body['payment'] }).toMatchObject({
      status: 200,
      order: { status: 'delivered', total_amount: 236 },
      payment: { method: 'upi', state: 'paid' },
    })
    const id = body.order?.id ?? ''
    expect(
      await rows(
        'select status, user_id, channel, full_name, address, city, state, pincode, shipping_cost, cgst, sgst, payment_state from public.orders where id = $1',
        id,
      ),
    ).toEqual([
      {
        status: 'delivered',
        user_id: null,
        channel: 'counter',
        full_name: 'Walk-in customer',
        address: '',
        city: 'Mumbai',
        state: 'Maharashtra',
        pincode: '400002',
        shipping_cost: '0.00',
        cgst: '18.00',
        sgst: '18.00',
        payment_state: 'paid',
      },
    ])
    expect(await rows('select method, state, amount, provider_reference from public.payments where order_id = $1', id)).toEqual([
      { method: 'upi', state: 'paid', amount: '236.00', provider_reference: utr },
    ])
    const [document] = await rows<{ form: string; content: { order: Record<string, unknown> } }>(
      'select form, content from public.documents where order_id = $1',
      id,
    )
    expect(document).toMatchObject({ form: 'tax_invoice', content: { order: { full_name: 'Walk-in customer', payment_state: 'paid', place_of_supply: '27' } } })
    const history = await rows<{ status: string; notes: string }>('select status, notes, created_by from public.order_status_history where order_id = $1', id)
    expect(history).toHaveLength(4)
    expect(history).toContainEqual({ status: 'delivered', notes: 'Collected in the shop', created_by: admin.id })
    expect(await rows('select 1 as one from private.mails where data ->> $1 = $2', 'order_id', id)).toEqual([])
    expect(await rows('select quantity, reason from public.stock_movements where order_id = $1', id)).toEqual([{ quantity: -2, reason: 'order' }])

    // the same reference pays nothing else, and nothing of the second order is there
    const before = await everything()
    const again = counter([{ product_id: product, quantity: 1 }], { payment: { method: 'upi', received: true, reference: utr.toLowerCase() } })
    expect(await make(again)).toEqual({ status: 400, body: { code: 'REFERENCE_USED' } })
    expect(await everything()).toEqual(before)
  })

  test('to a customer with an account: one mail, with the invoice, and her bell says so', async () => {
    const { body } = await make(
      counter([{ product_id: await shop.product(), quantity: 1 }], { buyer: { user_id: meena.id, full_name: 'Meena' }, payment: { method: 'card' } }),
    )
    const id = body.order?.id ?? ''
    const mails = await rows<{ id: string }>('select id, kind, recipient, data from private.mails where data ->> $1 = $2', 'order_id', id)
    expect(mails).toMatchObject([{ kind: 'order_status', recipient: meena.email, data: { status: 'delivered', handed_over: true } }])
    expect(await rows('select document_type from private.mail_paper($1)', mails[0]?.id)).toEqual([{ document_type: 'invoice' }])
    expect(await rows('select title from public.notifications where order_id = $1', id)).toEqual([{ title: 'Thank you for your visit' }])
    expect(await rows('select payment_method, payment_state from public.orders where id = $1', id)).toEqual([{ payment_method: 'card', payment_state: 'paid' }])
  })

  test('of ₹50,000 or more to nobody in particular is refused by what the law asks for', async () => {
    const product = await shop.product({ price: 59_000 })
    const lines = [{ product_id: product, quantity: 1 }]
    expect(await make(counter(lines))).toEqual({
      status: 400,
      body: { code: 'INVALID', fields: { full_name: expect.stringContaining('₹50,000'), address: expect.any(String) } },
    })
    expect((await make(counter(lines, { buyer: address }))).status).toBe(200)
  })

  test('counts in the return, next to what was ordered online', async () => {
    const ask = async () => {
      const month = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata', year: 'numeric', month: '2-digit' }).format(new Date()).slice(0, 7)
      const answer = await gstReturn(new Request('http://x.example/', { method: 'POST', body: JSON.stringify({ month, format: 'json' }) }), shop.context(admin))
      return ((await answer.json()) as { gst_summary: { total: { taxable: number; cgst: number; igst: number }; documents: { invoices: number } } }).gst_summary
    }
    const before = await ask()
    await make(counter([{ product_id: await shop.product({ price: 118 }), quantity: 3, unit_price: 94.4, reason: 'Dented boxes' }]))
    const after = await ask()
    const paise = (amount: number) => Math.round(amount * 100)
    expect([
      paise(after.total.taxable) - paise(before.total.taxable),
      paise(after.total.cgst) - paise(before.total.cgst),
      after.documents.invoices - before.documents.invoices,
    ]).toEqual([240_00, 21_60, 1])
  })
})

describe('refused, with nothing written', () => {
  async function refusal(body: Record<string, unknown>, answer: { status: number; body: Record<string, unknown> }) {
    const before = await everything()
    expect(await call(createManualOrder, admin, body)).toEqual(answer)
    expect(await everything()).toEqual(before)
  }

  test('lines that do not hold, each by name', async () => {
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
    // fewer than the minimum where the admin says so, and that is kept
    const { body } = await make(telephone([{ product_id: least, quantity: 2, below_minimum: true }]))
    expect(await rows('select kind, listed, given from public.order_concessions where order_id = $1', body.order?.id)).toEqual([
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

  test('a coupon nobody made, and a discount that saves nobody anything', async () => {
    const product = await shop.product({ price: 1500 })
    const lines = [{ product_id: product, quantity: 1 }]
    await refusal(telephone(lines, { coupon_code: 'NOPE', expected_total: 1 }), { status: 400, body: { code: 'COUPON_INVALID', reason: 'UNKNOWN' } })
    const discount = { kind: 'amount', value: 50, reason: 'x' }
    await refusal(telephone(lines, { discount, expected_total: 1550 }), { status: 400, body: { code: 'DISCOUNT_NO_GAIN' } })
    const { body } = await make(telephone(lines, { discount, delivery: 'free' }))
    expect(body.order?.total_amount).toBe(1450)
    expect(await rows('select kind, listed, given from public.order_concessions where order_id = $1 order by kind', body.order?.id)).toEqual([
      { kind: 'delivery', listed: '100.00', given: '0.00' },
      { kind: 'discount', listed: null, given: '50.00' },
    ])
  })

  test('a way of paying that the shop has not', async () => {
    await shop.sql('update public.settings set cod_enabled = false, upi_vpa = null')
    const lines = [{ product_id: await shop.product(), quantity: 1 }]
    for (const payment of [{ method: 'cod' }, { method: 'upi' }]) {
      await refusal(telephone(lines, { payment, expected_total: 200 }), { status: 400, body: { code: 'PAYMENT_METHOD_UNAVAILABLE' } })
    }
    // a payment that is there needs no link
    expect((await make(telephone(lines, { payment: { method: 'upi', received: true, reference: UTR() } }))).status).toBe(200)
  })

  test('a field that is wrong, by its name', async () => {
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
  test('whatever table fails, nothing of the order is there', async () => {
    const product = await shop.product()
    const body = counter([{ product_id: product, quantity: 2, unit_price: 90, reason: 'x' }], {
      buyer: { user_id: meena.id, full_name: 'Meena' },
      expected_total: 180,
    })
    const before = await everything()
    await shop.sql("create function public.test_fail() returns trigger language plpgsql as $$ begin raise exception 'the till is on fire'; end $$")
    try {
      for (const at of [
        'insert on public.order_items',
        'update on public.products',
        'insert on public.payments',
        'update on public.payments',
        'insert on public.order_concessions',
        'insert on public.documents',
        'insert on public.order_status_history',
        'update on private.order_requests',
        'insert on private.mails',
      ]) {
        await shop.sql(`create trigger test_fail before ${at} for each row execute function public.test_fail()`)
        await expect(call(createManualOrder, admin, body), at).rejects.toThrow('the till is on fire')
        await shop.sql(`drop trigger test_fail on ${at.split(' ').at(-1)}`)
        expect(await everything(), at).toEqual(before)
      }
    } finally {
      await shop.sql('drop function public.test_fail cascade')
    }
    expect((await call(createManualOrder, admin, body)).status).toBe(200)
  })

  test('the same key makes one order however often it is sent, and another body is refused', async () => {
    const product = await shop.product({ price: 1500 })
    const body = telephone([{ product_id: product, quantity: 1 }], { expected_total: 1500 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => call(createManualOrder, admin, body)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map((answer) => answer.body.order?.id)).size).toBe(1)
    expect(await stockOf(product)).toBe(99)
    expect(await call(createManualOrder, admin, { ...body, channel: 'whatsapp' })).toEqual({ status: 409, body: { code: 'KEY_REUSED', lines: [] } })
  })

  test('beside buyers who order online it never sells what is not there', async () => {
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

  test('two admins cannot give one customer the same single coupon twice', async () => {
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

  test('is found by name, company, telephone and GSTIN; by e-mail for a super admin alone; a customer finds nobody', async () => {
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

  test('without an account is found by her newest order', async () => {
    await make(telephone([{ product_id: await shop.product(), quantity: 1 }], { buyer: { ...address, full_name: 'Savitri Rao', phone: '9000000017' } }))
    expect(await find(admin, 'savitri')).toMatchObject([{ id: null, full_name: 'Savitri Rao', phone: '9000000017' }])
    expect(await find(admin, '90000 00017')).toHaveLength(1)
  })
})

describe('what is kept no longer', () => {
  test('half a year after it, an order without an account loses telephone, e-mail and reasons; without an invoice its name too', async () => {
    const buyer = { ...address, phone: '9000000018', email: 'guest@buyer.example' }
    const line = { product_id: await shop.product(), quantity: 1, unit_price: 90, reason: 'Neighbour of Asha' }
    const sold = (await make(counter([line], { buyer }))).body.order?.id
    const dropped = (await make(telephone([line], { buyer }))).body.order?.id
    await shop.sql("update public.orders set status = 'cancelled', cancel_reason = 'Changed her mind' where id = $1", [dropped])
    const erase = async () => (await rows<{ n: number }>('select private.erase_guests(100) as n'))[0]?.n
    expect(await erase()).toBe(0)
    await shop.sql('alter table public.orders disable trigger user')
    await shop.sql("update public.orders set updated_at = now() - interval '181 days' where id = any ($1::uuid[])", [[sold, dropped]])
    await shop.sql('alter table public.orders enable trigger user')
    expect(await erase()).toBe(2)
    const left = await rows('select id, full_name, address, phone, email from public.orders where id = any ($1::uuid[])', [sold, dropped])
    expect(left).toContainEqual({ id: sold, full_name: 'Meena Kulkarni', address: 'Shop 4, Laxmi Road', phone: '', email: '' })
    expect(left).toContainEqual({ id: dropped, full_name: 'Deleted customer', address: 'Erased', phone: '', email: '' })
    expect(await rows('select distinct reason from public.order_concessions where order_id = any ($1::uuid[])', [sold, dropped])).toEqual([
      { reason: 'Erased' },
    ])
    expect(await erase()).toBe(0)
  })

  test('the end of an account takes the reasons with it', async () => {
    const [gone] = (await shop.people(1)) as [Person]
    const { body } = await make(
      counter([{ product_id: await shop.product(), quantity: 1, unit_price: 90, reason: 'Her daughter’s wedding' }], {
        buyer: { user_id: gone.id, full_name: 'Gone' },
      }),
    )
    await shop.sql('delete from auth.users where id = $1', [gone.id])
    expect(await rows('select reason from public.order_concessions where order_id = $1', body.order?.id)).toEqual([{ reason: 'Erased' }])
  })
})
