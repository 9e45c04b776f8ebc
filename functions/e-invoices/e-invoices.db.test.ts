import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DocumentFacts } from '#domain/documents/invoice-rows.ts'
import { irnText } from '#domain/einvoice/irn.ts'
import type { Inv01 } from '#domain/einvoice/inv01.ts'
import { signedQr } from '#domain/einvoice/testing/signed-qr.ts'
import { createDatabase } from '#server/testing/database.ts'
import type { ShopFunction } from '../context.ts'
import { accountExports } from '../account-exports/account-exports.ts'
import { generatePdf } from '../generate-pdf/generate-pdf.ts'
import { gstReturn } from '../gst-return/gst-return.ts'
import { placeOrder } from '../place-order/place-order.ts'
import { openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'
import { cancelEInvoice } from './cancel-e-invoice.ts'
import { eInvoices } from './e-invoices.ts'
import { recordEInvoices } from './record-e-invoices.ts'

let shop: TestShop
let buyer: Person
let other: Person
let accountant: Person
let packer: Person

const SALON = { gstin: '27AAPFU0939F1ZV', company_name: 'Looks by Meera' }
const ACK = { ack_no: '112620036563310', ack_date: '2026-11-22 14:05:00' }

/** An accepted order of a lipstick and, with `nil`, of nil-rated bindis. */
async function sell({ day = '2026-11-22', nil = false, ...more }: Record<string, unknown> & { day?: string; nil?: boolean } = {}): Promise<string> {
  const goods = { [await shop.product({ name: 'Lipstick', price: 118, hsn: '33049910' })]: 2 }
  if (nil) goods[await shop.product({ name: 'Bindi', price: 30, hsn: '33049940', gst_percent: 0 })] = 3
  await shop.fillCart(buyer, goods)
  const shipping = {
    full_name: 'Meera Nair',
    address: '48, 12th Main',
    city: 'Pune',
    state: 'Maharashtra',
    pincode: '411001',
    phone: '9845011234',
    email: buyer.email,
  }
  const body = { idempotency_key: randomUUID(), payment_method: 'cod', shipping: { ...shipping, ...SALON, ...more } }
  const placed = await placeOrder(new Request('http://shop.example/', { method: 'POST', body: JSON.stringify(body) }), shop.context(buyer))
  const { order } = (await placed.json()) as { order: { id: string } }
  await step(day, order.id, "status = 'processing'")
  return order.id
}

const step = (day: string, order: string, changes: string) =>
  shop.sql(`do $$ begin perform set_config('shop.as_of', '${day}T12:00:00+05:30', true); update public.orders set ${changes} where id = '${order}'; end $$`)

async function ask(call: ShopFunction, person: Person | null, body: unknown, method = 'POST'): Promise<{ status: number; body: unknown }> {
  const request = new Request('http://shop.example/functions/v1/x', { method, ...(method === 'POST' ? { body: JSON.stringify(body) } : {}) })
  const answer = await call(request, shop.context(person))
  return { status: answer.status, body: await answer.json() }
}

type Listed = {
  documents: { serial: string; document_id: string; problems: string[]; irn: string | null; cancelled_at: string | null; report_until: string; value: number }[]
}
type Filed = { doc_issue?: { doc_det: { docs: { cancel: number }[] }[] } }
type File = { filename: string; invoices: Inv01[]; left: string[] }
const november = { month: '2026-11' }
const list = async () => ((await ask(eInvoices, accountant, { ...november, format: 'list' })).body as Listed).documents
const file = async (serials: unknown[]) => (await ask(eInvoices, accountant, { ...november, format: 'json', serials })).body as File
const record = async (rows: unknown[], person = accountant) =>
  ((await ask(recordEInvoices, person, { rows })).body as { results: { number: string; result: string }[] }).results.map(({ result }) => result)

const fieldsOf = (body: unknown) => Object.keys((body as { fields: object }).fields)

type Issued = { id: string; serial: string; content: DocumentFacts; file_id: string }
const documents = (order: string) =>
  shop.sql<Issued>("select id, serial, content, file_id from public.documents where order_id = $1 order by form = 'bill_of_supply', issued_at, serial", [order])
const irnOf = (facts: DocumentFacts) => createHash('sha256').update(irnText(facts)).digest('hex')
const answered = ({ content, serial }: Issued, change: object = {}) => ({
  number: serial,
  irn: irnOf(content),
  ...ACK,
  signed_qr: signedQr(content, irnOf(content)),
  ...change,
})

async function textOf(order: string, documentType: string, person = buyer): Promise<string> {
  const request = new Request('http://shop.example/', {
    method: 'POST',
    body: JSON.stringify({ type: 'download', orderId: order, documentType, copies: 'original' }),
  })
  const pdf = Buffer.from(await (await generatePdf(request, shop.context(person))).text(), 'base64')
  return execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' })
}

beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
  ;[buyer, other, accountant, packer] = (await shop.people(4)) as [Person, Person, Person, Person]
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'accounts'), ($2, 'orders')", [accountant.id, packer.id])
  await shop.sql(`update public.settings set gstin = '27ABCDE1234F1Z0', legal_name = 'Shringar Trading Company', address = '214 Princess Street', city = 'Mumbai',
    pincode = '400002', state_code = '27', forced_gst_percent = null, turnover_above_5_crore = true`)
})
afterAll(() => shop.close())

describe('permissions', () => {
  test('staff with the return read and write, others and visitors do neither', async () => {
    const calls: [ShopFunction, object][] = [
      [eInvoices, { ...november, format: 'list' }],
      [eInvoices, { ...november, format: 'json' }],
      [recordEInvoices, { rows: [{ irn: '' }] }],
      [cancelEInvoice, { document_id: randomUUID(), cancelled_at: '2026-11-22 15:00', reason: 'other' }],
    ]
    for (const [call, body] of calls) {
      for (const person of [buyer, packer]) expect(await ask(call, person, body)).toEqual({ status: 403, body: { code: 'FORBIDDEN' } })
      expect((await ask(call, null, body)).status).toBe(401)
      expect((await ask(call, accountant, null, 'GET')).status).toBe(405)
      expect((await ask(call, accountant, body)).status).not.toBe(403)
    }
  })

  test('the database asks again, and no one writes the table', async () => {
    const order = await sell()
    const [invoice] = await documents(order)
    const store = (person: Person) =>
      shop
        .context(null)
        .asOrderService((query) =>
          query('select private.record_e_invoice($1, $2, $3, $4, now(), $5)', [person.id, invoice?.id, 'f'.repeat(64), ACK.ack_no, 'x']),
        )
    for (const person of [buyer, packer]) await expect(store(person)).rejects.toMatchObject({ code: '42501' })
    expect(await store(accountant)).toEqual([{ record_e_invoice: 'WRONG_IRN' }])
    await expect(shop.context(accountant).asUser((query) => query('select private.file_irns($1)', [invoice?.file_id]))).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the list and the file', () => {
  test('have the taxed documents of registered buyers and their credit notes', async () => {
    const both = await sell({ nil: true })
    const consumer = await sell({ gstin: undefined, company_name: undefined })
    const reversed = await sell()
    await step('2026-11-23', reversed, "status = 'cancelled', cancel_reason = 'Refused'")
    const expected = [...(await documents(both)).slice(0, 1), ...(await documents(reversed))].map(({ serial }) => serial)
    const serials = (await list()).map(({ serial }) => serial)
    expect(serials.filter((serial) => expected.includes(serial)).sort()).toEqual(expected.sort())
    for (const { serial } of [...(await documents(both)).slice(1), ...(await documents(consumer))]) expect(serials).not.toContain(serial)
    const body = await file(expected)
    expect(body.filename).toBe('einvoices_112026.json')
    expect(body.invoices.map(({ DocDtls }) => DocDtls.No).sort()).toEqual(expected)
    expect(body.invoices.find(({ DocDtls }) => DocDtls.Typ === 'CRN')?.RefDtls?.PrecDocDtls).toHaveLength(1)
    expect(body.left).toEqual([])
  })

  test('say what the portal would refuse, and leave it out of the file', async () => {
    await shop.sql("update public.settings set pincode = ''")
    const [invoice] = await documents(await sell())
    await shop.sql("update public.settings set pincode = '400002'")
    expect((await list()).find(({ serial }) => serial === invoice?.serial)).toMatchObject({
      problems: ['SELLER_ADDRESS'],
      report_until: '2026-12-21T18:30:00.000Z',
      value: 336,
    })
    const body = await file([invoice?.serial])
    expect([body.invoices, body.left]).toEqual([[], [invoice?.serial]])
  })

  test('an invalid request is refused with the field', async () => {
    const wrong: [object, string][] = [
      [{ month: '2026-13', format: 'list' }, 'month'],
      [{ month: '2026-11', format: 'xml' }, 'format'],
      [{ month: '2026-11', format: 'json', serials: 'x' }, 'serials'],
      [{ month: '2026-11', format: 'json', serials: ['x'.repeat(17)] }, 'serials'],
      [{ month: '2026-11', format: 'json', serials: Array.from({ length: 501 }, () => 'x') }, 'serials'],
    ]
    for (const [body, field] of wrong) {
      const answer = await ask(eInvoices, accountant, body)
      expect([answer.status, fieldsOf(answer.body)], JSON.stringify(body)).toEqual([400, [field]])
    }
  })
})

describe('the answer of the portal', () => {
  test('is stored once, is in the audit log, notifies the customer, and is printed on the invoice beside the one that was issued', async () => {
    const order = await sell({ nil: true })
    const [invoice] = await documents(order)
    if (!invoice) throw new Error('No invoice')
    const before = await textOf(order, 'invoice')
    expect(before).not.toContain('IRN')
    expect(await record([answered(invoice, { number: '' }), answered(invoice)])).toEqual(['RECORDED', 'SAME'])
    expect(await record([answered(invoice, { ack_no: '112620036563399' })])).toEqual(['OTHER'])
    const after = await textOf(order, 'invoice')
    expect(after.replace(/\s/g, '')).toContain(irnOf(invoice.content))
    expect(after).toContain(ACK.ack_no)
    expect(after).toContain('22 Nov 2026')
    expect(after).toContain('Bill of supply')
    expect(await textOf(order, 'invoice')).toBe(after)
    const kept = await shop.sql<{ irns: string; count: number }>(
      'select irns, count(*)::integer as count from private.document_files where file_id = $1 group by irns order by irns',
      [invoice.file_id],
    )
    expect(kept).toEqual([
      { irns: '', count: 2 },
      { irns: irnOf(invoice.content), count: 2 },
    ])
    expect(await shop.sql('select * from private.check_documents()')).toEqual([])
    expect((await list()).find(({ serial }) => serial === invoice.serial)).toMatchObject({ irn: irnOf(invoice.content), cancelled_at: null })
    const logged = await shop.sql("select actor, action from public.audit_log where table_name = 'e_invoices' and row_id = $1", [invoice.id])
    expect(logged).toEqual([{ actor: accountant.id, action: 'insert' }])
    expect(await shop.sql("select user_id from public.notifications where title = 'E-invoice ready' and order_id = $1", [order])).toEqual([
      { user_id: buyer.id },
    ])
    const seen = (person: Person) => shop.context(person).asUser((query) => query('select irn from public.e_invoices where document_id = $1', [invoice.id]))
    expect([await seen(buyer), await seen(other)]).toEqual([[{ irn: irnOf(invoice.content) }], []])
  })

  test('for a credit note is on the credit note', async () => {
    const order = await sell()
    await step('2026-11-23', order, "status = 'cancelled', cancel_reason = 'Refused'")
    const note = (await documents(order)).find(({ content }) => content.form === 'credit_note')
    if (!note) throw new Error('No note')
    expect(await record([answered(note, { ack_date: '2026-11-23 14:00:00' })])).toEqual(['RECORDED'])
    expect((await textOf(order, 'creditNote')).replace(/\s/g, '')).toContain(irnOf(note.content))
  })

  test('about anything else is refused, row by row', async () => {
    const [one] = await documents(await sell())
    const [two] = await documents(await sell())
    const [, bill] = await documents(await sell({ nil: true }))
    if (!one || !two || !bill) throw new Error('Not issued')
    const rows: [object, string][] = [
      [answered(one, { number: 'INV/26-27/999999' }), 'UNKNOWN'],
      [answered(one, { irn: irnOf(two.content) }), 'WRONG_IRN'],
      [answered(one, { signed_qr: signedQr(two.content, irnOf(two.content)) }), 'QR_OTHER_DOCUMENT'],
      [answered(one, { signed_qr: 'x'.repeat(3000) }), 'QR_UNREADABLE'],
      [answered(one, { ack_no: "1'; drop table" }), 'MALFORMED'],
      [answered(one, { irn: 7 }), 'MALFORMED'],
      [answered(one, { ack_date: '2026-11-02 10:00:00' }), 'WRONG_TIME'],
      [answered(bill), 'NOT_DUE'],
      [{}, 'UNKNOWN'],
      [answered(two), 'RECORDED'],
    ]
    expect(await record(rows.map(([row]) => row))).toEqual(rows.map(([, result]) => result))
  })

  test('that is too large, or no list of rows, is refused before it is read', async () => {
    const bodies: [unknown, number][] = [
      [{ rows: [] }, 400],
      [{ rows: 'x' }, 400],
      [{ rows: [7] }, 400],
      [{ rows: Array.from({ length: 101 }, () => ({})) }, 400],
      [{ rows: [{ irn: 'x'.repeat(600_000) }] }, 413],
      [[], 400],
    ]
    for (const [body, status] of bodies) expect((await ask(recordEInvoices, accountant, body)).status).toBe(status)
  })
})

describe('a cancellation', () => {
  test('is written down once, within 24 hours, and takes the IRN off the invoice', async () => {
    const order = await sell()
    const [invoice] = await documents(order)
    if (!invoice) throw new Error('No invoice')
    const cancel = async (cancelled_at: string, id = invoice.id) => {
      const { status, body } = await ask(cancelEInvoice, accountant, { document_id: id, cancelled_at, reason: 'data_entry' })
      return [status, (body as { code: string }).code]
    }
    expect(await cancel('2026-11-22 15:00')).toEqual([404, 'UNKNOWN'])
    await record([answered(invoice)])
    expect((await textOf(order, 'invoice')).includes('IRN')).toBe(true)
    for (const late of ['2026-11-22 14:04', '2026-11-23 14:06', '2031-01-01 00:00']) expect(await cancel(late)).toEqual([409, 'WRONG_TIME'])
    expect(await cancel('2026-11-23 09:30')).toEqual([200, 'DONE'])
    expect(await cancel('2026-11-23 09:31')).toEqual([409, 'ALREADY'])
    expect(await textOf(order, 'invoice')).not.toContain('IRN')
    expect(await record([answered(invoice)])).toEqual(['SAME'])
    expect((await list()).find(({ serial }) => serial === invoice.serial)?.cancelled_at).toBe('2026-11-23T04:00:00.000000Z')
  })

  test('takes the invoice and its credit notes, also of a later month, out of GSTR-1 and GSTR-3B, and none of them is due again', async () => {
    const total = async (month: string) => {
      const { body } = await ask(gstReturn, accountant, { month, format: 'json' })
      const made = body as { gst_summary: { total: { taxable: number } }; warnings: { code: string; examples: string[] }[]; return: Filed }
      const dueNow = made.warnings.find(({ code }) => code === 'E_INVOICE_DUE')?.examples ?? []
      const range = { from: `${month}-01`, to: month === '2026-11' ? '2026-11-30' : '2026-12-31' }
      const preview = (await ask(accountExports, accountant, { ...range, file: 'preview' })).body as { gstr3b: { taxed: { taxable: number }; nil: number } }
      expect(preview.gstr3b.taxed.taxable + preview.gstr3b.nil).toBeCloseTo(made.gst_summary.total.taxable, 2)
      const issued = made.return.doc_issue?.doc_det.flatMap(({ docs }) => docs) ?? []
      return { taxable: made.gst_summary.total.taxable, due: dueNow, cancelled: issued.reduce((sum, one) => sum + one.cancel, 0) }
    }
    const before = await total('2026-11')
    const [later, sooner] = [await sell(), await sell()]
    for (const order of [later, sooner]) {
      const [invoice] = await documents(order)
      if (!invoice) throw new Error('No invoice')
      await record([answered(invoice)])
      const cancelled = { document_id: invoice.id, cancelled_at: '2026-11-23 09:30', reason: 'order_cancelled' }
      expect((await ask(cancelEInvoice, accountant, cancelled)).status).toBe(200)
    }
    await step('2026-11-23', sooner, "status = 'cancelled', cancel_reason = 'Refused'")
    await step('2026-12-02', later, "status = 'cancelled', cancel_reason = 'Refused'")
    expect(await total('2026-11')).toEqual({ ...before, cancelled: before.cancelled + 3 })
    expect(await total('2026-12')).toEqual({ taxable: 0, due: [], cancelled: 1 })
    const note = (await documents(sooner)).find(({ content }) => content.form === 'credit_note')
    expect((await list()).map(({ serial }) => serial)).not.toContain(note?.serial)
    expect((await file([note?.serial])).left).toEqual([])
    if (!note) throw new Error('No note')
    await record([answered(note, { ack_date: '2026-11-23 14:00:00' })])
    expect((await list()).map(({ serial }) => serial)).toContain(note.serial) // staff registered it all the same, and can write down its cancellation
  })

  test('names its document, time and reason', async () => {
    for (const body of [{ document_id: 'x' }, { cancelled_at: 'now' }, { reason: 'mood' }]) {
      const answer = await ask(cancelEInvoice, accountant, {
        document_id: randomUUID(),
        cancelled_at: '2026-11-22 15:00',
        reason: 'other',
        ...body,
      })
      expect([answer.status, fieldsOf(answer.body)]).toEqual([400, Object.keys(body)])
    }
  })
})
