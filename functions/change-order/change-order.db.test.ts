import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { createManualOrder } from '../manual-order/create-manual-order.ts'
import { placeOrder } from '../place-order/place-order.ts'
import type { Person } from '../testing/shop.ts'
import { address, admin, call, everything, make, meena, openManualOrders, rows, shop, stockOf, telephone } from '../testing/manual-orders.ts'
import { changeOrder, quoteOrderChange } from './change-order.ts'

openManualOrders(() => createDatabase('shop'))

type Item = { id: string; product_id: string; quantity: number; unit_price: string; discount: string; total: string }
type Order = Record<string, unknown> & { id: string; version: number; total_amount: string; items: Item[] }
async function read(id: string): Promise<Order> {
  const [order] = await rows<Record<string, unknown>>('select * from public.orders where id = $1', id)
  return { ...order, items: await rows<Item>('select * from public.order_items where order_id = $1 order by product_name', id) } as Order
}
const itemOf = ({ items }: Order, productId: string) => items.find(({ product_id }) => product_id === productId)?.id ?? ''

/** As the screen does it: first the preview, then the change with its total. */
async function change(order: Order, some: Record<string, unknown>, person: Person = admin) {
  const body = { order_id: order.id, version: order.version, reason: 'Customer called', ...some }
  const preview = await call(quoteOrderChange, person, body)
  if (preview.status !== 200) return preview
  return call(changeOrder, person, { ...body, expected_total: preview.body['total_amount'] })
}
async function order(lines: object[], changes: Record<string, unknown> = {}): Promise<Order> {
  const { status, body } = await make(telephone(lines, changes))
  expect(status).toBe(200)
  return read(body.order?.id ?? '')
}
const online = async (quantities: Record<string, number>, method = 'cod') => {
  await shop.fillCart(meena, quantities)
  const shipping = { ...address, email: meena.email }
  const { status, body } = await call(placeOrder, meena, { idempotency_key: randomUUID(), payment_method: method, shipping })
  expect(status).toBe(200)
  return read(body.order?.id ?? '')
}

describe('changing an order', () => {
  test('changes quantities, removes and adds lines; stock, payment, history, mail and notification follow', async () => {
    const serum = await shop.product({ name: 'Serum', price: 338, pricing_tiers: JSON.stringify([{ min_quantity: 24, discount_percent: 10 }]) })
    const gel = await shop.product({ name: 'Gel', price: 110 })
    const cream = await shop.product({ name: 'Cream', price: 50 })
    const kajal = await shop.product({ name: 'Kajal', price: 90 })
    const before = await online({ [serum]: 24, [gel]: 10, [cream]: 4 })
    expect(before.total_amount).toBe('8600.80')
    // later prices change only the lines that change
    await shop.sql('update public.products set price = price + 10 where id = any($1)', [[serum, gel, cream]])
    const answer = await change(before, {
      lines: [
        { item_id: itemOf(before, serum), quantity: 12 },
        { item_id: itemOf(before, cream), quantity: 0 },
      ],
      added: [{ product_id: kajal, quantity: 3 }],
    })
    // 12 × 348 without the tier, 10 × 110 as ordered, 3 × 90
    expect(answer).toEqual({ status: 200, body: { order_id: before.id, total_amount: 5546, before: 8600.8 } })
    const after = await read(before.id)
    expect(after).toMatchObject({ total_amount: '5546.00', payment_state: 'cod_pending', status: 'pending', version: before.version + 1 })
    expect(after.items.map(({ product_id, quantity, unit_price }) => [product_id, quantity, unit_price])).toEqual([
      [gel, 10, '110.00'],
      [kajal, 3, '90.00'],
      [serum, 12, '348.00'],
    ])
    expect(await Promise.all([serum, gel, cream, kajal].map(stockOf))).toEqual([88, 90, 100, 97])
    expect(
      await rows('select quantity, product_id from public.stock_movements where order_id = $1 and reason = $2 order by quantity', before.id, 'change'),
    ).toEqual([
      { quantity: -3, product_id: kajal },
      { quantity: 4, product_id: cream },
      { quantity: 12, product_id: serum },
    ])
    expect(await shop.sql('select * from private.check_stock_sums()')).toEqual([])
    expect(await rows('select amount, state from public.payments where order_id = $1', before.id)).toEqual([{ amount: '5546.00', state: 'cod_pending' }])
    const note = 'Order changed: Customer called (Cream removed (4), Serum 24 → 12, Kajal added (3)). Total ₹8,600.80 → ₹5,546.00.'
    expect(
      await rows(
        'select notes, status, created_by, automatic from public.order_status_history where order_id = $1 order by created_at desc limit 1',
        before.id,
      ),
    ).toEqual([{ notes: note, status: 'pending', created_by: admin.id, automatic: false }])
    expect(
      await rows("select recipient, data ->> 'note' as note from private.mails where kind = 'order_changed' and data ->> 'order_id' = $1", before.id),
    ).toEqual([{ recipient: meena.email, note }])
    expect(await rows("select message from public.notifications where order_id = $1 and title = 'Order changed'", before.id)).toEqual([
      { message: `Order #${before.id.slice(0, 8)}: ${note}` },
    ])
    const timeline = await shop
      .context(admin)
      .asUser((query) => query<{ kind: string; data: { notes?: string } }>('select kind, data from public.order_timeline($1)', [before.id]))
    expect(timeline.filter(({ kind }) => kind !== 'mail').map(({ kind, data }) => [kind, data.notes])).toEqual([
      ['step', 'Order placed'],
      ['step', note],
    ])
    expect(await rows("select actor, changes -> 'total_amount' as total from public.audit_log where row_id = $1 and table_name = 'orders'", before.id)).toEqual(
      [{ actor: admin.id, total: [8600.8, 5546] }],
    )
  })

  test('changes address, GSTIN and phone; another State changes the tax and keeps the prices', async () => {
    const product = await shop.product({ price: 118 })
    const before = await online({ [product]: 10 })
    await shop.sql('update public.products set price = 500 where id = $1', [product])
    const near = await change(before, { buyer: { ...address, phone: '9811100000', company_name: 'Glow Studio' } })
    expect(near.body).toMatchObject({ total_amount: 1280, before: 1280 })
    const between = await read(before.id)
    expect(between).toMatchObject({ phone: '9811100000', company_name: 'Glow Studio', cgst: before['cgst'], total_amount: before.total_amount })
    const far = await change(between, { buyer: { ...address, city: 'Bengaluru', state: 'Karnataka', pincode: '560038', gstin: '29ABCDE1234F1ZW' } })
    expect(far.status).toBe(200)
    expect(await read(before.id)).toMatchObject({
      state: 'Karnataka',
      place_of_supply: '29',
      gstin: '29ABCDE1234F1ZW',
      cgst: '0.00',
      igst: '180.00',
      total_amount: '1280.00',
    })
    expect(
      await rows<{ notes: string }>('select notes from public.order_status_history where order_id = $1 order by created_at desc limit 1', before.id),
    ).toEqual([{ notes: 'Order changed: Customer called (new company, GSTIN, city, State, PIN code, phone).' }])
    // values of a person are in no log
    expect(JSON.stringify(await rows('select changes from public.audit_log where row_id = $1', before.id))).not.toContain('9811100000')
  })

  test('keeps its discounts, also after their end, and gives back those that no longer apply', async () => {
    const product = await shop.product({ price: 100 })
    const other = await shop.product({ name: 'Sindoor', price: 100 })
    const [coupon] = await shop.sql<{ id: string }>(
      "insert into public.discounts (code, kind, value, minimum_goods, usage_limit, customer_limit) values ('KEEP10', 'percent', 10, 1000, 5, 1) returning id",
    )
    const made = await order(
      [
        { product_id: product, quantity: 20 },
        { product_id: other, quantity: 5 },
      ],
      { coupon_code: 'KEEP10' },
    )
    expect(made.total_amount).toBe('2250.00')
    await shop.sql("update public.discounts set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day' where id = $1", [coupon?.id])
    await change(made, { lines: [{ item_id: itemOf(made, product), quantity: 10 }] })
    const less = await read(made.id)
    expect(less).toMatchObject({ coupon_code: 'KEEP10', discount_total: '150.00', total_amount: '1450.00' })
    expect(await rows('select times_used from public.discounts where id = $1', coupon?.id)).toEqual([{ times_used: 1 }])
    await change(less, { lines: [{ item_id: itemOf(made, product), quantity: 4 }] })
    expect(await read(made.id)).toMatchObject({ coupon_code: null, discount_total: '0.00', offers: [], total_amount: '1000.00' })
    expect(
      await rows(
        'select times_used, (select count(*)::integer from public.discount_redemptions where discount_id = $1) as uses from public.discounts where id = $1',
        coupon?.id,
      ),
    ).toEqual([{ times_used: 0, uses: 0 }])
  })

  test('keeps what staff agreed on: a price, a discount, and free delivery', async () => {
    const product = await shop.product({ price: 100 })
    const made = await order([{ product_id: product, quantity: 10, unit_price: 80, reason: 'Matched' }], {
      delivery: 'free',
      discount: { kind: 'amount', value: 50, reason: 'Broken jar' },
    })
    expect(made.total_amount).toBe('750.00')
    await change(made, { lines: [{ item_id: itemOf(made, product), quantity: 5 }] })
    expect(await read(made.id)).toMatchObject({ total_amount: '350.00', discount_total: '50.00', shipping_cost: '0.00' })
  })

  test('never sells more than there is, and refuses what cannot be', async () => {
    const product = await shop.product({ price: 100, stock: 10 })
    const made = await order([{ product_id: product, quantity: 4 }])
    const [item] = made.items as [Item]
    const before = await everything()
    expect(await change(made, { lines: [{ item_id: item.id, quantity: 11 }] })).toMatchObject({
      status: 409,
      body: { code: 'OUT_OF_STOCK', lines: [{ product_id: product, old: 11, new: 10 }] },
    })
    expect(await change(made, { lines: [{ item_id: item.id, quantity: 0 }] })).toMatchObject({ status: 409, body: { code: 'EMPTY_CART' } })
    expect(await change(made, {})).toMatchObject({ status: 400, body: { code: 'NOTHING_CHANGED' } })
    expect(await change(made, { reason: ' ', lines: [{ item_id: item.id, quantity: 5 }] })).toMatchObject({
      status: 400,
      body: { fields: { reason: expect.any(String) } },
    })
    expect(await change(made, { lines: [{ item_id: randomUUID(), quantity: 5 }] })).toMatchObject({ status: 400, body: { code: 'INVALID' } })
    expect(await change(made, { added: [{ product_id: product, quantity: 5 }] })).toMatchObject({ status: 400, body: { code: 'INVALID' } })
    expect(await change(made, { added: [{ product_id: randomUUID(), quantity: 5 }] })).toMatchObject({ status: 409, body: { code: 'OUT_OF_STOCK' } })
    expect(await change(made, { buyer: { ...address, phone: '12' } })).toMatchObject({ status: 400, body: { fields: { phone: expect.any(String) } } })
    expect(await change({ ...made, id: randomUUID() }, {})).toMatchObject({ status: 404, body: { code: 'ORDER_NOT_FOUND' } })
    const body = { order_id: made.id, version: made.version, reason: 'x', lines: [{ item_id: item.id, quantity: 5 }] }
    expect(await call(changeOrder, admin, { ...body, expected_total: 1 })).toMatchObject({ status: 409, body: { code: 'QUOTE_CHANGED' } })
    expect(await everything()).toEqual(before)
    expect(await change(made, { lines: [{ item_id: item.id, quantity: 10 }] })).toMatchObject({ status: 200 })
    expect(await stockOf(product)).toBe(0)
  })

  test('of two people, the second one is refused and nothing is lost', async () => {
    const product = await shop.product({ price: 100 })
    const made = await order([{ product_id: product, quantity: 4 }])
    const [item] = made.items as [Item]
    const answers = await Promise.all([5, 6].map((quantity) => change(made, { lines: [{ item_id: item.id, quantity }] })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'ORDER_CHANGED' })
    const won = answers[0]?.status === 200 ? 5 : 6
    expect((await read(made.id)).items[0]?.quantity).toBe(won)
    expect(await stockOf(product)).toBe(100 - won)
  })

  test('an order that has left, a paid total and other people are refused', async () => {
    const product = await shop.product({ price: 100 })
    for (const status of ['shipped', 'cancelled']) {
      const made = await order([{ product_id: product, quantity: 20 }], { accept: true })
      await shop.sql(
        "update public.orders set status = $2, courier = 'DTDC', tracking_number = '1', cancel_reason = case $2 when 'cancelled' then 'x' end where id = $1",
        [made.id, status],
      )
      const lines = [{ item_id: made.items[0]?.id, quantity: 5 }]
      expect(await change(await read(made.id), { lines })).toMatchObject({ status: 409, body: { code: 'ORDER_CLOSED', status } })
    }

    const paid = await order([{ product_id: product, quantity: 20 }], { payment: { method: 'cash' } })
    const more = { order_id: paid.id, version: paid.version, reason: 'x', lines: [{ item_id: paid.items[0]?.id, quantity: 25 }] }
    expect(await call(quoteOrderChange, admin, more)).toMatchObject({ status: 200, body: { fixed: true, before: 2000, total_amount: 2500, refund: 0 } })
    expect(await call(changeOrder, admin, { ...more, expected_total: 2500 })).toMatchObject({ status: 409, body: { code: 'TOTAL_FIXED' } })
    expect(await change(paid, { buyer: { ...address, phone: '9811100000' } })).toMatchObject({ status: 200 })

    const before = await everything()
    const own = { order_id: paid.id, version: paid.version + 1, reason: 'x', lines: [{ item_id: paid.items[0]?.id, quantity: 21 }], expected_total: 2100 }
    for (const work of [changeOrder, quoteOrderChange]) {
      expect(await call(work, meena, own)).toEqual({ status: 403, body: { code: 'ADMINS_ONLY' } })
      expect((await call(work, null, own)).status).toBe(401)
    }
    await shop.sql("update public.user_roles set role = 'accounts' where user_id = $1", [admin.id])
    expect(await call(changeOrder, admin, own)).toEqual({ status: 403, body: { code: 'ADMINS_ONLY' } })
    await shop.sql("update public.user_roles set role = 'orders' where user_id = $1", [admin.id])
    expect((await call(quoteOrderChange, admin, own)).status).toBe(200)
    await shop.sql("update public.user_roles set role = 'manager' where user_id = $1", [admin.id])
    expect(await everything()).toEqual(before)
  })

  test('a deleted product keeps its price and can be reduced; new goods with other tax terms are refused', async () => {
    const gone = await shop.product({ price: 100 })
    const made = await order([{ product_id: gone, quantity: 6 }])
    await shop.sql('delete from public.products where id = $1', [gone])
    const [item] = made.items as [Item]
    expect(await change(made, { lines: [{ item_id: item.id, quantity: 7 }] })).toMatchObject({ status: 409, body: { code: 'OUT_OF_STOCK' } })
    expect(await change(made, { lines: [{ item_id: item.id, quantity: 3 }] })).toMatchObject({ status: 200, body: { total_amount: 400 } })
    await shop.sql('update public.settings set prices_include_gst = false')
    expect(await change(await read(made.id), { lines: [{ item_id: item.id, quantity: 2 }] })).toMatchObject({ status: 409, body: { code: 'SHOP_CHANGED' } })
  })

  test('the reason is deleted with the account', async () => {
    const [leaver] = (await shop.people(1)) as [Person]
    const made = await order([{ product_id: await shop.product(), quantity: 2 }], { buyer: { ...address, user_id: leaver.id } })
    await change(made, { lines: [{ item_id: made.items[0]?.id, quantity: 3 }] })
    await shop.sql("update public.orders set status = 'cancelled', cancel_reason = 'x' where id = $1", [made.id])
    await shop.sql('delete from auth.users where id = $1', [leaver.id])
    const notes = await rows<{ notes: string }>('select notes from public.order_status_history where order_id = $1', made.id)
    expect(notes.map(({ notes: note }) => note)).toContain('Order changed')
    expect(JSON.stringify(notes)).not.toContain('Customer called')
    expect(await rows("select data ? 'note' as has_note from private.mails where kind = 'order_changed' and data ->> 'order_id' = $1", made.id)).toEqual([
      { has_note: false },
    ])
  })

  test('the new lines are on the invoice', async () => {
    const product = await shop.product({ price: 118 })
    const made = await order([{ product_id: product, quantity: 20 }])
    await change(made, { lines: [{ item_id: made.items[0]?.id, quantity: 15 }] })
    await shop.sql("update public.orders set status = 'processing' where id = $1", [made.id])
    expect(
      await rows(
        "select content -> 'order' ->> 'total_amount' as total, content -> 'items' -> 0 ->> 'quantity' as quantity from public.documents where order_id = $1",
        made.id,
      ),
    ).toEqual([{ total: '1770.00', quantity: '15' }])
  })
})

test('of a paid order that becomes cheaper the difference is due back, once, and never more than was received', async () => {
  const product = await shop.product({ price: 118 })
  const made = await order([{ product_id: product, quantity: 20 }], { accept: true, payment: { method: 'cash' } })
  const due = () =>
    rows<{ amount: string; source: string; reason: string; state: string }>(
      'select amount, source, reason, state from public.refunds where order_id = $1 order by created_at',
      made.id,
    )
  const lines = (quantity: number) => ({ lines: [{ item_id: made.items[0]?.id, quantity }] })
  expect(await call(quoteOrderChange, admin, { order_id: made.id, version: made.version, ...lines(18) })).toMatchObject({ body: { refund: 236, fixed: false } })
  expect(await due()).toEqual([])
  expect(await change(made, lines(18))).toMatchObject({ status: 200, body: { total_amount: 2124 } })
  expect(await due()).toEqual([{ amount: '236.00', source: 'change', reason: 'Customer called', state: 'due' }])
  expect(await change(await read(made.id), lines(17))).toMatchObject({ status: 200 })
  expect((await due()).map(({ amount }) => amount)).toEqual(['236.00', '118.00'])
  expect(await rows('select state, amount from public.payments where order_id = $1', made.id)).toEqual([{ state: 'paid', amount: '2360.00' }])
  // what was given back as goodwill cannot be given back again
  await shop.sql("select private.owe_refund($1, 1900, 'goodwill', 'Sorry')", [made.id])
  expect(await call(quoteOrderChange, admin, { order_id: made.id, version: (await read(made.id)).version, ...lines(15) })).toMatchObject({
    body: { fixed: true },
  })
  expect(await change(await read(made.id), lines(15))).toMatchObject({ status: 409, body: { code: 'TOTAL_FIXED' } })
  // a cancellation owes the rest
  await shop.sql("update public.orders set status = 'cancelled', cancel_reason = 'x' where id = $1", [made.id])
  expect((await due()).reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(2360)
})

describe('changing an accepted order', () => {
  type Document = {
    kind: string
    serial: string
    total: string
    quantity: string
    gstin: string | null
    reason: string | null
    reverses: string | null
    file_id: string
  }
  const documents = (id: string) =>
    rows<Document>(
      `select d.kind, d.serial, d.content #>> '{order,total_amount}' as total, d.content #>> '{items,0,quantity}' as quantity, d.content #>> '{order,gstin}' as gstin,
         d.content ->> 'reason' as reason, d.content #>> '{reverses,serial}' as reverses, d.file_id from public.documents d where d.order_id = $1 order by d.issued_at`,
      id,
    )
  const accepted = async (quantity = 20) => {
    const product = await shop.product({ price: 118 })
    const made = await online({ [product]: quantity })
    await shop.sql("update public.orders set status = 'processing' where id = $1", [made.id])
    return { product, made: await read(made.id) }
  }

  test('takes its invoice back and issues a new one, in the same act as goods, stock and money', async () => {
    const { product, made } = await accepted()
    const [invoice] = await documents(made.id)
    const body = { order_id: made.id, version: made.version, lines: [{ item_id: made.items[0]?.id, quantity: 15 }] }
    expect(await call(quoteOrderChange, admin, body)).toMatchObject({
      status: 200,
      body: { credits: [invoice?.serial], before: 2360, total_amount: 1770, fixed: false },
    })
    expect(await documents(made.id), 'a preview issues nothing').toHaveLength(1)
    expect(await change(made, body)).toMatchObject({ status: 200, body: { total_amount: 1770, before: 2360 } })
    const all = await documents(made.id)
    expect(all).toMatchObject([
      { kind: 'invoice', total: '2360.00', quantity: '20' },
      { kind: 'credit_note', total: '2360.00', quantity: '20', reason: 'Customer called', reverses: invoice?.serial },
      { kind: 'invoice', total: '1770.00', quantity: '15', reason: null },
    ])
    expect(await stockOf(product)).toBe(85)
    expect(await read(made.id)).toMatchObject({ status: 'processing', total_amount: '1770.00', payment_state: 'cod_pending' })
    expect(await rows('select amount from public.payments where order_id = $1', made.id)).toEqual([{ amount: '1770.00' }])
    expect(await rows("select data -> 'files' as files from private.mails where kind = 'order_changed' and data ->> 'order_id' = $1", made.id)).toEqual([
      { files: [all[1]?.file_id, all[2]?.file_id] },
    ])
    // again, and then a cancellation: each invoice is taken back once
    expect(await change(await read(made.id), { lines: [{ item_id: made.items[0]?.id, quantity: 21 }] })).toMatchObject({ status: 200 })
    await shop.sql("update public.orders set status = 'cancelled', cancel_reason = 'Refused' where id = $1", [made.id])
    expect((await documents(made.id)).map(({ kind, total }) => `${kind} ${total}`)).toEqual([
      'invoice 2360.00',
      'credit_note 2360.00',
      'invoice 1770.00',
      'credit_note 1770.00',
      'invoice 2478.00',
      'credit_note 2478.00',
    ])
    expect(await stockOf(product)).toBe(100)
    expect(await shop.sql('select * from private.check_documents()')).toEqual([])
  })

  test('a new GSTIN and address are on a new invoice; a phone number is on none', async () => {
    const { made } = await accepted()
    const phone = { order_id: made.id, version: made.version, buyer: { ...address, phone: '9811100000' } }
    expect(await call(quoteOrderChange, admin, phone)).toMatchObject({ status: 200, body: { credits: [] } })
    expect(await change(made, phone)).toMatchObject({ status: 200 })
    expect(await documents(made.id)).toHaveLength(1)
    const far = { ...address, phone: '9811100000', city: 'Bengaluru', state: 'Karnataka', pincode: '560038', gstin: '29ABCDE1234F1ZW' }
    expect(await change(await read(made.id), { buyer: far })).toMatchObject({ status: 200, body: { total_amount: 2360 } })
    expect(await documents(made.id)).toMatchObject([{ gstin: null }, { kind: 'credit_note', gstin: null }, { kind: 'invoice', gstin: '29ABCDE1234F1ZW' }])
    expect(await read(made.id)).toMatchObject({ igst: '360.00', cgst: '0.00' })
  })

  test('is refused once something is in a parcel, or a part of the invoice is credited', async () => {
    const { made } = await accepted()
    const lines = [{ item_id: made.items[0]?.id, quantity: 15 }]
    await shop.sql("insert into public.shipments (order_id, number, state) values ($1, 1, 'packed')", [made.id])
    expect(await change(await read(made.id), { lines })).toMatchObject({ status: 409, body: { code: 'ORDER_PACKED' } })
    await shop.sql('delete from public.shipments where order_id = $1', [made.id])
    await shop.sql(
      `select private.issue_credit_note(d.id, jsonb_build_array(jsonb_build_object('line', l.line, 'quantity', 1)), 'Broken')
       from public.documents d cross join private.invoice_lines(d.id) l where d.order_id = $1`,
      [made.id],
    )
    expect(await change(await read(made.id), { lines })).toMatchObject({ status: 409, body: { code: 'ORDER_CREDITED' } })
  })

  test('of two people at once, one change is saved with one pair of documents', async () => {
    const { made } = await accepted()
    const answers = await Promise.all([5, 16].map((quantity) => change(made, { lines: [{ item_id: made.items[0]?.id, quantity }] })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await documents(made.id)).toHaveLength(3)
  })

  test('only for those who process orders', async () => {
    const { made } = await accepted()
    const body = { order_id: made.id, version: made.version, reason: 'x', lines: [{ item_id: made.items[0]?.id, quantity: 21 }], expected_total: 2478 }
    for (const [role, allowed] of [
      ['accounts', false],
      ['catalogue', false],
      ['orders', true],
      ['manager', true],
    ] as const) {
      await shop.sql('update public.user_roles set role = $2 where user_id = $1', [admin.id, role])
      expect((await call(quoteOrderChange, admin, body)).status, role).toBe(allowed ? 200 : 403)
      if (!allowed) expect((await call(changeOrder, admin, body)).status, role).toBe(403)
    }
    for (const work of [changeOrder, quoteOrderChange]) {
      expect((await call(work, meena, body)).status).toBe(403)
      expect((await call(work, null, body)).status).toBe(401)
    }
    expect(await documents(made.id)).toHaveLength(1)
  })
})

test('a manual order with the same key still answers the first order', async () => {
  const product = await shop.product()
  const body = telephone([{ product_id: product, quantity: 2 }], { expected_total: 300 })
  const first = await call(createManualOrder, admin, body)
  const made = await read(first.body.order?.id ?? '')
  await change(made, { lines: [{ item_id: made.items[0]?.id, quantity: 3 }] })
  expect(await call(createManualOrder, admin, body)).toEqual(first)
})
