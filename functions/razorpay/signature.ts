import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Whether a message carries Razorpay's signature: HMAC-SHA256 in hex, of a webhook's raw body with the webhook secret, or of
 * `order_id|payment_id` with the key secret (docs/india.md#payment). Compared in the same time whatever is wrong with it.
 *
 * @param secrets those that count now: after a change the previous one still does for a while
 */
export function isSignedBy(secrets: readonly string[], message: string | Uint8Array, signature: string): boolean {
  const given = /^[0-9a-f]{64}$/i.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(32)
  // Every secret is tried, so that the time does not tell which one it was.
  return secrets.map((secret) => timingSafeEqual(createHmac('sha256', secret).update(message).digest(), given)).includes(true)
}
