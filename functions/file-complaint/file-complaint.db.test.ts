import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'
import { fileComplaint } from './file-complaint.ts'

let shop: TestShop
let buyer: Person
let stranger: Person
beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
  ;[buyer, stranger] = (await shop.people(2)) as [Person, Person]
  await shop.sql("update public.settings set grievance_email = 'officer@shop.example'")
})
afterEach(() => shop.sql('truncate public.complaints, private.complaint_clients, private.mails; delete from private.serial_counters'))
afterAll(() => shop.close())

const complaint = {
  name: 'Meera Nair',
  email: 'meera@looks.example',
  phone: '+91 98200 12345',
  message: 'The lipstick arrived broken.\r\n\r\nPlease replace it.',
}
async function file(
  person: Person | null,
  changes: Record<string, unknown> = {},
  clientNetwork: string | null = null,
): Promise<[number, Record<string, unknown>]> {
  const request = new Request('http://shop.example/functions/v1/file-complaint', { method: 'POST', body: JSON.stringify({ ...complaint, ...changes }) })
  const answer = await fileComplaint(request, { ...shop.context(person), clientNetwork })
  return [answer.status, (await answer.json()) as Record<string, unknown>]
}
const rows = (): Promise<Record<string, unknown>[]> =>
  shop.sql('select number, user_id, order_id, name, email, phone, message, status from public.complaints order by number')

test('a visitor gets a ticket number, one after the other, and a mail to each side', async () => {
  expect(await file(null)).toEqual([200, { number: expect.stringMatching(/^CMP\/\d\d-\d\d\/000001$/) }])
  expect(await file(null)).toEqual([200, { number: expect.stringMatching(/000002$/) }])
  expect((await rows())[0]).toMatchObject({
    user_id: null,
    order_id: null,
    phone: '9820012345',
    status: 'open',
    message: 'The lipstick arrived broken.\n\nPlease replace it.',
  })
  expect(await shop.sql("select kind, recipient, data ? 'complaint_id' as named from private.mails order by id limit 2")).toEqual([
    { kind: 'complaint_received', recipient: complaint.email, named: true },
    { kind: 'complaint_filed', recipient: 'officer@shop.example', named: true },
  ])
})

test('signed-in authors can read only their own complaints', async () => {
  await file(buyer)
  const seenBy = (person: Person | null): Promise<unknown[]> =>
    shop.context(person).asUser(async (query) => (person ? query('select number from public.complaints') : []))
  expect(await seenBy(buyer)).toHaveLength(1)
  expect(await seenBy(stranger)).toHaveLength(0)
  await expect(shop.context(null).asUser((query) => query('select number from public.complaints'))).rejects.toMatchObject({ code: '42501' })
})

test('invalid fields are reported by name, and nothing is stored', async () => {
  const [status, body] = await file(null, { name: ' ', email: 'meera@', phone: '12345', message: 'No', order_id: "x' or 1=1" })
  expect([status, body['code'], Object.keys(body['fields'] as object).sort()]).toEqual([400, 'INVALID', ['email', 'message', 'name', 'order_id', 'phone']])
  for (const hostile of [
    { name: 7 },
    { message: ['x'.repeat(20)] },
    { message: 'x'.repeat(4001) },
    { email: 'a@b.in\r\nbcc: c@d.in' },
    { website: 'https://spam.example' },
  ]) {
    expect((await file(null, hostile))[0], JSON.stringify(hostile).slice(0, 60)).toBe(400)
  }
  expect(await rows()).toEqual([])
})

test('hostile text is stored as text', async () => {
  const message = "'; drop table complaints; -- <script>alert(1)</script> \u0000\u0007 \ud800 done"
  expect((await file(null, { message }))[0]).toBe(200)
  expect((await rows())[0]?.['message']).toMatch(/^'; drop table complaints; -- <script>alert\(1\)<\/script> .* done$/)
})

test("another customer's order looks unknown", async () => {
  expect(await file(buyer, { order_id: randomUUID() })).toEqual([400, { code: 'INVALID', fields: { order_id: 'Choose one of your orders' } }])
  expect((await file(buyer, { order_id: null }))[0]).toBe(200)
})

test('at most three mails per address and day, and five complaints per account', async () => {
  for (let turn = 0; turn < 3; turn += 1) expect((await file(null, { email: turn === 1 ? 'MEERA@looks.example' : complaint.email }))[0]).toBe(200)
  expect(await file(null)).toEqual([429, { code: 'TOO_MANY' }])
  expect((await file(null, { email: 'other@looks.example' }))[0], 'another address').toBe(200)
  for (let turn = 0; turn < 5; turn += 1) expect((await file(buyer, { email: `${turn}@looks.example` }))[0]).toBe(200)
  expect((await file(buyer, { email: 'sixth@looks.example' }))[0]).toBe(429)
  await shop.sql("update public.complaints set created_at = created_at - interval '25 hours'")
  expect((await file(buyer))[0], 'a day later').toBe(200)
})

test('a client may file ten complaints an hour, with any addresses; others are not affected', async () => {
  const from = (client: string | null, turn: number | string) => file(null, { email: `${turn}@looks.example` }, client)
  for (let turn = 0; turn < 10; turn += 1) expect((await from('203.0.113.7', turn))[0], String(turn)).toBe(200)
  expect(await from('203.0.113.7', 'eleventh')).toEqual([429, { code: 'TOO_MANY' }])
  expect((await file(buyer, {}, '203.0.113.7'))[0], 'signed in or not').toBe(429)
  expect((await from('203.0.113.8', 'neighbour'))[0], 'another client').toBe(200)
  for (let turn = 20; turn < 32; turn += 1) expect((await from(null, turn))[0], 'loopback').toBe(200)
  // The address itself is not stored, and what is stored instead is deleted after an hour.
  const kept = await shop.sql<{ text: string }>('select c::text as text from private.complaint_clients c')
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.some(({ text }) => text.includes('203.0.113'))).toBe(false)
  await shop.sql("update private.complaint_clients set filed_at = filed_at - interval '61 minutes'")
  expect((await from('203.0.113.7', 'an hour later'.replaceAll(' ', '-')))[0]).toBe(200)
  expect(await shop.sql('select client from private.complaint_clients')).toHaveLength(1)
})

test('concurrent complaints get gapless numbers and do not exceed the limit', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, (_, turn) => file(null, { email: turn < 6 ? complaint.email : `${turn}@looks.example` })))
  expect(answers.filter(([status]) => status === 200)).toHaveLength(9)
  expect((await rows()).map((row) => Number(String(row['number']).slice(-6)))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('only POST is allowed', async () => {
  expect((await fileComplaint(new Request('http://shop.example/'), shop.context(null))).status).toBe(405)
})
