import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'
import { reportLog } from './report-log.ts'

let shop: TestShop
let buyer: Person
beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
  buyer = await shop.person()
})
afterEach(() => shop.sql('truncate private.diagnostic_reports'))
afterAll(() => shop.close())

const entry = { timestamp: '2026-11-20T14:03:11.123Z', level: 'error', source: 'cart', message: 'Failed to update cart', data: { line: 2 }, error: null }
async function send(person: Person | null, body: unknown, method = 'POST'): Promise<[number, Record<string, unknown>]> {
  const request = new Request('http://shop.example/functions/v1/report-log', {
    method,
    headers: { 'user-agent': 'A browser' },
    ...(method === 'POST' ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
  })
  const answer = await reportLog(request, shop.context(person))
  return [answer.status, (await answer.json()) as Record<string, unknown>]
}
const kept = (): Promise<Record<string, unknown>[]> => shop.sql('select number, user_id, page, build, agent, entries from private.diagnostic_reports')

test('a log is stored under the returned number, for visitors and customers', async () => {
  const [status, { number }] = await send(null, { entries: [entry], page: '/cart?step=2#x', build: 'a1b2' })
  expect([status, number]).toEqual([200, expect.stringMatching(/^LOG-[0-9A-F]{10}$/)])
  expect(await kept()).toEqual([{ number, user_id: null, page: '/cart', build: 'a1b2', agent: 'A browser', entries: [entry] }])
  const mine = (await send(buyer, { entries: [entry] }))[1]['number']
  expect((await kept()).find((row) => row['number'] === mine)).toMatchObject({ user_id: buyer.id, page: '', build: '' })
})

test('unredacted data is redacted on the server, and unknown fields are dropped', async () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
  const hostile = {
    ...entry,
    message: `Bearer ${token} of meera@looks.example \0 \ud800 '); drop table private.diagnostic_reports; --`,
    data: { password: 'gulab ittar', deep: { phone: '9820012345', note: `key sb_secret_${'x'.repeat(20)} \0` } },
    timestamp: '<script>',
    more: token,
  }
  expect((await send(null, { entries: [hostile], page: `/x/${token}`, user_id: buyer.id }))[0]).toBe(200)
  const text = JSON.stringify(await kept())
  for (const secret of ['eyJ', 'looks.example', 'gulab', '98200', 'sb_secret', '<script>', buyer.id]) expect(text).not.toContain(secret)
  expect(text).toContain('drop table') // stored as plain text
})

test('an invalid log is refused and not stored', async () => {
  for (const body of [
    'no json',
    '[]',
    {},
    { entries: [] },
    { entries: 'x' },
    { entries: [null] },
    { entries: [{ ...entry, level: 'fatal' }] },
    { entries: [{ level: 'info' }] },
  ]) {
    expect((await send(null, body))[0], JSON.stringify(body)).toBe(400)
  }
  expect((await send(null, { entries: Array.from({ length: 201 }, () => ({ level: 'info', message: 'x' })) }))[0], 'more than 200').toBe(400)
  expect((await send(null, { entries: [{ ...entry, message: 'x'.repeat(40_000) }] }))[0], 'more than 32 KiB').toBe(400)
  expect((await send(null, null, 'GET'))[0]).toBe(405)
  expect(await kept()).toEqual([])
})

test('an account may send five logs an hour, all visitors together twenty', async () => {
  for (let turn = 0; turn < 5; turn += 1) expect((await send(buyer, { entries: [entry] }))[0]).toBe(200)
  expect(await send(buyer, { entries: [entry] })).toEqual([429, { code: 'TOO_MANY' }])
  const answers = await Promise.all(Array.from({ length: 23 }, () => send(null, { entries: [entry] })))
  expect(
    answers.filter(([status]) => status === 200),
    'at the same moment',
  ).toHaveLength(20)
  await shop.sql("update private.diagnostic_reports set created_at = created_at - interval '61 minutes'")
  expect((await send(buyer, { entries: [entry] }))[0]).toBe(200)
})

test('one log too many is refused before its body is read', async () => {
  for (let turn = 0; turn < 5; turn += 1) await send(buyer, { entries: [entry] })
  const request = new Request('http://shop.example/functions/v1/report-log', { method: 'POST', body: JSON.stringify({ entries: [entry] }) })
  expect((await reportLog(request, shop.context(buyer))).status).toBe(429)
  expect(request.bodyUsed).toBe(false)
})

test('old logs and those of a deleted account are deleted', async () => {
  await send(buyer, { entries: [entry] })
  await send(null, { entries: [entry] })
  await shop.sql("update private.diagnostic_reports set created_at = now() - interval '31 days' where user_id is null")
  await send(null, { entries: [entry] })
  expect(await kept()).toHaveLength(2)
  await shop.sql('delete from auth.users where id = $1', [buyer.id])
  expect((await kept()).map((row) => row['user_id'])).toEqual([null])
  buyer = await shop.person()
})

test('they cannot be read through the API', async () => {
  await send(buyer, { entries: [entry] })
  for (const person of [buyer, null])
    await expect(shop.context(person).asUser((query) => query('select number from private.diagnostic_reports'))).rejects.toMatchObject({ code: '42501' })
  await expect(shop.context(buyer).asOrderService((query) => query('select number from private.diagnostic_reports'))).rejects.toMatchObject({ code: '42501' })
  expect(await kept()).toHaveLength(1)
})
