import { beforeEach, expect, test, vi } from 'vitest'
import { choicesBody } from '#domain/orders/choices-body.ts'
import { NO_CHOICES } from '#domain/orders/order-choices.ts'

const invoke = vi.hoisted(() => vi.fn())
vi.mock('../api/supabase.ts', () => ({ loadSupabase: () => Promise.resolve({ functions: { invoke } }) }))
const { finishAttempt, forgetAttempt, openAttempt, placeOrder } = await import('./place-order.ts')

const body = { shipping: { city: 'Pune' }, payment_method: 'cod', ...choicesBody(NO_CHOICES), expected_total: 149, expected_lines: [], save_address: false }
const placed = { data: { order: { id: 'o1' }, payment: { method: 'cod', state: 'cod_pending' } }, error: null }
const lost = { data: null, error: { context: new TypeError('Failed to fetch') } }
const refusal = (status: number, answer: unknown) => ({ data: null, error: { context: new Response(JSON.stringify(answer), { status }) } })
const keysSent = () => invoke.mock.calls.map((call) => (call[1] as { body: { idempotency_key: string } }).body.idempotency_key)

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  vi.useFakeTimers()
  invoke.mockReset()
})

async function settle<T>(work: Promise<T>): Promise<T> {
  await vi.runAllTimersAsync()
  return work
}

test('a lost response is requested again with the same key', async () => {
  invoke
    .mockResolvedValueOnce(lost)
    .mockResolvedValueOnce(refusal(503, { code: 'BUSY' }))
    .mockResolvedValueOnce(placed)
  expect(await settle(placeOrder('u1', body))).toMatchObject({ kind: 'placed', orderId: 'o1' })
  expect(new Set(keysSent()).size).toBe(1)
  expect(invoke).toHaveBeenCalledTimes(3)
  // A reload before the buyer reaches the order's page finds the attempt, and by its key the order.
  expect(openAttempt('u1')?.key).toBe(keysSent()[0])
  forgetAttempt()
  expect(openAttempt('u1')).toBeNull()
})

const bodySent = () => (invoke.mock.lastCall?.[1] as { body: unknown } | undefined)?.body

test('after an attempt without a response the next press sends the current order with the same key', async () => {
  invoke.mockResolvedValue(lost)
  expect(await settle(placeOrder('u1', body))).toEqual({ kind: 'unknown' })
  const first = openAttempt('u1')
  invoke.mockResolvedValue(placed)
  await settle(placeOrder('u1', { ...body, expected_total: 999 }))
  expect(new Set(keysSent())).toEqual(new Set([first?.key]))
  expect(bodySent()).toMatchObject({ expected_total: 999 })
})

test('asking for the result of an attempt repeats its own body, not the current order', async () => {
  invoke.mockResolvedValue(lost)
  await settle(placeOrder('u1', body))
  invoke.mockResolvedValue(placed)
  const attempt = openAttempt('u1')
  if (!attempt) throw new Error('The attempt was forgotten')
  expect(await settle(finishAttempt(attempt))).toMatchObject({ kind: 'placed' })
  expect(bodySent()).toMatchObject({ idempotency_key: attempt.key, expected_total: 149 })
})

test('a refused order ends its attempt, so that a corrected one gets a new key', async () => {
  invoke.mockResolvedValueOnce(refusal(409, { code: 'OUT_OF_STOCK', lines: [] })).mockResolvedValueOnce(placed)
  await settle(placeOrder('u1', body))
  expect(openAttempt('u1')).toBeNull()
  await settle(placeOrder('u1', body))
  expect(new Set(keysSent()).size).toBe(2)
})

test('another user of the same tab does not continue the order of the first', async () => {
  invoke.mockResolvedValue(lost)
  await settle(placeOrder('u1', body))
  expect(openAttempt('u2')).toBeNull()
})

test('an ended session pauses the attempt: the next press sends the current order', async () => {
  invoke.mockResolvedValue(refusal(401, { code: 'SIGNED_OUT' }))
  expect(await settle(placeOrder('u1', body))).toEqual({ kind: 'signed-out' })
  const paused = openAttempt('u1')
  expect(paused?.paused).toBe(true)
  invoke.mockResolvedValue(placed)
  await settle(placeOrder('u1', { ...body, shipping: { city: 'Nashik' }, payment_method: 'upi' }))
  expect(bodySent()).toMatchObject({ idempotency_key: paused?.key, shipping: { city: 'Nashik' }, payment_method: 'upi' })
  expect(openAttempt('u1')?.paused).toBeUndefined()
})

test('an earlier attempt that did place the order returns its id, and ends the attempt', async () => {
  invoke.mockResolvedValueOnce(lost).mockResolvedValueOnce(refusal(401, { code: 'SIGNED_OUT' }))
  expect(await settle(placeOrder('u1', body))).toEqual({ kind: 'signed-out' })
  invoke.mockResolvedValueOnce(refusal(409, { code: 'KEY_REUSED', lines: [], order_id: 'o1' }))
  expect(await settle(placeOrder('u1', { ...body, payment_method: 'upi' }))).toMatchObject({ kind: 'refused', code: 'KEY_REUSED', orderId: 'o1' })
  expect(openAttempt('u1')).toBeNull()
})
