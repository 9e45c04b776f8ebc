import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { placeOrder } from '../place-order/place-order.ts'
import { openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'
import { generatePdf } from './generate-pdf.ts'

let shop: TestShop
let buyer: Person
let admin: Person

beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
  ;[buyer, admin] = (await shop.people(2)) as [Person, Person]
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'manager')", [admin.id])
  await shop.sql(
    "update public.settings set gstin = '27ABCDE1234F1Z0', legal_name = 'Shringar Trading Company', forced_gst_percent = null, upi_vpa = 'shop@bank'",
  )
})
afterAll(() => shop.close())

/** An accepted order with one line per rate in percent. */
async function accepted(rates: number[], gstin?: string): Promise<string> {
  const products = await Promise.all(rates.map((rate, index) => shop.product({ name: `Goods ${index}`, gst_percent: rate })))
  await shop.fillCart(buyer, Object.fromEntries(products.map((id) => [id, 2])))
  const shipping = {
    full_name: 'Meera Nair',
    address: '48, 12th Main',
    city: 'Pune',
    state: 'Maharashtra',
    pincode: '411001',
    email: buyer.email,
    phone: '9845011234',
  }
  const body = { idempotency_key: randomUUID(), payment_method: 'cod', shipping: gstin ? { ...shipping, gstin, company_name: 'Looks by Meera' } : shipping }
  const placed = await placeOrder(new Request('http://shop.example/', { method: 'POST', body: JSON.stringify(body) }), shop.context(buyer))
  const { order } = (await placed.json()) as { order: { id: string } }
  await shop.sql("update public.orders set status = 'processing' where id = $1", [order.id])
  return order.id
}

async function download(person: Person, orderId: string, documentType = 'invoice', copies?: string): Promise<string> {
  const body = JSON.stringify({ type: 'download', orderId, documentType, copies })
  const answer = await generatePdf(new Request('http://shop.example/functions/v1/generate-pdf', { method: 'POST', body }), shop.context(person))
  expect(answer.status).toBe(200)
  return answer.text()
}

const documents = (orderId: string) =>
  shop.sql<{
    form: string
    serial: string
    content: { scope: string; reason: string | null; reverses: { serial: string } | null }
    text: string
    content_hash: string
  }>('select form, serial, content, content::text as text, content_hash from public.documents where order_id = $1 order by issued_at', [orderId])

describe('an issued document', () => {
  test('is permanently the same file, after any change of settings, products, customer and order', async () => {
    const orderId = await accepted([18, 18])
    const everything = async () => [await download(buyer, orderId), await download(admin, orderId), await download(admin, orderId, 'invoice', 'original')]
    const before = await everything()
    const facts = await documents(orderId)
    expect(new Set(before).size, 'the original and the copies').toBe(2)
    await shop.sql(`update public.settings set store_name = 'Other', legal_name = 'Other', address = 'Elsewhere', gstin = null, state_code = '29',
      prices_include_gst = false, forced_gst_percent = 5, upi_vpa = null, founded_year = 1999, delivery_charge = 1, free_delivery_from = 0`)
    await shop.sql("update public.products set name = 'Renamed', price = 1, hsn = '9999'")
    await shop.sql("update public.profiles set full_name = 'Another Person', company_name = 'Other Ltd'")
    await shop.sql("update public.orders set status = 'shipped', courier = 'DTDC', tracking_number = '1' where id = $1", [orderId])
    await shop.sql("update public.orders set status = 'delivered' where id = $1", [orderId])
    await shop.sql('delete from public.products')
    expect(await everything()).toEqual(before)
    expect(await documents(orderId)).toEqual(facts)
    const stored = await generatePdf(
      new Request('http://shop.example/', { method: 'POST', body: JSON.stringify({ type: 'store', orderId, documentType: 'invoice' }) }),
      shop.context(buyer),
    )
    expect(stored.status).toBe(200)
    expect(Buffer.from(shop.stored.get(`documents/${orderId}/invoice.pdf`) ?? []).toString('base64')).toBe(before[0])
    await shop.sql(`update public.settings set store_name = 'Shringar', legal_name = 'Shringar Trading Company', gstin = '27ABCDE1234F1Z0', state_code = '27',
      prices_include_gst = true, forced_gst_percent = null, free_delivery_from = 1500, delivery_charge = 100`)
  })

  test('first requested after everything changed still has the issued content', async () => {
    const orderId = await accepted([18])
    const [facts] = await documents(orderId)
    await shop.sql("update public.settings set legal_name = 'Later Ltd'")
    await download(buyer, orderId)
    await shop.sql("update public.settings set legal_name = 'Shringar Trading Company'")
    expect(facts?.content).toMatchObject({ seller: { legal_name: 'Shringar Trading Company' } })
    expect(facts?.content).toMatchObject({ order: { email: '', phone: '' } }) // data that cannot be erased later is not frozen
  })

  test('is printed as original and duplicate from the stored copies, also of two documents', async () => {
    for (const orderId of [await accepted([18]), await accepted([18, 0], '27ABCDE1234F1Z0')]) {
      const marks = async (copies: string) => {
        const pdf = Buffer.from(await download(admin, orderId, 'invoice', copies), 'base64')
        return execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' }).match(/(ORIGINAL|DUPLICATE|TRIPLICATE) FOR/g)
      }
      const [original, pair, all] = [await marks('original'), await marks('pair'), await marks('all')]
      expect(pair).toEqual(all?.filter((mark) => !mark.startsWith('TRIPLICATE')))
      expect(all).toHaveLength(3 * (original?.length ?? 0))
    }
    expect(await shop.sql('select * from private.check_documents()')).toEqual([])
  })

  test('requested concurrently is rendered once', async () => {
    const orderId = await accepted([18])
    const files = await Promise.all(Array.from({ length: 12 }, (_, index) => download(index % 2 ? admin : buyer, orderId, 'invoice', 'original')))
    expect(new Set(files).size).toBe(1)
    const [kept] = await shop.sql<{ bytes: Buffer | null; version: string; size: number; sha256: string }>(
      "select bytes, version, size, sha256 from private.document_files where order_id = $1 and copies = 'original'",
      [orderId],
    )
    const stored = Buffer.from(shop.documentFiles.files.get(kept?.version ?? '') ?? [])
    expect(stored.toString('base64')).toBe(files[0])
    expect(kept).toMatchObject({ bytes: null, size: stored.byteLength, sha256: createHash('sha256').update(stored).digest('hex') })
  })

  test('has a content hash that reveals manipulated facts and bytes', async () => {
    const orderId = await accepted([18])
    shop.documentFiles.takesNew = false
    await download(buyer, orderId).finally(() => (shop.documentFiles.takesNew = true))
    for (const { text, content_hash } of await documents(orderId)) expect(content_hash).toBe(createHash('sha256').update(text).digest('hex'))
    expect(await shop.sql('select * from private.check_documents()')).toEqual([])
    const [{ serial } = { serial: '' }] = await documents(orderId)
    const tamperings = [
      "update public.documents set content = jsonb_set(content, '{order,total_amount}', '1') where order_id = $1",
      "update private.document_files set bytes = bytes || ' ' where order_id = $1 and copies = 'original'",
    ]
    for (const [index, tampering] of tamperings.entries()) {
      await shop.sql(tampering, [orderId])
      expect(
        (await shop.sql<{ serial: string }>('select serial from private.check_documents()')).map((row) => row.serial),
        tampering,
      ).toEqual(Array.from({ length: index + 1 }, () => serial))
    }
  })

  test('past its retention is not replaced by a proforma', async () => {
    const orderId = await accepted([18])
    const ask = async (documentType: string) => {
      const body = JSON.stringify({ type: 'download', orderId, documentType })
      const answer = await generatePdf(new Request('http://shop.example/', { method: 'POST', body }), shop.context(admin))
      return [answer.status, answer.status === 200 ? null : await answer.json()]
    }
    expect(await ask('invoice')).toEqual([200, null])
    await shop.sql('delete from private.document_files where order_id = $1', [orderId])
    await shop.sql('delete from public.documents where order_id = $1', [orderId])
    expect(await ask('invoice')).toEqual([404, { success: false, error: 'The documents of this order are no longer kept' }])
    expect(await ask('packingSlip')).toEqual([200, null])
  })

  test('is stored only once it is issued', async () => {
    await expect(shop.sql("select private.keep_document_files($1, 'all', '', '')", [randomUUID()])).rejects.toThrow('No document was issued')
  })
})

describe('the documents of an accepted order', () => {
  test.each([
    [[18, 5], undefined, [['tax_invoice', 'INV', 'all']]],
    [[0, 0], undefined, [['bill_of_supply', 'BOS', 'all']]],
    [[0, 18], undefined, [['invoice_cum_bill', 'INV', 'all']]],
    [
      [0, 18],
      '27AAPFU0939F1ZV',
      [
        ['tax_invoice', 'INV', 'taxed'],
        ['bill_of_supply', 'BOS', 'nil'],
      ],
    ],
  ])('goods at %j % for the buyer %s: %j', async (rates, gstin, expected) => {
    const orderId = await accepted(rates, gstin)
    const issued = await documents(orderId)
    expect(issued.map(({ form, serial, content }) => [form, serial.split('/')[0], content.scope])).toEqual(expected)

    await shop.sql("update public.orders set status = 'cancelled', cancel_reason = 'Refused at the door' where id = $1", [orderId])
    const notes = (await documents(orderId)).filter(({ form }) => form === 'credit_note')
    const said = notes.map(({ content }) => `${content.scope} ${content.reverses?.serial}: ${content.reason}`).sort()
    expect(said).toEqual(issued.map(({ content, serial }) => `${content.scope} ${serial}: Refused at the door`).sort())
    expect(await download(buyer, orderId, 'creditNote')).toBe(await download(buyer, orderId, 'creditNote'))
  })

  test('of a shop without GSTIN: a bill of supply, at any rate', async () => {
    await shop.sql('update public.settings set gstin = null')
    expect((await documents(await accepted([18]))).map(({ form, serial }) => [form, serial.split('/')[0]])).toEqual([['bill_of_supply', 'BOS']])
    await shop.sql("update public.settings set gstin = '27ABCDE1234F1Z0'")
  })
})
