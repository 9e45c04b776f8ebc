import { describe, expect, test } from 'vitest'
import { isSignedBy } from './signature.ts'

/** Test vectors published with Razorpay's own libraries: razorpay-node (webhook), razorpay-python (checkout). */
const VECTORS = [
  {
    what: 'a webhook’s body',
    secret: '123456',
    message: '{"a":1,"b":2,"c":{"d":3}}',
    signature: '2fe04e22977002e6c7cb553adab8b460cb9e2a4970d5953cb27a8472752e3bbc',
  },
  {
    what: 'a checkout’s order and payment',
    secret: 'key_secret',
    message: 'fake_order_id|fake_payment_id',
    signature: 'b2335e3b0801106b84a7faff035df56ecffde06918c9ddd1f0fafbb37a51cc89',
  },
]

describe.each(VECTORS)('the published signature of $what', ({ secret, message, signature }) => {
  test('is valid, over the text and over its bytes', () => {
    expect(isSignedBy([secret], message, signature)).toBe(true)
    expect(isSignedBy([secret], new TextEncoder().encode(message), signature.toUpperCase())).toBe(true)
  })

  test('is valid under any current secret', () => {
    expect(isSignedBy(['another', secret], message, signature)).toBe(true)
    expect(isSignedBy(['another'], message, signature)).toBe(false)
    expect(isSignedBy([], message, signature)).toBe(false)
  })

  test('is invalid when anything is changed, truncated, extended or missing', () => {
    expect(isSignedBy([secret], `${message} `, signature)).toBe(false)
    for (const forged of ['', 'x', signature.slice(0, 63), `${signature}0`, signature.replace(/^./, '0'), '0'.repeat(64), 'é'.repeat(64)]) {
      expect(isSignedBy([secret], message, forged), forged).toBe(false)
    }
  })
})
