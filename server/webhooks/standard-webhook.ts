/**
 * Signatures of webhooks as Standard Webhooks defines them (https://www.standardwebhooks.com). Node's own HMAC and comparison do all of it:
 * the library `standardwebhooks` brings a SHA-256 in JavaScript, compares the body as decoded text instead of its bytes, and takes its
 * clock from the process, so the limits of the time could not be tested.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Seconds by which the time of a call may differ from this server's. */
const TOLERANCE = 300
/** A call carries one signature for each secret of its sender. */
const MOST_SIGNATURES = 8
const LONGEST_HEADER = 1000

export type WebhookCheck = 'signed' | 'unsigned' | 'not now'

/** The bytes of a secret `v1,whsec_<base64>`, with or without its version; null for anything else. */
export function readWebhookSecret(text: string): Buffer | null {
  const encoded = /^(?:v1,)?whsec_([A-Za-z0-9+/]{32,88}={0,2})$/.exec(text)?.[1]
  return encoded === undefined ? null : Buffer.from(encoded, 'base64')
}

/** The header `webhook-signature` of a call: one signature for each secret, so that its receiver may change from one to the other. */
export const signWebhook = (secrets: readonly Buffer[], id: string, seconds: number, body: string): string =>
  secrets.map((secret) => `v1,${createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')}`).join(' ')

/** The 32 bytes of each `v1` signature. They are divided by spaces; Supabase writes a comma before each space too. */
function readSignatures(header: string): Buffer[] {
  return header
    .split(' ')
    .map((one) => /^v1,([A-Za-z0-9+/]{43}=),?$/.exec(one)?.[1])
    .filter((one) => one !== undefined)
    .slice(0, MOST_SIGNATURES)
    .map((one) => Buffer.from(one, 'base64'))
}

/**
 * Verifies the signature over the id, the time and the exact bytes of the body, in constant time.
 *
 * @param secrets all are valid: while the secret changes, the former one too
 * @returns 'not now' for a signed call whose time is too far away
 */
export function checkWebhook(secrets: readonly Buffer[], headers: Headers, body: Uint8Array, now: Date): WebhookCheck {
  const [id, time, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers.get(name) ?? '') as [string, string, string]
  if (id === '' || [id, time, signature].some(({ length }) => length > LONGEST_HEADER) || !/^\d{1,12}$/.test(time)) return 'unsigned'
  const given = readSignatures(signature)
  // Every secret with every signature, so that timing does not tell which ones match.
  const matches = secrets.flatMap((secret) => {
    const expected = createHmac('sha256', secret).update(`${id}.${time}.`).update(body).digest()
    return given.map((one) => timingSafeEqual(one, expected))
  })
  if (!matches.includes(true)) return 'unsigned'
  return Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE ? 'not now' : 'signed'
}
