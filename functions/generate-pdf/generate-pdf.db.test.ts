import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placeOrder } from '../place-order/place-order.ts'
import { createDatabase } from '#server/testing/database.ts'
import { openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'
import { generatePdf } from './generate-pdf.ts'

const shipping = {
  full_name: 'Meera Nair',
  address: '48, 12th Main',
  city: 'Bengaluru',
  state: 'Karnataka',
  pincode: '560038',
  email: 'meera@looksbymeera.example',
  phone: '9845011234',
}

let shop: TestShop
let buyer: Person
let stranger: Person
let admin: Person
let orderId: string

beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
  ;[buyer, stranger, admin] = (await shop.people(3)) as [Person, Person, Person]
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'manager')", [admin.id])
  await shop.sql("update public.settings set gstin = '27ABCDE1234F1Z0', legal_name = 'Shringar Trading Company'")
  await shop.fillCart(buyer, { [await shop.product({ name: 'नूर उबटन' })]: 2 })
  const placed = await placeOrder(
    new Request('http://shop.example/', { method: 'POST', body: JSON.stringify({ idempotency_key: randomUUID(), shipping, payment_method: 'cod' }) }),
    shop.context(buyer),
  )
  orderId = ((await placed.json()) as { order: { id: string } }).order.id
})
afterAll(() => shop.close())

const ask = (person: Person | null, body: unknown, method = 'POST') =>
  generatePdf(
    new Request('http://shop.example/functions/v1/generate-pdf', { method, ...(method === 'POST' ? { body: JSON.stringify(body) } : {}) }),
    shop.context(person),
  )
const invoice = (type: string) => ({ type, orderId, documentType: 'invoice' })

describe('a document', () => {
  test('to download is base64 text that is not cached', async () => {
    const response = await ask(buyer, invoice('download'))
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'no-store',
    ])
    expect(Buffer.from(await response.text(), 'base64').toString('latin1', 0, 5)).toBe('%PDF-')
  })

  test('that is not issued is rendered once while its content is the same, and then served from the cache without queueing', async () => {
    let rendered = 0
    const context = { ...shop.context(buyer), inDocumentShare: <T>(render: () => Promise<T>) => ((rendered += 1), render()) }
    const proforma = async () => {
      const request = new Request('http://shop.example/', { method: 'POST', body: JSON.stringify(invoice('download')) })
      return (await generatePdf(request, context)).text()
    }
    await shop.sql("update public.settings set store_name = 'Shringar of Bandra'")
    const first = await proforma()
    expect([await proforma(), rendered]).toEqual([first, 1])
    await shop.sql("update public.settings set store_name = 'Shringar of Andheri'")
    expect(await proforma()).not.toBe(first)
    expect(rendered).toBe(2)
  })

  test('to store is in the private bucket, with a URL for 60 seconds', async () => {
    const response = await ask(buyer, invoice('store'))
    expect(await response.json()).toEqual({ success: true, url: `https://shop.example/sign/documents/${orderId}/invoice.pdf?seconds=60`, error: null })
    expect(Buffer.from(shop.stored.get(`documents/${orderId}/invoice.pdf`) ?? []).toString('latin1', 0, 5)).toBe('%PDF-')
  })

  test("of another customer's order looks unknown", async () => {
    const unknown = { ...invoice('download'), orderId: randomUUID() }
    for (const answer of [await ask(stranger, invoice('download')), await ask(buyer, unknown)]) {
      expect([answer.status, await answer.json()]).toEqual([404, { success: false, error: 'Order not found' }])
    }
    expect((await ask(buyer, invoice('download'))).status).toBe(200)
  })

  test('is available to staff for every order, and packing slips only to staff', async () => {
    expect((await ask(admin, invoice('download'))).status).toBe(200)
    const slip = { type: 'download', orderId, documentType: 'packingSlip' }
    expect((await ask(admin, slip)).status).toBe(200)
    expect((await ask(buyer, slip)).status).toBe(403)
  })

  test('has all marked copies for staff by default, and only the original for the customer', async () => {
    expect((await ask(buyer, { ...invoice('download'), copies: 'original' })).status).toBe(200)
    expect((await ask(buyer, { ...invoice('download'), copies: 'pair' })).status).toBe(403)
    const asked = await ask(buyer, { ...invoice('download'), copies: 'all' })
    expect([asked.status, await asked.json()]).toEqual([403, { success: false, error: 'The copies for transporter and supplier are for admins' }])
  })

  test('stored for the shop does not replace the one stored for the customer', async () => {
    await shop.sql("update public.orders set status = 'processing' where id = $1", [orderId])
    await ask(admin, invoice('store'))
    await ask(buyer, invoice('store'))
    const size = (key: string) => shop.stored.get(`documents/${orderId}/${key}`)?.length ?? 0
    expect(size('invoice-copies.pdf')).toBeGreaterThan(size('invoice.pdf'))
  })

  test('that reverses an invoice exists once the accepted order is cancelled', async () => {
    const note = { type: 'download', orderId, documentType: 'creditNote' }
    expect(await (await ask(buyer, note)).json()).toEqual({ success: false, error: 'No credit note was issued for this order' })
    await shop.sql("update public.orders set status = 'cancelled', cancel_reason = 'Refused at the door' where id = $1", [orderId])
    expect((await ask(buyer, note)).status).toBe(200)
  })

  test('of several of an order is chosen by its file, which must be of this order and kind', async () => {
    const [line] = await shop.sql<{ invoice: string; line: string }>(
      "select d.id as invoice, l.line from public.documents d cross join private.invoice_lines(d.id) l where d.order_id = $1 and d.kind = 'invoice'",
      [orderId],
    )
    await shop.sql('delete from private.document_files where order_id = $1', [orderId])
    await shop.sql("delete from public.documents where order_id = $1 and kind = 'credit_note'", [orderId])
    for (const reason of ['First', 'Second'])
      await shop.sql('select private.issue_credit_note($1, $2, $3)', [line?.invoice, JSON.stringify([{ line: line?.line, quantity: 1 }]), reason])
    const files = await shop.sql<{ file: string; serial: string }>(
      "select file_id as file, serial from public.documents where order_id = $1 and kind = 'credit_note' order by serial",
      [orderId],
    )
    const note = (fileId?: string) => ask(buyer, { type: 'download', orderId, documentType: 'creditNote', fileId })
    const [first, second, latest] = await Promise.all([note(files[0]?.file), note(files[1]?.file), note()].map(async (answer) => (await answer).text()))
    expect(first).not.toBe(second)
    expect(latest).toBe(second)
    for (const refused of [await note(randomUUID()), await ask(buyer, { ...invoice('download'), fileId: files[0]?.file })])
      expect([refused.status, await refused.json()]).toEqual([404, { success: false, error: 'This order has no such document' }])
    expect((await ask(stranger, { type: 'download', orderId, documentType: 'creditNote', fileId: files[0]?.file })).status).toBe(404)
    expect((await note('../1')).status).toBe(400)
  })

  test('is refused with a sentence for an invalid request', async () => {
    for (const body of [
      null,
      {},
      { ...invoice('print') },
      { ...invoice('store'), documentType: 'poem' },
      { ...invoice('store'), copies: 'ten' },
      { ...invoice('store'), orderId: '../../etc/passwd' },
    ]) {
      const answer = await ask(buyer, body)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toEqual({ success: false, error: expect.stringMatching(/\w+ .*\w/) })
    }
    expect((await ask(null, invoice('store'))).status).toBe(401)
    expect((await ask(buyer, null, 'GET')).status).toBe(405)
  })
})
