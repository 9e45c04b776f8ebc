/** Manual orders: who may create them, and what is stored for telephone and counter orders. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { gstReturn } from '../gst-return/gst-return.ts'
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

describe('permissions', () => {
  test('staff may create and quote; customers and visitors may not even quote', async () => {
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

  test('the database checks again: no manual order in a customer’s name, and no online order without an account', async () => {
    const insert = (channel: string, madeBy: string | null, user: string | null) =>
      shop.context(null).asOrderService((query) =>
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
    // counterpart: the insert by an admin passes the policy and fails only because the order has no lines
    await expect(insert('telephone', admin.id, null)).rejects.toMatchObject({ code: '23514' })
    const asOrderService = (text: string, values: unknown[]) => shop.context(null).asOrderService((query) => query(text, values))
    await expect(asOrderService('select private.begin_manual_order($1, null, false)', [meena.id])).rejects.toMatchObject({ code: '42501' })
    await expect(
      asOrderService("select private.finish_manual_order($1, $2, true, null, '[]', true, true, true)", [meena.id, randomUUID()]),
    ).rejects.toMatchObject({
      code: '42501',
    })
  })

  test('blocked staff cannot create one, and it cannot be created for a blocked customer', async () => {
    const line = { product_id: await shop.product(), quantity: 1 }
    const [blocked] = (await shop.people(1)) as [Person]
    await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'manager')", [blocked.id])
    await shop.sql("insert into public.account_blocks (user_id, reason) values ($1, 'Left the shop')", [blocked.id])
    const before = await everything()
    expect(await call(createManualOrder, blocked, telephone([line], { expected_total: 200 }))).toEqual({ status: 403, body: { code: 'ADMINS_ONLY' } })
    const forBlocked = telephone([line], { buyer: { ...address, user_id: blocked.id }, expected_total: 200 })
    expect(await call(createManualOrder, admin, forBlocked)).toEqual({ status: 403, body: { code: 'ACCOUNT_BLOCKED' } })
    expect(await everything()).toEqual(before)
  })

  test('an existing order cannot be finished a second time', async () => {
    const { body } = await make(telephone([{ product_id: await shop.product(), quantity: 1 }]))
    await expect(
      shop
        .context(null)
        .asOrderService((query) => query("select private.finish_manual_order($1, $2, false, null, '[]', true, false, true)", [admin.id, body.order?.id])),
    ).rejects.toMatchObject({ code: '42501' })
  })
})

describe('a telephone order for a customer', () => {
  test('has tier, agreed price, coupon and manual discount, adds up to the paisa, and records the staff member', async () => {
    await shop.sql("insert into public.discounts (code, kind, value, customer_limit) values ('PHONE10', 'percent', 10, 1)")
    const serum = await shop.product({ name: 'Serum', price: 338, mrp: 400, pricing_tiers: JSON.stringify([{ min_quantity: 24, discount_percent: 10 }]) })
    const gel = await shop.product({ name: 'Gel', price: 110, mrp: 165, pricing_tiers: JSON.stringify([{ min_quantity: 10, discount_percent: 5 }]) })
    await shop.fillCart(meena, { [serum]: 2 })
    const body = telephone(
      [
        { product_id: serum, quantity: 24 },
        { product_id: gel, quantity: 30, unit_price: 102, reason: 'Matched another supplier' },
      ],
      { coupon_code: 'phone10', discount: { kind: 'amount', value: 300, reason: 'Two broken jars last time' }, accept: true },
    )
    const { status, body: answer } = await make(body)
    expect(status).toBe(200)
    // 24 × 304.20 less 10 %, 30 × 102; the discount of 300 is split in proportion
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
    expect(await rows('select kind, product_id, listed, given, reason from public.order_overrides where order_id = $1 order by kind', id)).toEqual([
      { kind: 'discount', product_id: null, listed: null, given: '300.00', reason: 'Two broken jars last time' },
      { kind: 'price', product_id: gel, listed: '104.50', given: '102.00', reason: 'Matched another supplier' },
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
        table_name: 'order_overrides',
        changes: expect.objectContaining({ listed: [null, 104.5], given: [null, 102], reason: null }),
      }),
    )
    expect(log).toContainEqual(
      expect.objectContaining({ table_name: 'orders', action: 'insert', changes: expect.objectContaining({ channel: [null, 'telephone'], phone: null }) }),
    )
    // the invoice shows the price that was charged
    const [document] = await rows<{ content: { items: unknown[] } }>('select content from public.documents where order_id = $1', id)
    expect(document?.content.items).toContainEqual(expect.objectContaining({ product_name: 'Gel', unit_price: 102, discount: 95.32, total: 2964.68 }))
    // the customer’s cart, notification and mail
    expect(await rows('select quantity from public.cart_items where user_id = $1', meena.id)).toEqual([{ quantity: 2 }])
    expect(await rows('select kind, recipient from private.mails where data ->> $1 = $2 order by id', 'order_id', id)).toEqual([
      { kind: 'order_placed', recipient: meena.email },
      { kind: 'order_status', recipient: meena.email },
    ])
    expect(await rows('select 1 as one from public.notifications where order_id = $1', id)).toHaveLength(2)
    expect(await stockOf(gel)).toBe(70)
    // the customer sees the order without the reasons
    const seen = await shop.context(meena).asUser((query) => query('select id from public.order_overrides'))
    expect(seen).toEqual([])
    expect(await shop.context(meena).asUser((query) => query('select id from public.orders where id = $1', [id]))).toHaveLength(1)
    expect(await shop.context(admin).asUser((query) => query('select id from public.order_overrides where order_id = $1', [id]))).toHaveLength(2)
    // the single-use coupon is now used up
    expect(await call(createManualOrder, admin, { ...body, idempotency_key: randomUUID(), expected_total: 1 })).toMatchObject({
      status: 400,
      body: { code: 'COUPON_INVALID', reason: 'ALREADY_USED' },
    })
  })

  test('to another State has IGST, and without email or account no mail is sent', async () => {
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

    // the same reference cannot pay for another order, and nothing of the second order is stored
    const before = await everything()
    const again = counter([{ product_id: product, quantity: 1 }], { payment: { method: 'upi', received: true, reference: utr.toLowerCase() } })
    expect(await make(again)).toEqual({ status: 400, body: { code: 'REFERENCE_USED' } })
    expect(await everything()).toEqual(before)
  })

  test('to a customer with an account: one mail with the invoice, and a notification', async () => {
    const { body } = await make(
      counter([{ product_id: await shop.product(), quantity: 1 }], { buyer: { user_id: meena.id, full_name: 'Meena' }, payment: { method: 'card' } }),
    )
    const id = body.order?.id ?? ''
    const mails = await rows<{ id: string }>('select id, kind, recipient, data from private.mails where data ->> $1 = $2', 'order_id', id)
    expect(mails).toMatchObject([{ kind: 'order_status', recipient: meena.email, data: { status: 'delivered', handed_over: true } }])
    expect(await rows('select document_type from private.mail_document($1)', mails[0]?.id)).toEqual([{ document_type: 'invoice' }])
    expect(await rows('select title from public.notifications where order_id = $1', id)).toEqual([{ title: 'Thank you for your visit' }])
    expect(await rows('select payment_method, payment_state from public.orders where id = $1', id)).toEqual([{ payment_method: 'card', payment_state: 'paid' }])
  })

  test('of ₹50,000 or more without a named buyer is refused, as the law requires', async () => {
    const product = await shop.product({ price: 59_000 })
    const lines = [{ product_id: product, quantity: 1 }]
    expect(await make(counter(lines))).toEqual({
      status: 400,
      body: { code: 'INVALID', fields: { full_name: expect.stringContaining('₹50,000'), address: expect.any(String) } },
    })
    expect((await make(counter(lines, { buyer: address }))).status).toBe(200)
  })

  test('counts in the GST return like online orders', async () => {
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
