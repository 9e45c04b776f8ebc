import { beforeEach, expect, test, vi } from 'vitest'

const invoke = vi.hoisted(() => vi.fn())
vi.mock('./supabase.ts', () => ({ loadSupabase: () => Promise.resolve({ functions: { invoke } }) }))
const { forgetAttempt, openAttempt, placeOrder } = await import('./place-order.ts')

const body = { shipping: { city: 'Pune' }, payment_method: 'cod', expected_total: 149, expected_lines: [], save_address: false }
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

test('a lost answer is asked for again under the same key', async () => {
  invoke
    .mockResolvedValueOnce(lost)
    .mockResolvedValueOnce(refusal(503, { code: 'BUSY' }))
    .mockResolvedValueOnce(placed)
  expect(await settle(placeOrder('u1', body))).toMatchObject({ kind: 'placed', orderId: 'o1' })
  expect(new Set(keysSent()).size).toBe(1)
  expect(invoke).toHaveBeenCalledTimes(3)
  // A reload before the buyer stands on her order's page finds the attempt, and by its key the order.
  expect(openAttempt('u1')?.key).toBe(keysSent()[0])
  forgetAttempt()
  expect(openAttempt('u1')).toBeNull()
})

test('an attempt without an answer stays, and the next press repeats it with its own body', async () => {
  invoke.mockResolvedValue(lost)
  expect(await settle(placeOrder('u1', body))).toEqual({ kind: 'unknown' })
  const first = openAttempt('u1')
  invoke.mockResolvedValue(placed)
  await settle(placeOrder('u1', { ...body, expected_total: 999 }))
  expect(new Set(keysSent())).toEqual(new Set([first?.key]))
  expect(invoke.mock.lastCall?.[1]).toMatchObject({ body: { expected_total: 149 } })
})

test('a refused order ends its attempt, so that a corrected one gets a key of its own', async () => {
  invoke.mockResolvedValueOnce(refusal(409, { code: 'OUT_OF_STOCK', lines: [] })).mockResolvedValueOnce(placed)
  await settle(placeOrder('u1', body))
  expect(openAttempt('u1')).toBeNull()
  await settle(placeOrder('u1', body))
  expect(new Set(keysSent()).size).toBe(2)
})

test("another user of the same tab does not continue somebody's order", async () => {
  invoke.mockResolvedValue(lost)
  await settle(placeOrder('u1', body))
  expect(openAttempt('u2')).toBeNull()
})

test('an ended session keeps the attempt for after the next sign-in', async () => {
  invoke.mockResolvedValue(refusal(401, { code: 'SIGNED_OUT' }))
  expect(await settle(placeOrder('u1', body))).toEqual({ kind: 'signed-out' })
  expect(openAttempt('u1')).not.toBeNull()
})
