/**
 * Devices that signed in before. Failed attempts by strangers lock an account for a while, and this lock must not affect the
 * owner's devices. A device identifies itself with a token from its last sign-in. The token grants no access: it only gives
 * the device a rate limit of its own.
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { AuthContext } from '../context.ts'
import { sameText } from '../secrets.ts'

/** A header rather than a cookie: clients keep their session in storage too, and only the sign-in request sends it. */
export const DEVICE_HEADER = 'x-device-token'
const DAYS = 180
/** A device may have signed in to several accounts and sends all its tokens. */
const MAX_SENT = 5
const TOKEN = /^([a-z0-9]{1,10})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/

type Account = { id: string; stored: string | null }

/** Includes the stored password hash, so that a password change invalidates all earlier device tokens. */
function proof(key: string, account: Account, issued: string, device: string): string {
  return createHmac('sha256', key)
    .update(`known device ${account.id} ${issued} ${device} ${account.stored ?? ''}`)
    .digest('base64url')
}

export function deviceToken(context: AuthContext, account: Account): string {
  const issued = Math.floor(context.now().getTime() / 1000).toString(36)
  const device = randomBytes(16).toString('base64url')
  return `${issued}.${device}.${proof(context.dataKeys[0], account, issued, device)}`
}

/** The id of a device that sends a valid token of this account, else null. */
export function knownDevice(context: AuthContext, account: Account | undefined, request: Request): string | null {
  if (!account) return null
  for (const sent of (request.headers.get(DEVICE_HEADER) ?? '').split(',').slice(0, MAX_SENT)) {
    const [, issued = '', device = '', given = ''] = TOKEN.exec(sent.trim()) ?? []
    if (given === '' || !context.dataKeys.some((key) => sameText(given, proof(key, account, issued, device)))) continue
    if (context.now().getTime() / 1000 - Number.parseInt(issued, 36) < DAYS * 24 * 3600) return device
  }
  return null
}
