/**
 * What an order leaves behind in cases that an accountant would look at: documents with their numbers and days, money, stock, and the months of
 * the GST return, as they are in `golden/*.json`. Those files are read and agreed on by people; no command writes them.
 */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { InvoiceContent } from '#domain/documents/invoice-content.ts'
import { invoiceContents } from '#domain/documents/invoice-content.ts'
import type { DocumentRow, OrderRow } from '#domain/documents/invoice-rows.ts'
import { SHOP } from '#domain/documents/testing/frozen-order.ts'
import type { OfflineReturn } from '#domain/gstr1/offline-json.ts'
import { createDatabase } from '#server/testing/database.ts'
import { changeOrder } from '../../change-order/change-order.ts'
import { exchangeReturn } from '../../exchange-return/exchange-return.ts'
import { generatePdf } from '../../generate-pdf/generate-pdf.ts'
import { gstReturn } from '../../gst-return/gst-return.ts'
import { placeOrder } from '../../place-order/place-order.ts'
import { printDocuments } from '../../print-documents/print-documents.ts'
import { flattenReturn } from '../flatten-return.ts'
import { openShop } from '../shop.ts'
import type { Person, TestShop } from '../shop.ts'
import { rupees } from './book.ts'
import { callerOf } from './taking.ts'
import { buyerAt, PLACES } from './world.ts'

let shop: TestShop
let staff: Person
let buyer: Person
let cream: string
let soap: string
let order: string

/** At noon in India on this day. */
const on = (day: string, person: Person) => callerOf({ shop, now: new Date(`${day}T12:00:00+05:30`), killedAt: null }, person)
const asStaff = (day: string, text: string, ...values: unknown[]) => on(day, staff).asUser((query) => query<{ id: string }>(text, values))
const step = (day: string, status: string, more = '') => asStaff(day, `update public.orders set status = '${status}'${more} where id = $1 returning id`, order)
const request = (body: object) => new Request('http://shop.example/', { method: 'POST', body: JSON.stringify(body) })
const lineOf = async (product: string) =>
  (await shop.sql<{ id: string }>('select id from public.order_items where order_id = $1 and product_id = $2', [order, product]))[0]?.id
const textOf = (pdf: string) => execFileSync('pdftotext', ['-layout', '-enc', 'UTF-8', '-', '-'], { input: Buffer.from(pdf, 'base64'), encoding: 'utf8' })

beforeAll(() => expect(() => execFileSync('pdftotext', ['-v'], { stdio: 'ignore' })).not.toThrow())
beforeEach(async () => {
  shop = openShop(await createDatabase('shop'))
  ;[staff, buyer] = (await shop.people(2)) as [Person, Person]
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'manager')", [staff.id])
  await shop.sql(
    "update public.settings set gstin = '27ABCDE1234F1Z0', legal_name = 'Shringar Trading Company', forced_gst_percent = null, delivery_charge = 100, free_delivery_from = 1500",
  )
  cream = await shop.product({ name: 'Rose Cream', sku: 'RC-1', price: 118, gst_percent: 18, hsn: '33049910', stock: 50 })
  soap = await shop.product({ name: 'Neem Soap', sku: 'NS-1', price: 52.5, gst_percent: 5, hsn: '34011190', stock: 50 })
})
afterEach(() => shop.close())

async function sell(day: string, cart: Record<string, number>): Promise<void> {
  await shop.fillCart(buyer, cart)
  const body = { idempotency_key: randomUUID(), payment_method: 'cod', shipping: { ...buyerAt(PLACES[0] as (typeof PLACES)[number]), email: buyer.email } }
  const answer = await placeOrder(request(body), on(day, buyer))
  order = ((await answer.json()) as { order: { id: string } }).order.id
}

const amount = (paise: number) => rupees(BigInt(paise))
const short = ({ title, number, date, against, reason, lines, amounts }: InvoiceContent) => ({
  document: `${title} ${number} of ${date}`,
  ...(against ? { against: `${against.title} ${against.number} of ${against.date}`, reason } : {}),
  lines: lines.map((line) => `${line.quantity} ${line.unit} × ${line.description} (${line.hsn})`),
  total: amount(amounts?.total ?? 0),
})

/** Everything that the case has left behind. Each document's PDF shows what is in the golden file. */
async function found(months: string[]): Promise<object> {
  const [row] = await shop.sql<OrderRow & { money: Record<string, number> }>(
    'select o.*, to_jsonb(private.money_of(o.id)) as money from public.orders o where o.id = $1',
    [order],
  )
  const documents = await shop.sql<DocumentRow>('select * from public.documents where order_id = $1 order by issued_at, serial', [order])
  const contents: object[] = []
  for (const document of documents) {
    const documentType = document.kind === 'invoice' ? 'invoice' : 'creditNote'
    const content = invoiceContents({ ...(row as OrderRow), documents: [document] }, [], SHOP, documentType)[0] as InvoiceContent
    const pdf = await generatePdf(
      request({ type: 'download', orderId: order, documentType, fileId: document.file_id, copies: 'original' }),
      on('2027-05-01', staff),
    )
    const text = textOf(await pdf.text())
    const shown = [content.number, content.date, content.against?.number, content.reason, ...content.lines.map(({ description }) => description)]
    for (const part of [...shown, amount(content.amounts?.total ?? 0).replace(/\B(?=\d{3}\.)/, ',')]) expect(text).toContain(part ?? '')
    contents.push(short(content))
  }
  const returns: Record<string, object> = {}
  for (const month of months) {
    const answer = await gstReturn(request({ month, format: 'json' }), shop.context(staff))
    const { tables } = flattenReturn(((await answer.json()) as { return: OfflineReturn }).return)
    returns[month] = Object.fromEntries(
      Object.entries(tables).map(([table, { taxable, cgst, sgst }]) => [table, `${rupees(taxable)} + ${rupees(cgst)} + ${rupees(sgst)}`]),
    )
  }
  const stock = await shop.sql<{ name: string; stock: number }>('select name, stock from public.products order by name')
  const { total, received, refund_due, refunded, to_collect } = row?.money ?? {}
  return {
    order: `${row?.status}, ${row?.payment_state}`,
    documents: contents,
    money: { total, received, refund_due, refunded, to_collect },
    stock: Object.fromEntries(stock.map(({ name, stock: count }) => [name, count])),
    returns,
  }
}
const golden = (name: string): unknown => JSON.parse(readFileSync(new URL(`golden/${name}.json`, import.meta.url), 'utf8'))

/** What slip and label of one parcel say. */
async function parcelSays(shipment: string | undefined): Promise<object> {
  const print = async (documentType: string) => {
    const answer = await printDocuments(request({ orderIds: [order], documentType, shipmentId: shipment }), on('2026-11-11', staff))
    return textOf(((await answer.json()) as { pdf: string }).pdf)
  }
  const slip = await print('packingSlip')
  return {
    slip: ['Rose Cream', 'Neem Soap'].filter((name) => slip.includes(name)),
    label: /COD ₹[\d,.]+|Prepaid/.exec(await print('label'))?.[0],
  }
}

test('a part is sent: each slip has its goods, each label collects its part, and the invoice stays whole', async () => {
  await sell('2026-11-10', { [cream]: 3, [soap]: 4 })
  await step('2026-11-11', 'processing')
  const ship = (lines: object[], packed: boolean) =>
    asStaff(
      '2026-11-11',
      "select public.create_shipment($1, (select version from public.orders where id = $1), $2, 'DTDC', $3, false, $4) as id",
      order,
      JSON.stringify(lines),
      randomUUID().slice(0, 8),
      packed,
    )
  const [first] = await ship(
    [
      { item: await lineOf(cream), quantity: 2 },
      { item: await lineOf(soap), quantity: 4 },
    ],
    false,
  )
  const [second] = await ship([{ item: await lineOf(cream), quantity: 1 }], true)
  expect({ ...(await found(['2026-11'])), parcels: [await parcelSays(first?.id), await parcelSays(second?.id)] }).toEqual(golden('part'))
})

test('a piece of an order of 31 March comes back in April: the note is of the new year, and so is its return', async () => {
  await sell('2027-03-30', { [cream]: 3, [soap]: 4 })
  await step('2027-03-31', 'processing')
  await step('2027-03-31', 'shipped', ", courier = 'DTDC', tracking_number = 'D1'")
  await step('2027-03-31', 'delivered')
  const [made] = await on('2027-04-01', buyer).asUser(async (query) =>
    query<{ id: string }>("select public.ask_return($1, $2, 'damaged', 'The lid is broken') as id", [
      order,
      JSON.stringify([{ item: await lineOf(cream), quantity: 1 }]),
    ]),
  )
  await asStaff('2027-04-01', "update public.payments set state = 'paid' where order_id = $1 returning id", order)
  await asStaff('2027-04-02', 'select public.approve_return($1, 1)', made?.id)
  await asStaff(
    '2027-04-05',
    'select public.receive_return($1, 2, $2)',
    made?.id,
    JSON.stringify([{ item: await lineOf(cream), restocked: 0, damaged: 1, lost: 0 }]),
  )
  await asStaff('2027-04-06', 'select public.close_return($1, 3)', made?.id)
  expect(await found(['2027-03', '2027-04'])).toEqual(golden('return-in-the-next-year'))
})

test('cash on delivery is refused at the door: all is reversed, nothing is owed, and stock follows the parcel', async () => {
  await sell('2026-11-10', { [cream]: 3, [soap]: 4 })
  await step('2026-11-11', 'processing')
  await step('2026-11-12', 'shipped', ", courier = 'DTDC', tracking_number = 'D1'")
  await step('2026-11-16', 'cancelled', ", cancel_reason = 'Refused at the door'")
  const [parcel] = await shop.sql<{ id: string; version: number }>('select id, version from public.shipments where order_id = $1', [order])
  const back = [
    { item: await lineOf(cream), restocked: 2, damaged: 1, lost: 0 },
    { item: await lineOf(soap), restocked: 3, damaged: 0, lost: 1 },
  ]
  await asStaff('2026-12-02', 'select public.receive_shipment($1, $2, $3)', parcel?.id, parcel?.version, JSON.stringify(back))
  expect(await found(['2026-11', '2026-12'])).toEqual(golden('refused-at-the-door'))
})

test('a line is changed after its price has moved: the invoice is taken back, and the new one has the new price', async () => {
  await sell('2026-11-28', { [cream]: 3, [soap]: 4 })
  await step('2026-11-29', 'processing')
  await shop.sql('update public.products set price = price - 18 where id = $1', [cream])
  const [row] = await shop.sql<{ version: number }>('select version from public.orders where id = $1', [order])
  const body = {
    order_id: order,
    version: row?.version,
    reason: 'One more, please',
    lines: [{ item_id: await lineOf(cream), quantity: 4 }],
    expected_total: 710,
  }
  expect((await changeOrder(request(body), on('2026-12-01', staff))).status).toBe(200)
  expect(await found(['2026-11', '2026-12'])).toEqual(golden('changed-price'))
})

test('a cream of March is exchanged for soap and more in April: a credit note, and a new invoice that the credit pays', async () => {
  await sell('2027-03-20', { [cream]: 3, [soap]: 4 })
  await step('2027-03-21', 'processing')
  await step('2027-03-21', 'shipped', ", courier = 'DTDC', tracking_number = 'D1'")
  await step('2027-03-24', 'delivered')
  await asStaff('2027-03-30', "update public.payments set state = 'paid' where order_id = $1 returning id", order)
  const item = await lineOf(cream)
  const [made] = await asStaff(
    '2027-04-01',
    "select public.book_return($1, $2, 'other', 'Another shade, please', 'exchange') as id",
    order,
    JSON.stringify([{ item, quantity: 2, exchange_for: cream }]),
  )
  await asStaff('2027-04-03', 'select public.receive_return($1, 1, $2)', made?.id, JSON.stringify([{ item, restocked: 2, damaged: 0, lost: 0 }]))
  // what was paid for a cream holds for it, though it costs more now
  await shop.sql('update public.products set price = price + 18 where id = $1', [cream])
  const body = {
    return_id: made?.id,
    version: 2,
    lines: [{ item, credited: 2 }],
    goods: [
      { product_id: cream, quantity: 1, unit_price: 118, reason: 'The price that was paid' },
      { product_id: soap, quantity: 4 },
    ],
    payment_method: 'cod',
    rest: 'refund',
    expected_total: 328,
    expected_credit: 236,
  }
  const answer = await exchangeReturn(request(body), on('2027-04-05', staff))
  expect(answer.status).toBe(200)
  const before = await found(['2027-03', '2027-04'])
  order = ((await answer.json()) as { order_id: string }).order_id
  await step('2027-04-06', 'processing')
  expect({ before, after: await found(['2027-04']) }).toEqual(golden('exchange'))
})
