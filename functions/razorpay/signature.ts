import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Verifies Razorpay's signature: HMAC-SHA256 in hex, of a webhook's raw body with the webhook secret, or of `order_id|payment_id`
 * with the key secret (docs/india.md#payment). Compares in constant time.
 *
 * @param secrets the valid secrets: after a change the previous one remains valid for a while
 */
export function isSignedBy(secrets: readonly string[], message: string | Uint8Array, signature: string): boolean {
  const given = /^[0-9a-f]{64}$/i.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(32)
  // Always try every secret, so that timing does not reveal which one matched.
  return secrets.map((secret) => timingSafeEqual(createHmac('sha256', secret).update(message).digest(), given)).includes(true)
}
