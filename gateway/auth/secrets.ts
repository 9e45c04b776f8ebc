/** Random tokens and codes, and their digests. */
import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** 256 random bits for a link or an authorization code. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a high-entropy token. */
export function digest(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Six digits, typed by hand. */
export function randomCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Keyed with the server's secret: a plain digest of six digits could be brute-forced. */
export function codeDigest(secret: string, email: string, code: string): string {
  return createHmac('sha256', secret).update(`one-time code ${email} ${code}`).digest('hex')
}

/**
 * The successor of a refresh token. Derived rather than random: a client that lost the response, or a second tab, repeats the
 * request with the old token and must get the same successor, although the database stores digests only.
 */
export function nextRefreshToken(secret: string, sessionId: string, token: string): string {
  return createHmac('sha256', secret).update(`refresh token after ${sessionId} ${token}`).digest('base64url')
}

/** An id that belongs to no row and is always the same for the same `subject`. */
export function placeholderId(secret: string, subject: string): string {
  const hex = createHmac('sha256', secret).update(`made-up id ${subject}`).digest('hex')
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Constant-time comparison. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
}
