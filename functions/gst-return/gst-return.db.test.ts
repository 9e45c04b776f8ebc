import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { placeOrder } from '../place-order/place-order.ts'
import { openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'
import { gstReturn } from './gst-return.ts'

let shop: TestShop
let buyer: Person
let admin: Person
let owner: Person

const shipping = { full_name: 'Meera Nair', address: '48, 12th Main', city: 'Pune', state: 'Maharashtra', pincode: '411001', phone: '9845011234' }
const salon = { gstin: '27AAPFU0939F1ZV', company_name: '=HYPERLINK("http://x.example")' }

/** Places an order for one lipstick of ₹118 with delivery, and accepts it on `day`. */
async function sell(day: string, more: object = {}): Promise<string> {
  await shop.fillCart(buyer, { [await shop.product({ name: 'Lipstick', price: 118, hsn: '33049910' })]: 1 })
  const body = { idempotency_key: randomUUID(), payment_method: 'cod', shipping: { ...shipping, email: buyer.email, ...more } }
  const placed = await placeOrder(new Request('http://shop.example/', { method: 'POST', body: JSON.stringify(body) }), shop.context(buyer))
  const { order } = (await placed.json()) as { order: { id: string } }
  await step(day, order.id, "status = 'processing'")
  return order.id
}

/** Updates an order at noon Indian time on `day`, or at the time that `day` contains. */
const step = (day: string, order: string, changes: string) =>
  shop.sql(
    `do $$ begin perform set_config('shop.as_of', '${day.includes('T') ? day : `${day}T12:00`}:00+05:30', true); update public.orders set ${changes} where id = '${order}'; end $$`,
  )

const ask = (person: Person | null, body: unknown, method = 'POST') =>
  gstReturn(
    new Request('http://shop.example/functions/v1/gst-return', { method, ...(method === 'POST' ? { body: JSON.stringify(body) } : {}) }),
    shop.context(person),
  )
const november = { month: '2026-11', format: 'json' }
type Answer = {
  filename: string
  return: Record<string, unknown>
  tables: { table: string; rows: number }[]
  gst_summary: unknown
  warnings: { code: string }[]
}
const filed = async (body: object = november) => (await (await ask(admin, body)).json()) as Answer

beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
  ;[buyer, admin, owner] = (await shop.people(3)) as [Person, Person, Person]
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'manager'), ($2, 'owner')", [admin.id, owner.id])
  await shop.sql("update public.settings set gstin = '27ABCDE1234F1Z0'")
  await sell('2026-10-31')
  await sell('2026-11-01', salon)
  const back = await sell('2026-11-30')
  await step('2026-11-30T23:59', back, "status = 'cancelled', cancel_reason = 'Refused'")
  await sell('2026-12-01')
})
afterAll(() => shop.close())

describe('permissions', () => {
  test('staff with the permission may read it, customers and visitors may not', async () => {
    for (const person of [admin, owner]) expect((await ask(person, november)).status).toBe(200)
    const refused = await ask(buyer, november)
    expect([refused.status, await refused.json()]).toEqual([403, { code: 'FORBIDDEN' }])
    expect((await ask(null, november)).status).toBe(401)
  })

  test('the database checks the permission again', async () => {
    const read = (person: Person) =>
      shop.context(null).asOrderService((query) => query("select * from private.gst_documents($1, '2026-01-01', '2027-01-01', null, null, 5)", [person.id]))
    expect((await read(admin)).length).toBe(5)
    await expect(read(buyer)).rejects.toMatchObject({ code: '42501' })
    const serials = (person: Person) =>
      shop.context(null).asOrderService((query) => query('select * from private.gst_serials($1, $2)', [person.id, ['INV/26-27/000001', 'INV/26-27/000099']]))
    expect(await serials(owner)).toEqual([{ serial: 'INV/26-27/000001' }])
    await expect(serials(buyer)).rejects.toMatchObject({ code: '42501' })
    await expect(shop.context(admin).asUser((query) => query('select private.gst_serials($1, $2)', [admin.id, []]))).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the return', () => {
  test('covers the month in Indian time, with totals, and is not cached', async () => {
    const answer = await ask(admin, november)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { filename, return: json, tables, gst_summary, warnings } = (await answer.json()) as Answer
    expect(filename).toBe('GSTR1_27ABCDE1234F1Z0_112026.json')
    expect(json).toMatchObject({
      gstin: '27ABCDE1234F1Z0',
      fp: '112026',
      b2b: [{ ctin: salon.gstin, inv: [{ inum: 'INV/26-27/000002', idt: '01-11-2026', val: 218 }] }],
    })
    expect(json['b2cs']).toBeUndefined() // sold and cancelled in the same month
    expect(json['doc_issue']).toMatchObject({
      doc_det: [
        { doc_num: 1, docs: [{ from: 'INV/26-27/000002', to: 'INV/26-27/000003', totnum: 2, cancel: 0, net_issue: 2 }] },
        { doc_num: 5, docs: [{ from: 'CN/26-27/000001', totnum: 1 }] },
      ],
    })
    expect(tables.find(({ table }) => table === 'b2b')).toEqual({ table: 'b2b', rows: 1, taxable: 184.74, cgst: 16.63, sgst: 16.63, igst: 0 })
    expect(gst_summary).toEqual({
      by_kind: [
        { kind: 'b2b', documents: 1, taxable: 184.74, cgst: 16.63, sgst: 16.63, igst: 0 },
        { kind: 'b2c', documents: 1, taxable: 184.74, cgst: 16.63, sgst: 16.63, igst: 0 },
        { kind: 'b2b_notes', documents: 0, taxable: 0, cgst: 0, sgst: 0, igst: 0 },
        { kind: 'b2c_notes', documents: 1, taxable: -184.74, cgst: -16.63, sgst: -16.63, igst: 0 },
      ],
      by_rate: [{ rate: 18, taxable: 184.74, cgst: 16.63, sgst: 16.63, igst: 0 }],
      by_state: [{ place_of_supply: '27', taxable: 184.74, cgst: 16.63, sgst: 16.63, igst: 0 }],
      total: { taxable: 184.74, cgst: 16.63, sgst: 16.63, igst: 0 },
      documents: { invoices: 2, notes: 1 },
    })
    expect(warnings.map(({ code }) => code)).toEqual(['MONTH_NOT_OVER']) // this test runs on 20 November
  })

  test('lists the documents behind its figures, each with its order', async () => {
    const { documents } = (await (await ask(admin, { ...november, format: 'documents' })).json()) as { documents: Record<string, unknown>[] }
    expect(documents.map(({ serial, kind, section, value }) => [serial, kind, section, value])).toEqual([
      ['INV/26-27/000002', 'b2b', 'b2b', 218],
      ['INV/26-27/000003', 'b2c', 'b2cs', 218],
      ['CN/26-27/000001', 'b2c_notes', 'b2cs', 218],
    ])
    expect(documents[0]).toMatchObject({
      gstin: salon.gstin,
      note: false,
      place_of_supply: '27',
      rates: [{ rate: 18, taxable: 184.74, cgst: 16.63, sgst: 16.63, igst: 0 }],
    })
    const [order] = (await shop.context(admin).asUser((query) => query('select order_id from public.documents where serial = $1', ['INV/26-27/000002']))) as {
      order_id: string
    }[]
    expect(documents[0]?.['order_id']).toBe(order?.order_id)
    expect((await ask(buyer, { ...november, format: 'documents' })).status).toBe(403)
  })

  test('reports a gap in a series if the number before the month’s first was never issued', async () => {
    await shop.sql("update public.documents set serial = 'INV/26-27/000901' where serial = 'INV/26-27/000001'")
    expect((await filed()).warnings).toContainEqual({ code: 'SERIES_GAP', count: 1, examples: ['INV/26-27/000001'] })
    await shop.sql("update public.documents set serial = 'INV/26-27/000001' where serial = 'INV/26-27/000901'")
    expect((await filed()).warnings.map(({ code }) => code)).not.toContain('SERIES_GAP')
  })

  test('requires more HSN digits and e-invoices above five crore', async () => {
    await shop.sql('update public.settings set turnover_above_5_crore = true')
    expect((await filed()).warnings.map(({ code }) => code)).toContain('E_INVOICE_DUE')
    await shop.sql('update public.settings set turnover_above_5_crore = false')
  })

  test('of another GSTIN of the shop is empty and reports the omitted documents', async () => {
    const { return: json, warnings } = await filed({ ...november, gstin: '29ABCDE1234F1ZW' })
    expect([json['gstin'], json['b2b']]).toEqual(['29ABCDE1234F1ZW', undefined])
    expect(warnings).toContainEqual({ code: 'OTHER_SELLER', count: 3, examples: ['INV/26-27/000002', 'INV/26-27/000003', 'CN/26-27/000001'] })
  })

  test('of a month without documents is still one to file', async () => {
    expect((await filed({ ...november, month: '2026-09' })).return).toEqual({ gstin: '27ABCDE1234F1Z0', fp: '092026', version: 'GST3.2.4', hash: 'hash' })
  })

  test('uses the stored facts, not the current order', async () => {
    const before = (await filed()).return
    await shop.sql("update public.settings set legal_name = 'Later Ltd'")
    await shop.sql("update public.orders set full_name = 'Another Person', company_name = 'Other' where status = 'processing'")
    expect((await filed()).return).toEqual(before)
  })
})

describe('a sheet', () => {
  test('is a named CSV file with a byte order mark and without formulas', async () => {
    const answer = await ask(admin, { month: '2026-11', format: 'csv', table: 'b2b' })
    expect([answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      'text/csv; charset=utf-8',
      'attachment; filename="GSTR1_27ABCDE1234F1Z0_112026_b2b.csv"',
    ])
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))
    const [, row] = new TextDecoder().decode(bytes).split('\r\n')
    expect(row).toBe(
      `27AAPFU0939F1ZV,"'=HYPERLINK(""http://x.example"")",INV/26-27/000002,01-11-2026,218.00,27-Maharashtra,N,Regular B2B,18,184.74,0.00,16.63,16.63,0.00`,
    )
  })
})

test('an invalid request is refused with the field', async () => {
  const wrong: [object | null, string[]][] = [
    [null, ['month', 'format']],
    [{ month: '2026-13', format: 'json' }, ['month']],
    [{ month: '2026-11', format: 'xml' }, ['format']],
    [{ month: '2026-11', format: 'csv' }, ['table']],
    [{ month: '2026-11', format: 'csv', table: '../b2b' }, ['table']],
    [{ ...november, gstin: "27' or 1=1 --" }, ['gstin']],
    [{ ...november, gstin: 27 }, ['gstin']],
  ]
  for (const [body, fields] of wrong) {
    const answer = await ask(admin, body)
    const { code, fields: reported } = (await answer.json()) as { code: string; fields: Record<string, string> }
    expect([answer.status, code, Object.keys(reported)], JSON.stringify(body)).toEqual([400, 'INVALID', fields])
  }
  expect((await ask(admin, null, 'GET')).status).toBe(405)
})
