import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { generatePdf } from '../generate-pdf/generate-pdf.ts'
import { placeOrder } from '../place-order/place-order.ts'
import { openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'
import { MOST_NEW, printDocuments } from './print-documents.ts'

let shop: TestShop
let buyer: Person
let admin: Person
const orders: string[] = []
const NAMES = ['Asha Rao', 'Bina Das', 'Chitra Iyer']

beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
  ;[buyer, admin] = (await shop.people(2)) as [Person, Person]
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'manager')", [admin.id])
  await shop.sql("update public.settings set gstin = '27ABCDE1234F1Z0', legal_name = 'Shringar Trading Company'")
  for (const full_name of NAMES) {
    await shop.fillCart(buyer, { [await shop.product()]: 2 })
    const shipping = { full_name, address: '48, 12th Main', city: 'Bengaluru', state: 'Karnataka', pincode: '560038', email: buyer.email, phone: '9845011234' }
    const body = JSON.stringify({ idempotency_key: randomUUID(), shipping, payment_method: 'cod' })
    const placed = await placeOrder(new Request('http://shop.example/', { method: 'POST', body }), shop.context(buyer))
    orders.push(((await placed.json()) as { order: { id: string } }).order.id)
  }
  await shop.sql("update public.orders set status = 'processing' where id = any ($1)", [orders.slice(0, 2)])
})
afterAll(() => shop.close())

/** Orders of one line each, written by the database's owner. */
const oldOrders = async (count: number): Promise<string[]> =>
  (
    await shop.sql<{ id: string }>(
      `with made as (
         insert into public.orders (user_id, full_name, address, city, state, pincode, email, phone, place_of_supply, seller_state, prices_include_gst,
           goods_total, subtotal_base, total_gst, cgst, sgst, igst, total_amount, payment_method, payment_state)
         select $1, 'Divya Shah', '12 Hill Road', 'Mumbai', 'Maharashtra', '400050', $2, '9820012345', '27', '27', true,
           118, 100, 18, 9, 9, 0, 118, 'cod', 'cod_pending' from generate_series(1, $3::int) returning id)
       insert into public.order_items (order_id, product_name, quantity, unit_price, taxable, rate, cgst, sgst, igst, total)
       select id, 'An old balm', 1, 118, 100, 18, 9, 9, 0, 118 from made returning order_id as id`,
      [buyer.id, buyer.email, count],
    )
  ).map(({ id }) => id)

type Answer = { success: boolean; pdf: string | null; missing: { orderId: string; reason: string }[]; error?: string }
async function ask(person: Person | null, body: unknown, method = 'POST'): Promise<[number, Answer]> {
  const request = new Request('http://shop.example/', { method, ...(method === 'POST' ? { body: JSON.stringify(body) } : {}) })
  const answer = await printDocuments(request, shop.context(person))
  return [answer.status, (await answer.json()) as Answer]
}
const textOf = (pdf: string | null) =>
  execFileSync('pdftotext', ['-layout', '-enc', 'UTF-8', '-', '-'], { input: Buffer.from(pdf ?? '', 'base64'), encoding: 'utf8' })

test('the packing slips of many orders are one file, in the requested order', async () => {
  const [status, { pdf, missing }] = await ask(admin, { orderIds: [orders[2], orders[0]], documentType: 'packingSlip' })
  expect([status, missing]).toEqual([200, []])
  const text = textOf(pdf)
  expect(text.match(/Packing slip/g)?.length).toBeGreaterThanOrEqual(2)
  expect(text.indexOf('Chitra Iyer')).toBeLessThan(text.indexOf('Asha Rao'))
  expect(text).not.toContain('Bina Das')
})

test('invoices are concatenated with all pages, and missing ones are reported with the reason', async () => {
  const unknown = randomUUID()
  const [, { pdf, missing }] = await ask(admin, { orderIds: [...orders, unknown], documentType: 'invoice' })
  const serials = await shop.sql<{ serial: string }>('select serial from public.documents order by serial')
  const text = textOf(pdf)
  for (const { serial } of serials) expect(text.split(serial).length - 1).toBeGreaterThanOrEqual(3) // the marked copies
  expect(text).toContain('TRIPLICATE FOR SUPPLIER')
  expect(missing).toEqual([
    { orderId: orders[2], reason: 'No invoice yet: it is issued when the order is accepted, or with each parcel' },
    { orderId: unknown, reason: 'Order not found' },
  ])
})

test('the copies of the invoices can be chosen', async () => {
  for (const [copies, marks] of [
    ['original', ['ORIGINAL', 'ORIGINAL']],
    ['pair', ['ORIGINAL', 'DUPLICATE', 'ORIGINAL', 'DUPLICATE']],
  ] as const) {
    const [, { pdf }] = await ask(admin, { orderIds: orders.slice(0, 2), documentType: 'invoice', copies })
    expect(textOf(pdf).match(/(ORIGINAL|DUPLICATE|TRIPLICATE)(?= FOR)/g)).toEqual(marks)
  }
})

test('the stored bytes of an invoice are unchanged', async () => {
  const download = async () => {
    const body = JSON.stringify({ type: 'download', orderId: orders[0], documentType: 'invoice' })
    return (await generatePdf(new Request('http://shop.example/', { method: 'POST', body }), shop.context(admin))).text()
  }
  const before = await download()
  await ask(admin, { orderIds: orders, documentType: 'invoice' })
  expect(await download()).toBe(before)
  expect(await shop.sql('select * from private.check_documents()')).toEqual([])
})

test('labels are printed in the requested order with what is to collect, and the weight where it is known', async () => {
  await shop.sql('update public.products set weight_grams = 150')
  const [, { pdf, missing }] = await ask(admin, { orderIds: [orders[2], orders[0]], documentType: 'label' })
  const text = textOf(pdf)
  expect(missing).toEqual([])
  expect(text.indexOf('Chitra Iyer')).toBeLessThan(text.indexOf('Asha Rao'))
  expect(text.match(/COD ₹/g)).toHaveLength(2)
  expect(text).toContain('300 g')
  await shop.sql('update public.products set weight_grams = null')
  const [, sheet] = await ask(admin, { orderIds: orders, documentType: 'label', labels: 'a4' })
  expect(textOf(sheet.pdf).split('\f')).toHaveLength(2)
  expect(textOf(sheet.pdf)).not.toContain(' g\n')
})

test('each parcel has its own slip and label, and the labels share the cash on delivery', async () => {
  const [order] = orders
  await shop.sql("select set_config('request.jwt.claims', $1, false)", [JSON.stringify({ sub: admin.id, role: 'authenticated' })])
  const [line] = await shop.sql<{ id: string }>('select id from public.order_items where order_id = $1', [order])
  const pack = (tracking: string) =>
    shop.sql<{ id: string }>("select public.create_shipment($1, (select version from public.orders where id = $1), $2, 'DTDC', $3, false, true) as id", [
      order,
      JSON.stringify([{ item: line?.id, quantity: 1 }]),
      tracking,
    ])
  const [first] = await pack('PARCEL1')
  await pack('PARCEL2')
  const slip = textOf((await ask(admin, { orderIds: [order], documentType: 'packingSlip', shipmentId: first?.id }))[1].pdf)
  expect(slip).toContain('parcel 1')
  expect(slip).toContain('PARCEL1')
  const label = textOf((await ask(admin, { orderIds: [order], documentType: 'label', shipmentId: first?.id }))[1].pdf)
  expect(label).toContain('parcel 1')
  expect(label).not.toContain('PARCEL2')
  const all = textOf((await ask(admin, { orderIds: [order], documentType: 'label' }))[1].pdf)
  const collected = [...all.matchAll(/COD ₹([\d,.]+)/g)].map(([, amount = '']) => Number(amount.replaceAll(',', '')))
  const [row] = await shop.sql<{ total_amount: string }>('select total_amount from public.orders where id = $1', [order])
  expect(collected).toHaveLength(2)
  expect(collected.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(Number(row?.total_amount), 2)
  // a part of it arrives: labels that are printed again show what is still to come, of parcels and of an order that leaves whole
  await shop.sql('select private.receive_payment(o.id, 50.5) from public.orders o where o.id = any ($1)', [[order, orders[1]]])
  const again = textOf((await ask(admin, { orderIds: [order], documentType: 'label' }))[1].pdf)
  const left = [...again.matchAll(/COD ₹([\d,.]+)/g)].map(([, amount = '']) => Number(amount.replaceAll(',', '')))
  expect(left).toEqual([Number(collected[0]) - 50.5, collected[1]])
  const whole = textOf((await ask(admin, { orderIds: [orders[1]], documentType: 'label' }))[1].pdf)
  const [other] = await shop.sql<{ total: number }>('select total_amount::float8 as total from public.orders where id = $1', [orders[1]])
  expect(Number(/COD ₹([\d,.]+)/.exec(whole)?.[1])).toBe(Number(other?.total) - 50.5)
  expect((await ask(admin, { orderIds: [orders[1]], documentType: 'packingSlip', shipmentId: first?.id }))[1].missing).toEqual([
    { orderId: orders[1], reason: 'This order has no such parcel' },
  ])
  expect((await ask(admin, { orderIds: orders, documentType: 'label', shipmentId: first?.id }))[0]).toBe(400)
  expect((await ask(buyer, { orderIds: [order], documentType: 'label', shipmentId: first?.id }))[0]).toBe(403)
})

/** An accepted order of four pieces, with cash on delivery. What follows over SQL is done by staff. */
async function acceptedOrder(): Promise<{ id: string; item: string }> {
  await shop.fillCart(buyer, { [await shop.product()]: 4 })
  const shipping = {
    full_name: 'Esha Roy',
    address: '1 Park Street',
    city: 'Kolkata',
    state: 'West Bengal',
    pincode: '700016',
    email: buyer.email,
    phone: '9845011234',
  }
  const body = JSON.stringify({ idempotency_key: randomUUID(), shipping, payment_method: 'cod' })
  const placed = await placeOrder(new Request('http://shop.example/', { method: 'POST', body }), shop.context(buyer))
  const { id } = ((await placed.json()) as { order: { id: string } }).order
  await shop.sql("select set_config('request.jwt.claims', $1, false)", [JSON.stringify({ sub: admin.id, role: 'authenticated' })])
  await shop.sql("update public.orders set status = 'processing' where id = $1", [id])
  const [line] = await shop.sql<{ id: string }>('select id from public.order_items where order_id = $1', [id])
  return { id, item: line?.id ?? '' }
}

test('after the rest is given up, and after a courier has transferred for one parcel, the labels collect what is left, and not less', async () => {
  const { id, item } = await acceptedOrder()
  const pieces = JSON.stringify([{ item, quantity: 1 }])
  const pack = (packed: boolean) =>
    shop.sql("select public.create_shipment($1, (select version from public.orders where id = $1), $2, 'DTDC', $3, false, $4)", [
      id,
      pieces,
      randomUUID().slice(0, 8),
      packed,
    ])
  const collected = async () => {
    const all = textOf((await ask(admin, { orderIds: [id], documentType: 'label' }))[1].pdf)
    return [...all.matchAll(/COD ₹([\d,.]+)/g)].map(([, amount = '']) => Number(amount.replaceAll(',', '')))
  }
  await pack(false)
  await pack(true)
  const before = await collected()
  await shop.sql("select public.cancel_rest($1, (select version from public.orders where id = $1), 'Sold out')", [id])
  expect(await collected()).toEqual(before)
  const [open] = await shop.sql<{ amount: string }>("select amount from public.payments where order_id = $1 and state = 'cod_pending'", [id])
  expect(before.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(Number(open?.amount), 2)
  const parcels = await shop.sql<{ amount: string }>(
    'select private.parcel_to_collect(s.id) as amount from public.shipments s where s.order_id = $1 order by s.number',
    [id],
  )
  expect(parcels.map(({ amount }) => Number(amount))).toEqual(before)

  // what the courier transfers for one parcel pays no other
  const [second] = await shop.sql<{ tracking: string }>('select tracking_number as tracking from public.shipments where order_id = $1 and number = 2', [id])
  await shop.sql("select public.book_remittance('DTDC', $1, '2026-01-31', 0, 0, $2)", [
    randomUUID(),
    JSON.stringify([{ place: 1, tracking: second?.tracking, collected: String(before[1]), charges: '0' }]),
  ])
  expect(await collected()).toEqual(before)
})

test('of an order that has left in part, the label of what is in no parcel collects that alone', async () => {
  const { id, item } = await acceptedOrder()
  await shop.sql("select public.create_shipment($1, (select version from public.orders where id = $1), $2, 'DTDC', $3)", [
    id,
    JSON.stringify([{ item, quantity: 1 }]),
    randomUUID().slice(0, 8),
  ])
  const label = async () => textOf((await ask(admin, { orderIds: [id], documentType: 'label' }))[1].pdf)
  const amountOf = (text: string) => Number(/COD ₹([\d,.]+)/.exec(text)?.[1]?.replaceAll(',', ''))
  const first = amountOf(await label())
  const [parcel] = await shop.sql<{ id: string }>('select id from public.shipments where order_id = $1', [id])
  await shop.sql('select public.deliver_shipment($1, (select version from public.shipments where id = $1))', [parcel?.id])
  const rest = await label()
  expect(rest).toContain('parcel 2')
  const [open] = await shop.sql<{ amount: string }>("select amount from public.payments where order_id = $1 and state = 'cod_pending'", [id])
  expect(first + amountOf(rest)).toBeCloseTo(Number(open?.amount), 2)
})

test('the pick list has the goods of all orders but the cancelled ones', async () => {
  await shop.sql("update public.orders set status = 'cancelled', cancel_reason = 'Bought twice' where id = $1", [orders[2]])
  const unknown = randomUUID()
  const [, { pdf, missing }] = await ask(admin, { orderIds: [...orders, unknown], documentType: 'pickList' })
  expect(textOf(pdf)).toContain('2 orders · 2 products · 4 units')
  expect(missing).toEqual([
    { orderId: orders[2], reason: 'This order is cancelled' },
    { orderId: unknown, reason: 'Order not found' },
  ])
  const [, none] = await ask(admin, { orderIds: [orders[2]], documentType: 'label' })
  expect([none.pdf, none.missing.length]).toEqual([null, 1])
})

test('a long list is prepared in parts, and then joined', async () => {
  const many = await oldOrders(MOST_NEW + 1)
  const slips = { documentType: 'packingSlip' }
  expect(await ask(admin, { ...slips, orderIds: many })).toEqual([409, { success: false, error: 'More than 50 of these documents are not prepared' }])
  for (const part of [many.slice(0, 25), many.slice(25)]) {
    expect(await ask(admin, { ...slips, orderIds: part, prepare: true })).toEqual([200, { success: true, pdf: null, missing: [] }])
  }
  const [status, { pdf }] = await ask(admin, { ...slips, orderIds: many })
  expect([status, textOf(pdf).match(/Packing slip/g)?.length]).toEqual([200, MOST_NEW + 1])
}, 60_000)

test('without any document there is no file', async () => {
  const [status, answer] = await ask(admin, { orderIds: [orders[2]], documentType: 'invoice' })
  expect([status, answer.pdf, answer.missing.length]).toEqual([200, null, 1])
})

test('only staff get documents in bulk; customers do not, even of their own orders', async () => {
  for (const documentType of ['packingSlip', 'label', 'pickList'])
    expect(await ask(buyer, { orderIds: orders, documentType })).toEqual([403, { success: false, error: 'Documents in bulk are for the staff' }])
  expect((await ask(null, { orderIds: orders, documentType: 'invoice' }))[0]).toBe(401)
})

test('an invalid request is refused with a sentence', async () => {
  for (const body of [
    null,
    {},
    { orderIds: orders, documentType: 'creditNote' },
    { orderIds: [], documentType: 'invoice' },
    { orderIds: orders, documentType: 'invoice', copies: 'two' },
    { orderIds: orders, documentType: 'label', labels: 'a5' },
    { orderIds: ['../etc'], documentType: 'invoice' },
    { orderIds: Array.from({ length: 501 }, () => randomUUID()), documentType: 'pickList' },
    { orderIds: Array.from({ length: 151 }, () => randomUUID()), documentType: 'invoice', copies: 'pair' },
    { orderIds: orders, documentType: 'invoice', prepare: 'yes' },
  ]) {
    const [status, { success, error }] = await ask(admin, body)
    expect([status, success]).toEqual([400, false])
    expect(error).toMatch(/\w+ .*\w/)
  }
  expect((await ask(admin, null, 'GET'))[0]).toBe(405)
})
