import { describe, expect, test } from 'vitest'
import type { FunctionContext } from '../context.ts'
import { placeOrder } from './place-order.ts'
import { memoryDocumentFiles } from '../testing/document-files.ts'

const body = JSON.stringify({
  idempotency_key: 'key-0000-1',
  payment_method: 'cod',
  shipping: {
    full_name: 'Meera Nair',
    address: '48, 12th Main',
    city: 'Bengaluru',
    state: 'Karnataka',
    pincode: '560038',
    email: 'meera@looksbymeera.example',
    phone: '9845011234',
  },
})
const answer = { order: { id: 'placed' }, payment: { method: 'cod' } }

/** A fake order service that fails with the given SQLSTATEs, one after another, before it works. */
async function orderAt(failures: string[]) {
  let attempts = 0
  const context: FunctionContext = {
    user: { id: '00000000-0000-4000-8000-000000000001', email: 'meera@looksbymeera.example' },
    clientNetwork: null,
    asUser: () => Promise.reject(new Error('unused')),
    asOrderService: <T>() => {
      const code = failures[attempts++]
      return code ? Promise.reject<T>(Object.assign(new Error('database'), { code })) : Promise.resolve({ answer, fresh: true } as T)
    },
    asPaymentService: () => Promise.reject(new Error('unused')),
    razorpay: { url: '', checkoutUrl: '' },
    provePassword: () => Promise.reject(new Error('unused')),
    mayAskPayment: () => Promise.reject(new Error('unused')),
    inDocumentShare: () => Promise.reject(new Error('unused')),
    inviteAccount: async () => true,
    signPreview: (by, session) => `shop-preview=${by}.${session}`,
    isMailHostAllowed: async () => true,
    courier: null,
    documentFiles: memoryDocumentFiles(),
    apiKeysWork: true,
    readLogo: () => Promise.reject(new Error('unused')),
    readPhoto: () => Promise.reject(new Error('unused')),
    storage: {
      put: () => Promise.reject(new Error('unused')),
      remove: () => Promise.reject(new Error('unused')),
      signedUrl: () => Promise.reject(new Error('unused')),
    },
    now: () => new Date(0),
    log: () => undefined,
  }
  const response = await placeOrder(new Request('http://shop.example/', { method: 'POST', body }), context)
  return { status: response.status, body: (await response.json()) as unknown, attempts, retryAfter: response.headers.get('retry-after') }
}

describe('place-order among other orders', () => {
  test('retries once after a deadlock or a serialization failure', async () => {
    for (const code of ['40P01', '40001']) expect(await orderAt([code])).toMatchObject({ status: 200, body: answer, attempts: 2 })
  })

  test('says that the shop is busy after the second', async () => {
    expect(await orderAt(['40P01', '40P01'])).toEqual({ status: 503, body: { code: 'BUSY' }, attempts: 2, retryAfter: '1' })
  })

  test('does not wait for a lock twice', async () => {
    for (const code of ['55P03', '57014']) expect(await orderAt([code])).toMatchObject({ status: 503, attempts: 1 })
  })

  test('rethrows any other error', async () => {
    await expect(orderAt(['23514'])).rejects.toMatchObject({ code: '23514' })
  })
})
