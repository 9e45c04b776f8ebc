/** An authenticator app for tests. */
import { hotp, stepOf } from '../auth/mfa/totp.ts'

/** @param steps the app's clock skew in steps of 30 s */
export function appCode(secret: string, now: Date, steps = 0): string {
  const bits = [...secret].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return hotp(Buffer.from(bytes), stepOf(now) + steps)
}
