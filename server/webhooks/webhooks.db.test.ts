/** Events of a real database at a real receiver. The signature is computed here as its specification says, not by the shop's own code. */
import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fork } from 'node:child_process'
import type { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openPool } from '#postgres/pool.ts'
import { createDatabase, type TestDatabase } from '../testing/database.ts'
import { startWebhooks, type Webhooks } from './webhooks.ts'

const WAIT = { timeout: 20_000, interval: 20 }
const SECRETS = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
type Received = { id: string; time: string; signature: string; body: string; event: { type: string; data: Record<string, unknown> } }

let database: TestDatabase
let owner: Pool
let server: Server
let url: string
let received: Received[]
let answer: (response: ServerResponse, one: Received) => void
const workers: { webhooks: Webhooks; pool: Pool }[] = []

beforeAll(async () => {
  database = await createDatabase('shop')
  owner = openPool(database.url, { max: 2 })
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})
beforeEach(async () => {
  received = []
  answer = (response) => response.end()
  server = createServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const header = (name: string) => String(request.headers[name])
      const one: Received = {
        id: header('webhook-id'),
        time: header('webhook-timestamp'),
        signature: header('webhook-signature'),
        body,
        event: JSON.parse(body) as Received['event'],
      }
      received.push(one)
      answer(response, one)
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  await owner.query('select private.set_webhook_endpoint($1)', [url])
})
afterEach(async () => {
  for (const { webhooks, pool } of workers.splice(0)) {
    await webhooks.close()
    await pool.end()
  }
  await owner.query('delete from private.webhook_endpoints')
  server.closeAllConnections()
  server.close()
})

const task = (more: object = {}) => ({ url, innerHosts: true, ...more })
function start({ innerHosts = true, longest = 10_000 } = {}): Webhooks {
  const pool = openPool(database.urlFor('shop_mail'), { max: 2 })
  const webhooks = startWebhooks({ webhook: { url, secrets: SECRETS, innerHosts }, pool, log: () => undefined, longest })
  workers.push({ webhooks, pool })
  return webhooks
}
/** Sends as the scheduled job does, again and again: a call that comes while another takes what is due takes nothing. */
const sentUntil = (webhooks: Webhooks, check: () => unknown): Promise<void> =>
  vi.waitFor(async () => {
    await webhooks.sendDue()
    await check()
  }, WAIT)
const write = async (object: string, stock: number) =>
  owner.query("select private.write_webhook('stock.changed', $1, jsonb_build_object('stock', $2::int))", [object, stock])
const rows = async () =>
  (
    await owner.query<{ state: string; attempts: number; last_status: number | null; last_error: string | null; waits: number }>(
      `select state, attempts, last_status, last_error, extract(epoch from next_attempt_at - now())::float8 as waits from private.webhook_deliveries order by id`,
    )
  ).rows
const dueNow = () => owner.query("update private.webhook_deliveries set next_attempt_at = now(), held_until = null where state = 'queued'")

test('a committed change is sent with ids and amounts, signed with every secret, and a rolled back one is not', async () => {
  await owner.query("begin; insert into public.products (name, price, stock) values ('Not kept', 1, 1); rollback")
  const {
    rows: [product],
  } = await owner.query<{ id: string; sku: string }>("insert into public.products (name, price, stock) values ('Kumkum', 99.5, 7) returning id, sku")
  await owner.query('update public.products set price = 120 where id = $1', [product?.id])
  await start().sendDue()
  await vi.waitFor(() => expect(received).toHaveLength(3), WAIT)
  const sent = received.map(({ event }) => [event.type, event.data])
  const of = { product_id: product?.id, sku: product?.sku }
  expect(sent).toEqual(
    expect.arrayContaining([
      ['product.created', { ...of, status: 'active', price_paise: 9950 }],
      ['stock.changed', { ...of, stock: 7 }],
      ['product.changed', { ...of, status: 'active', price_paise: 12000 }],
    ]),
  )
  for (const { id, time, signature, body } of received)
    expect(signature).toBe(SECRETS.map((secret) => `v1,${createHmac('sha256', secret).update(`${id}.${time}.${body}`).digest('base64')}`).join(' '))
  await vi.waitFor(async () => expect((await rows()).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']), WAIT)
})

test('an event waits for the one before of its object while others go on, and is parked after fifteen attempts', async () => {
  const [ill, well] = [randomUUID(), randomUUID()]
  for (const stock of [1, 2]) await write(ill, stock)
  await write(well, 3)
  answer = (response, { event }) => response.writeHead(event.data['stock'] === 1 ? 500 : 204).end()
  const webhooks = start()
  await webhooks.sendDue()
  await vi.waitFor(
    async () =>
      expect((await rows()).map(({ state, last_status }) => [state, last_status])).toEqual([
        ['queued', 500],
        ['queued', null],
        ['delivered', 204],
      ]),
    WAIT,
  )
  const [first] = await rows()
  expect(first?.waits).toBeGreaterThan(0)
  expect(first?.waits).toBeLessThan(6.1)
  await owner.query("update private.webhook_deliveries set attempts = 14, next_attempt_at = now() where state = 'queued' and attempts > 0")
  await sentUntil(webhooks, async () => expect((await rows()).map(({ state }) => state)).toEqual(['parked', 'delivered', 'delivered']))
  expect(received.map(({ event }) => Number(event.data['stock'])).sort((a, b) => a - b)).toEqual([1, 1, 2, 3])
})

test('two processes send each event once', async () => {
  for (let one = 0; one < 40; one += 1) await write(randomUUID(), one)
  const both = [start(), start()]
  await Promise.all(both.map((one) => one.sendDue()))
  await vi.waitFor(async () => {
    await Promise.all(both.map((one) => one.sendDue()))
    expect((await rows()).every(({ state }) => state === 'delivered')).toBe(true)
  }, WAIT)
  expect(new Set(received.map(({ id }) => id)).size).toBe(40)
  expect(received).toHaveLength(40)
})

test('a receiver that never answers, redirects, ends the connection or answers without end does no harm', async () => {
  for (let one = 0; one < 4; one += 1) await write(randomUUID(), one)
  answer = (response, { event }) => {
    const kind = event.data['stock']
    if (kind === 0) return
    if (kind === 1) return void response.writeHead(302, { location: 'http://127.0.0.1:1/inside' }).end()
    if (kind === 2) return void response.socket?.destroy()
    const more = (): void => void (response.destroyed || response.write(Buffer.alloc(65_536), more))
    more()
  }
  await start({ longest: 1000 }).sendDue()
  await vi.waitFor(async () => expect((await rows()).every(({ state, last_error }) => state === 'delivered' || last_error !== null)).toBe(true), WAIT)
  expect((await rows()).map(({ state, last_error }) => [state, last_error])).toEqual([
    ['queued', 'It did not answer in time'],
    ['queued', 'It answered with a redirect'],
    ['queued', 'It cannot be reached: ECONNRESET'],
    ['delivered', null],
  ])
  expect(received).toHaveLength(4)
})

test('nothing is sent into the own network without the setting', async () => {
  await write(randomUUID(), 1)
  await start({ innerHosts: false }).sendDue()
  await vi.waitFor(async () => expect((await rows())[0]?.last_error).toBe('Its address is inside the network of the shop'), WAIT)
  expect(received).toEqual([])
})

test('what a process had sent but not noted when it was killed is sent again under the same id', async () => {
  await write(randomUUID(), 1)
  let held: ServerResponse | undefined
  answer = (response) => void (held = response)
  const killed = fork(new URL('../testing/webhook-process.ts', import.meta.url), [JSON.stringify(task({ database: database.urlFor('shop_mail') }))], {
    execArgv: [],
  })
  await vi.waitFor(() => expect(held).toBeDefined(), WAIT)
  const gone = new Promise((resolve) => killed.once('exit', resolve))
  killed.kill('SIGKILL')
  await gone
  answer = (response) => response.end()
  const webhooks = start()
  await webhooks.sendDue()
  expect(received, 'it is held for half a minute').toHaveLength(1)
  await dueNow()
  await webhooks.sendDue()
  await vi.waitFor(async () => expect(await rows()).toMatchObject([{ state: 'delivered', attempts: 2 }]), WAIT)
  expect(received.map(({ id }) => id)).toEqual([received[0]?.id, received[0]?.id])
})

test('after five days of failures the address is switched off, and a start switches it on again', async () => {
  await write(randomUUID(), 1)
  await owner.query("update private.webhook_endpoints set failing_since = now() - interval '6 days'")
  answer = (response) => response.writeHead(503).end()
  await start().sendDue()
  const endpoint = async () => (await owner.query('select active, switched_off_at is not null as off from private.webhook_endpoints')).rows
  await vi.waitFor(async () => expect(await endpoint()).toEqual([{ active: false, off: true }]), WAIT)
  await write(randomUUID(), 2)
  expect(await rows(), 'no more events are written').toHaveLength(1)
  await owner.query('select private.set_webhook_endpoint($1)', [url])
  expect(await endpoint()).toEqual([{ active: true, off: false }])
})

test('delivered and parked events are sent again since a time, under their ids', async () => {
  await write(randomUUID(), 1)
  const webhooks = start()
  await webhooks.sendDue()
  await vi.waitFor(async () => expect(await rows()).toMatchObject([{ state: 'delivered' }]), WAIT)
  expect((await owner.query("select private.replay_webhooks(now() - interval '1 hour') as n")).rows).toEqual([{ n: 1 }])
  await sentUntil(webhooks, () => expect(received).toHaveLength(2))
  expect(received[1]?.id).toBe(received[0]?.id)
})
