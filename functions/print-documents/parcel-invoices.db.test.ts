/** An invoice for each parcel: what is issued when, what is printed and mailed, and what staff and customers get (docs/decisions/0096-invoices-per-parcel.md). */
import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { changeOrder, quoteOrderChange } from '../change-order/change-order.ts'
import { generatePdf } from '../generate-pdf/generate-pdf.ts'
import { admin, call, counter, make, meena, openManualOrders, rows, shop, telephone } from '../testing/manual-orders.ts'
import { printDocuments } from './print-documents.ts'

openManualOrders(() => createDatabase('shop'))
beforeEach(() => shop.sql('update public.settings set invoice_per_parcel = true'))
afterEach(() => shop.sql('update public.settings set invoice_per_parcel = false'))

type Document = { kind: string; form: string; serial: string; reverses: string | null; file_id: string; total: number; parcel: number | null }
const documentsOf = (order: string) =>
  rows<Document>(
    `select kind, form, serial, reverses, file_id, (content #>> '{order,total_amount}')::float as total, (content ->> 'parcel')::integer as parcel
     from public.documents where order_id = $1 order by issued_at, serial desc`,
    order,
  )
const numberOf = async (column: string, order: string): Promise<number> =>
  Number((await rows(`select ${column} as n from public.orders where id = $1`, order))[0]?.['n'])
const statusTo = (order: string, status: string) => shop.sql('update public.orders set status = $2 where id = $1', [order, status])
const asAdmin = (sql: string, values: unknown[]) => shop.context(admin).asUser((query) => query<{ id: string }>(sql, values))
async function pack(order: string, pieces: Record<string, number>): Promise<string> {
  const lines = Object.entries(pieces).map(([item, quantity]) => ({ item, quantity }))
  const [row] = await asAdmin("select public.create_shipment($1, $2, $3, 'DTDC', 'D1', false, true) as id", [
    order,
    await numberOf('version', order),
    JSON.stringify(lines),
  ])
  return row?.id ?? ''
}
const onParcel = async (name: string, id: string, more = '') =>
  asAdmin(`select public.${name}($1, $2${more}) as id`, [id, (await rows('select version from public.shipments where id = $1', id))[0]?.['version']])

/** An order of `quantities` of new products, one price each, with its lines. */
async function order(quantities: number[], changes: Record<string, unknown> = {}, rates: number[] = []): Promise<{ id: string; items: string[] }> {
  const lines: object[] = []
  for (const [place, quantity] of quantities.entries())
    lines.push({ product_id: await shop.product({ name: `Goods ${place + 1}`, price: 100, gst_percent: rates[place] ?? 18 }), quantity })
  const { status, body } = await make(telephone(lines, changes))
  expect(status).toBe(200)
  const id = body.order?.id ?? ''
  const items = await rows<{ id: string }>('select id from public.order_items where order_id = $1 order by product_name', id)
  return { id, items: items.map((item) => item.id) }
}
const textOf = (pdf: unknown) =>
  execFileSync('pdftotext', ['-layout', '-enc', 'UTF-8', '-', '-'], { input: Buffer.from(String(pdf), 'base64'), encoding: 'utf8' })
const attached = async (order: string, kind: string, status: string) => {
  const [mail] = await rows<{ id: string }>(
    "select id from private.mails where data ->> 'order_id' = $1 and kind = $2 and data ->> 'status' = $3",
    order,
    kind,
    status,
  )
  return (await rows<{ file_id: string }>('select file_id from private.mail_document($1)', mail?.id)).map(({ file_id }) => file_id)
}

describe('an invoice for each parcel', () => {
  test('accepting issues nothing; each parcel is invoiced when it is packed, printed with its slip, and mailed when it leaves', async () => {
    const { id, items } = await order([3, 2])
    const [first = '', second = ''] = items
    await statusTo(id, 'processing')
    expect(await documentsOf(id)).toEqual([])
    expect(await attached(id, 'order_status', 'processing')).toEqual([])
    const proforma = await generatePdf(
      new Request('http://shop.example/', { method: 'POST', body: JSON.stringify({ orderId: id, documentType: 'invoice', type: 'download' }) }),
      shop.context(meena),
    )
    const draft = textOf(await proforma.text())
    expect(draft).toContain('Proforma invoice')
    expect(draft).toContain('Each parcel has an invoice of its own')
    expect((await call(printDocuments, admin, { orderIds: [id], documentType: 'invoice' })).body['missing']).toMatchObject([{ orderId: id }])

    const one = await pack(id, { [first]: 2 })
    const two = await pack(id, { [first]: 1, [second]: 2 })
    const documents = await documentsOf(id)
    expect(documents.map(({ form, parcel }) => [form, parcel])).toEqual([
      ['tax_invoice', 1],
      ['tax_invoice', 2],
    ])
    expect(documents.reduce((sum, { total }) => sum + total, 0)).toBeCloseTo(await numberOf('total_amount', id), 2)
    // delivery is charged with parcel 1; parts of a line are rounded column by column; the label collects what the invoice in the parcel says
    expect(documents.map(({ total }) => total)).toEqual([299.99, 300.01])
    const labels = textOf((await call(printDocuments, admin, { orderIds: [id], documentType: 'label' })).body['pdf'])
    expect([...labels.matchAll(/COD ₹([\d.]+)/g)].map(([, amount]) => amount)).toEqual(['299.99', '300.01'])

    const both = textOf((await call(printDocuments, admin, { orderIds: [id], documentType: 'invoice', copies: 'original' })).body['pdf'])
    for (const { serial } of documents) expect(both).toContain(serial)
    const own = textOf((await call(printDocuments, admin, { orderIds: [id], documentType: 'invoice', copies: 'original', shipmentId: two })).body['pdf'])
    expect(own).toContain(documents[1]?.serial)
    expect(own).toContain('parcel 2')
    expect(own).not.toContain(documents[0]?.serial)

    await onParcel('dispatch_shipment', one, ", 'DTDC', 'D1'")
    expect(await attached(id, 'order_shipment', 'processing')).toEqual([documents[0]?.file_id])
    await onParcel('dispatch_shipment', two, ", 'DTDC', 'D2'")
    expect(await attached(id, 'order_status', 'shipped')).toEqual([documents[1]?.file_id])
    const asked = { orderId: id, documentType: 'invoice', type: 'download', fileId: documents[0]?.file_id }
    const theirs = await generatePdf(new Request('http://shop.example/', { method: 'POST', body: JSON.stringify(asked) }), shop.context(meena))
    expect(textOf(await theirs.text())).toContain(documents[0]?.serial)
  })

  test('a parcel that is unpacked takes its invoice back; delivery stays charged while there is another parcel, and moves to the next parcel 1', async () => {
    const { id, items } = await order([4])
    const [item = ''] = items
    await statusTo(id, 'processing')
    const one = await pack(id, { [item]: 1 })
    await pack(id, { [item]: 1 })
    await onParcel('unpack_shipment', one)
    const net = async () => (await documentsOf(id)).reduce((sum, { kind, total }) => sum + (kind === 'invoice' ? total : -total), 0)
    expect(await net()).toBe(200)
    const again = await pack(id, { [item]: 3 })
    expect(await net()).toBe(500)
    expect(await rows('select number from public.shipments where id = $1', again)).toEqual([{ number: 1 }])
    await shop.sql("update public.orders set status = 'cancelled', cancel_reason = 'Bought twice' where id = $1", [id])
    expect(await net()).toBe(0)
  })

  test('a parcel alone that is unpacked leaves nothing charged, and the order can be changed without any document', async () => {
    const { id, items } = await order([2])
    const [item = ''] = items
    await statusTo(id, 'processing')
    await onParcel('unpack_shipment', await pack(id, { [item]: 2 }))
    expect((await documentsOf(id)).map(({ kind, total }) => [kind, total])).toEqual([
      ['invoice', 300],
      ['credit_note', 300],
    ])
    const body = { order_id: id, version: await numberOf('version', id), reason: 'Called', lines: [{ item_id: item, quantity: 1 }] }
    const preview = await call(quoteOrderChange, admin, body)
    expect(preview).toMatchObject({ status: 200 })
    expect(await call(changeOrder, admin, { ...body, expected_total: preview.body['total_amount'] })).toMatchObject({
      status: 200,
      body: { total_amount: 200 },
    })
    expect(await documentsOf(id)).toHaveLength(2)
    await pack(id, { [item]: 1 })
    expect((await documentsOf(id)).at(-1)).toMatchObject({ kind: 'invoice', total: 200 })
  })

  test('giving up the rest issues no credit note, because no invoice has those pieces', async () => {
    const { id, items } = await order([3])
    const [item = ''] = items
    await statusTo(id, 'processing')
    await onParcel('dispatch_shipment', await pack(id, { [item]: 2 }), ", 'DTDC', 'D1'")
    const [row] = await shop
      .context(admin)
      .asUser((query) =>
        query<{ amount: string }>("select public.cancel_rest($1, (select version from public.orders where id = $1), 'Sold out') as amount", [id]),
      )
    expect(row?.amount).toBe('100.01')
    expect((await documentsOf(id)).map(({ kind }) => kind)).toEqual(['invoice'])
    expect(await rows('select amount from public.payments where order_id = $1', id)).toEqual([{ amount: '299.99' }])
  })

  test('a registered buyer has a tax invoice and a bill of supply for a parcel with both kinds of goods, and for the delivery of an order with both', async () => {
    await shop.sql('update public.settings set forced_gst_percent = null')
    const { id, items } = await order(
      [2, 1],
      {
        buyer: {
          user_id: meena.id,
          full_name: 'Meena',
          phone: '9822000164',
          address: 'Shop 4',
          city: 'Pune',
          state: 'Maharashtra',
          pincode: '411030',
          company_name: 'Glow',
          gstin: '27ABCDE1234F1Z0',
        },
      },
      [0, 18],
    )
    const [bindi = '', cream = ''] = items
    await statusTo(id, 'processing')
    const first = await pack(id, { [bindi]: 1 }) // nil-rated goods with the delivery charge, of which a part is taxed
    await pack(id, { [cream]: 1 })
    await pack(id, { [bindi]: 1 })
    expect((await documentsOf(id)).map(({ form, parcel }) => [form, parcel])).toEqual([
      ['tax_invoice', 1],
      ['bill_of_supply', 1],
      ['tax_invoice', 2],
      ['bill_of_supply', 3],
    ])
    const text = textOf((await call(printDocuments, admin, { orderIds: [id], documentType: 'invoice', copies: 'original', shipmentId: first })).body['pdf'])
    expect(text).toContain('Delivery')
  })

  test('an order placed before the setting was switched keeps its one invoice, and a counter sale has its invoice at once', async () => {
    const { id: later, items } = await order([1])
    await shop.sql('update public.settings set invoice_per_parcel = false')
    const { id: one } = await order([1])
    await shop.sql('update public.settings set invoice_per_parcel = true')
    for (const id of [later, one]) await statusTo(id, 'processing')
    expect([(await documentsOf(later)).length, (await documentsOf(one)).length]).toEqual([0, 1])
    await pack(later, { [items[0] ?? '']: 1 })
    expect(await documentsOf(later)).toHaveLength(1)
    const sale = await make(
      counter([{ product_id: await shop.product({ name: 'Kajal', price: 90 }), quantity: 1 }], { buyer: { user_id: meena.id }, send_mail: true }),
    )
    expect(sale.status).toBe(200)
    const [document] = await documentsOf(sale.body.order?.id ?? '')
    expect(document).toMatchObject({ form: 'tax_invoice', parcel: 1, total: 90 })
  })

  test('nobody chooses it for an order, and only staff who may change the settings switch it', async () => {
    const { id } = await order([1])
    for (const person of [meena, admin])
      await expect(
        shop.context(person).asUser((query) => query('update public.orders set invoice_per_parcel = false where id = $1', [id])),
      ).rejects.toMatchObject({ code: '42501' })
    const changed = await shop.context(meena).asUser((query) => query('update public.settings set invoice_per_parcel = false returning id'))
    expect(changed).toEqual([])
    expect(await shop.context(admin).asUser((query) => query('update public.settings set invoice_per_parcel = false returning id'))).toHaveLength(1)
  })
})
