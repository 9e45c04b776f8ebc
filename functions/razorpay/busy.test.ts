import { expect, test } from 'vitest'
import type { FunctionContext } from '../context.ts'
import { shopFunctions } from '../registry.ts'

/** A database whose rows are locked by another transaction. */
const contextFailing = (code: string) =>
  ({
    user: { id: '00000000-0000-4000-8000-000000000001', email: 'meera@looks.example' },
    asUser: async () => [{ id: 'x' }],
    mayAskPayment: async () => true,
    asPaymentService: () => Promise.reject(Object.assign(new Error('database'), { code })),
    razorpay: { url: 'http://127.0.0.1:9', checkoutUrl: '' },
    log: () => undefined,
  }) as unknown as FunctionContext
const body = JSON.stringify({
  order_id: '00000000-0000-4000-8000-000000000002',
  razorpay_order_id: 'order_1',
  razorpay_payment_id: 'pay_1',
  razorpay_signature: '0'.repeat(64),
})

test.each(['start-payment', 'confirm-payment', 'check-payment', 'razorpay-webhook'])(
  '%s returns 503 with Retry-After while rows are locked, and fails otherwise',
  async (name) => {
    const ask = (code: string) => shopFunctions[name]?.(new Request('http://shop.example/', { method: 'POST', body }), contextFailing(code))
    for (const code of ['55P03', '57014', '40P01', '40001']) {
      const answer = await ask(code)
      expect([answer?.status, answer?.headers.has('retry-after'), await answer?.json()]).toEqual([503, true, { code: 'BUSY' }])
    }
    await expect(ask('23514')).rejects.toMatchObject({ code: '23514' })
  },
)
