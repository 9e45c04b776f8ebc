/** Time-based one-time codes (RFC 6238 over RFC 4226: HMAC-SHA-1, six digits, 30 seconds) and Base32 for their secrets (RFC 4648). */
import { createHmac, timingSafeEqual } from 'node:crypto'

export const STEP_SECONDS = 30
const DIGITS = 6
/** Allowed clock skew in steps, in each direction. */
const SKEW = 1
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export type Hash = 'sha1' | 'sha256' | 'sha512'

/** RFC 4226, section 5.3. */
export function hotp(secret: Buffer, counter: number, digits = DIGITS, hash: Hash = 'sha1'): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac(hash, secret).update(message).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0x0f
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

export function stepOf(time: Date): number {
  return Math.floor(time.getTime() / 1000 / STEP_SECONDS)
}

/** The time step of this code, or null. Constant time for right and wrong codes. */
export function matchingStep(secret: Buffer, code: string, now: Date): number | null {
  const given = Buffer.from(/^\d{6}$/.test(code) ? code : 'x'.repeat(DIGITS))
  let found: number | null = null
  for (let step = stepOf(now) - SKEW; step <= stepOf(now) + SKEW; step += 1) {
    if (timingSafeEqual(Buffer.from(hotp(secret, step)), given)) found = step
  }
  return found
}

/** Without padding, as authenticator apps expect it. */
export function base32(bytes: Buffer): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(value >> bits) & 31]
    }
    value &= (1 << bits) - 1
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text
}

/** The URI inside the QR code (Google Authenticator's key URI format). */
export function keyUri(account: string, issuer: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const values = { algorithm: 'SHA1', digits: String(DIGITS), issuer, period: String(STEP_SECONDS), secret }
  const query = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `otpauth://totp/${label}?${query.join('&')}`
}
