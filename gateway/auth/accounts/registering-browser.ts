/**
 * Recognises the browser that signed up when it opens the mailed link: there the person at the mailbox is the one who chose the
 * password and need not type it again. The cookie reaches the page of the link alone and opens no session; without it the page
 * asks for the password (docs/decisions/0061-checkout-on-one-page.md).
 */
import { createHmac } from 'node:crypto'
import type { AuthContext } from '../context.ts'
import { digest, randomToken, sameText } from '../secrets.ts'

const NAME = 'sb-registering'
/** A sitting: afterwards someone else may be at the same machine. */
const SECONDS = 3600

const proofOf = (key: string, token: string): string =>
  createHmac('sha256', key)
    .update(`registering browser ${digest(token)}`)
    .digest('base64url')

const cookie = ({ issuer }: AuthContext, value: string, seconds: number): string =>
  `${NAME}=${value}; Path=${new URL(issuer).pathname}/verify; Max-Age=${seconds}; HttpOnly; SameSite=Lax${issuer.startsWith('https:') ? '; Secure' : ''}`

/**
 * The header that marks the browser of this sign-up.
 * @param token of the sign-up's link; null for a confirmed account, whose response must look the same
 */
export function markBrowser(context: AuthContext, { headers }: Request, token: string | null): Record<string, string> {
  // Another site could sign up its visitor's address with a password that it knows.
  if (headers.get('sec-fetch-site') !== 'same-origin') return {}
  return { 'set-cookie': cookie(context, proofOf(context.dataKeys[0], token ?? randomToken()), SECONDS) }
}

/** Removes the mark. */
export const unmarkBrowser = (context: AuthContext): string => cookie(context, '', 0)

/** Whether this browser made the sign-up of the link, within the last hour. */
export function isMarkedBrowser(context: AuthContext, { headers }: Request, token: string, signedUpAt: Date): boolean {
  if (signedUpAt.getTime() + SECONDS * 1000 < context.now().getTime()) return false
  const found = (headers.get('cookie') ?? '').split(/; */).find((pair) => pair.startsWith(`${NAME}=`))
  return found !== undefined && context.dataKeys.some((key) => sameText(found.slice(NAME.length + 1), proofOf(key, token)))
}
