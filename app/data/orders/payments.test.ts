import { beforeEach, expect, test, vi } from 'vitest'

const invoke = vi.hoisted(() => vi.fn())
vi.mock('../api/supabase.ts', () => ({ loadSupabase: () => Promise.resolve({ functions: { invoke } }) }))
const { fetchPaymentState, checkPayment, storeReturn, storedReturn, startPayment } = await import('./payments.ts')

const answer = (status: number, body: unknown) =>
  status === 200 ? { data: body, error: null } : { data: null, error: { context: new Response(JSON.stringify(body), { status }) } }
const lost = { data: null, error: { context: new TypeError('Failed to fetch') } }
const brought = { razorpay_order_id: 'order_1', razorpay_payment_id: 'pay_1', razorpay_signature: 's' }
const called = () => invoke.mock.calls.map(([name]) => String(name))

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  invoke.mockReset()
})

test('a started payment has what the provider’s dialog needs, and the address of its script', async () => {
  invoke.mockResolvedValue(
    answer(200, { razorpay_order_id: 'order_1', key_id: 'rzp_test_1', checkout_url: 'https://pay.example/checkout.js', amount: 33_600, currency: 'INR' }),
  )
  expect(await startPayment('o1')).toEqual({
    kind: 'started',
    payment: { providerOrder: 'order_1', key: 'rzp_test_1', amount: 33_600, currency: 'INR', script: 'https://pay.example/checkout.js' },
  })
  expect(invoke.mock.lastCall).toMatchObject(['start-payment', { body: { order_id: 'o1' } }])
})

test.each([
  [409, { code: 'PAYMENT_NOT_AWAITED', state: 'paid' }, 'over'],
  [404, { code: 'ORDER_NOT_FOUND' }, 'over'],
  [502, { code: 'PAYMENT_PROVIDER_UNREACHABLE' }, 'unreachable'],
  [500, null, 'failed'],
  [200, { state: 'awaiting_payment' }, 'failed'],
])('a start that is answered %i has its own result', async (status, body, kind) => {
  invoke.mockResolvedValue(answer(status, body))
  expect(await startPayment('o1')).toEqual({ kind })
})

test('no answer is unknown, never failed', async () => {
  invoke.mockResolvedValueOnce(lost).mockResolvedValueOnce(answer(500, {})).mockRejectedValueOnce(new Error('the client did not load'))
  for (let times = 0; times < 3; times += 1) expect(await checkPayment('o1')).toEqual({ kind: 'unknown' })
})

test('the result from the browser is confirmed, and kept until the shop accepts it', async () => {
  storeReturn('o1', brought)
  invoke.mockResolvedValueOnce(lost)
  expect(await fetchPaymentState('o1')).toEqual({ kind: 'unknown' })
  expect(storedReturn('o1')).toEqual(brought)
  // The shop does not know of the money yet: a buyer who paid is not asked to pay again.
  invoke.mockResolvedValueOnce(answer(200, { state: 'awaiting_payment', checking: false }))
  expect(await fetchPaymentState('o1')).toEqual({ kind: 'known', state: 'awaiting_payment', checking: true })
  invoke.mockResolvedValueOnce(answer(200, { state: 'awaiting_verification', checking: true }))
  expect(await fetchPaymentState('o1')).toMatchObject({ checking: true })
  expect(storedReturn('o1')).toEqual(brought)
  invoke.mockResolvedValueOnce(answer(200, { state: 'paid', checking: false }))
  expect(await fetchPaymentState('o1')).toEqual({ kind: 'known', state: 'paid', checking: false })
  expect(storedReturn('o1')).toBeNull()
  expect(new Set(called())).toEqual(new Set(['confirm-payment']))
  expect(invoke.mock.lastCall?.[1]).toMatchObject({ body: { order_id: 'o1', ...brought } })
})

test('an invalid signature is ignored, and the provider is asked', async () => {
  storeReturn('o1', brought)
  invoke.mockResolvedValueOnce(answer(400, { code: 'BAD_SIGNATURE' })).mockResolvedValueOnce(answer(200, { state: 'awaiting_payment', checking: false }))
  expect(await fetchPaymentState('o1')).toEqual({ kind: 'known', state: 'awaiting_payment', checking: false })
  expect(storedReturn('o1')).toBeNull()
  expect(called()).toEqual(['confirm-payment', 'check-payment'])
})

test('another order’s return is not sent', async () => {
  storeReturn('o1', brought)
  invoke.mockResolvedValue(answer(200, { state: 'awaiting_payment', checking: false }))
  await fetchPaymentState('o2')
  expect(called()).toEqual(['check-payment'])
})
