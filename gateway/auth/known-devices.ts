/**
 * Devices that have signed in before. Wrong passwords of strangers make an account wait; the owner's own devices must not
 * wait with it. A device proves itself by a token from its last sign-in. It opens nothing: it only buys a count of its own.
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { AuthContext } from './context.ts'
import { sameText } from './secrets.ts'

/** A header rather than a cookie: clients keep their session in storage too, and no request carries it but the sign-in. */
export const DEVICE_HEADER = 'x-device-token'
const DAYS = 180
/** A device may have signed in to a few accounts; it sends what it has. */
const MAX_SENT = 5
const TOKEN = /^([a-z0-9]{1,10})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/

type Account = { id: string; stored: string | null }

/** The stored password goes in: after a new one, whoever signed in with the old one is a stranger. */
function proof(context: AuthContext, account: Account, issued: string, device: string): string {
  return createHmac('sha256', context.jwtSecret)
    .update(`known device ${account.id} ${issued} ${device} ${account.stored ?? ''}`)
    .digest('base64url')
}

export function deviceToken(context: AuthContext, account: Account): string {
  const issued = Math.floor(context.now().getTime() / 1000).toString(36)
  const device = randomBytes(16).toString('base64url')
  return `${issued}.${device}.${proof(context, account, issued, device)}`
}

/** The name of the device that sends a good token of this account; null for all others. */
export function knownDevice(context: AuthContext, account: Account | undefined, request: Request): string | null {
  if (!account) return null
  for (const sent of (request.headers.get(DEVICE_HEADER) ?? '').split(',').slice(0, MAX_SENT)) {
    const [, issued = '', device = '', given = ''] = TOKEN.exec(sent.trim()) ?? []
    if (given === '' || !sameText(given, proof(context, account, issued, device))) continue
    if (context.now().getTime() / 1000 - Number.parseInt(issued, 36) < DAYS * 24 * 3600) return device
  }
  return null
}
