import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { openPayingShop } from '../testing/razorpay-shop.ts'
import type { PayingShop } from '../testing/razorpay-shop.ts'
import { FAKE_RAZORPAY_KEYS } from '../testing/razorpay-process.ts'
import { razorpayWebhook } from './razorpay-webhook.ts'

let shop: PayingShop
beforeAll(async () => void (shop = await openPayingShop(await createDatabase('shop'))))
afterAll(() => shop.close())

const sign = (body: string | Uint8Array) => createHmac('sha256', FAKE_RAZORPAY_KEYS.webhookSecret).update(body).digest('hex')
async function send(init: RequestInit): Promise<{ status: number; body: unknown }> {
  const answer = await razorpayWebhook(new Request('http://shop.example/', init), shop.context(null))
  return { status: answer.status, body: await answer.json() }
}
const post = (body: string, headers: Record<string, string> = {}) => send({ method: 'POST', body, headers: { 'x-razorpay-signature': sign(body), ...headers } })
const eventsKept = async () => Number((await shop.sql<{ n: string }>('select count(*) as n from private.razorpay_events'))[0]?.n)

test('an event is processed once; without an id identical bytes are the same event', async () => {
  const order = await shop.placed()
  await shop.razorpay.control('pay', { order_id: order.providerOrder })
  const [event] = await shop.events(order.providerOrder, 'payment.captured')
  if (!event) throw new Error('No event received')
  const before = await eventsKept()
  const answers = await Promise.all(Array.from({ length: 5 }, () => shop.deliver(event)))
  expect(answers.every((status) => status === 200 || status === 503)).toBe(true)
  expect(await shop.deliver(event)).toBe(200)
  expect(await eventsKept()).toBe(before + 1)
  for (let n = 0; n < 2; n += 1) expect(await post(event.body)).toMatchObject({ status: 200 })
  expect(await eventsKept()).toBe(before + 2)
  expect(await shop.standing(order)).toMatchObject({ payment_state: 'paid' })
})

test('nothing is accepted without a valid signature over the exact bytes', async () => {
  const before = await eventsKept()
  const body = '{"event":"payment.captured","payload":{}}'
  for (const headers of [{ 'x-razorpay-signature': '' }, { 'x-razorpay-signature': sign(`${body} `) }, { 'x-razorpay-signature': 'f'.repeat(64) }]) {
    expect(await post(body, headers)).toEqual({ status: 400, body: { code: 'BAD_SIGNATURE' } })
  }
  expect(await send({ method: 'POST', body })).toMatchObject({ status: 400 })
  expect(await eventsKept()).toBe(before)
})

test('irrelevant events are acknowledged and ignored; invalid or oversized bodies are refused', async () => {
  const before = await eventsKept()
  expect(await post('{"event":"invoice.paid","payload":{}}')).toEqual({ status: 200, body: { received: true } })
  expect(await post('[]')).toMatchObject({ status: 200 })
  expect(await post('{"event":')).toEqual({ status: 400, body: { code: 'INVALID' } })
  expect(await post(`{"event":"${'x'.repeat(70_000)}"}`)).toEqual({ status: 413, body: { code: 'TOO_LARGE' } })
  expect(await send({ method: 'GET' })).toMatchObject({ status: 405 })
  expect(await eventsKept()).toBe(before)
})

test('an event whose order is locked is rolled back and delivered again later', async () => {
  const order = await shop.placed()
  await shop.razorpay.control('pay', { order_id: order.providerOrder })
  const [event] = await shop.events(order.providerOrder, 'payment.captured')
  if (!event) throw new Error('No event received')
  const before = await eventsKept()
  await shop.context(shop.admin).asUser(async (query) => {
    await query("update public.orders set courier = 'DTDC' where id = $1", [order.id])
    expect(await shop.deliver(event)).toBe(503)
  })
  expect(await eventsKept()).toBe(before)
  expect(await shop.deliver(event)).toBe(200)
  expect(await shop.standing(order)).toMatchObject({ payment_state: 'paid' })
})
