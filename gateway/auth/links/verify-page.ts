/** GET /verify shows a page; its button consumes the link and redirects. */
import { inTransaction } from '#postgres/transaction.ts'
import type { AuthContext, AuthEndpoint, AuthMailKind, AuthRequest } from '../context.ts'
import { AuthError } from '../errors.ts'
import { linkPageResponse, type PasswordPrompt, type LinkForm } from './link-page.ts'
import { expired, isRedeemable, PKCE_PREFIX } from './one-time-tokens.ts'
import { checkNewPassword, shareOf } from '../accounts/passwords.ts'
import { isMarkedBrowser, unmarkBrowser } from '../accounts/registering-browser.ts'
import { findRegistration, type FoundRegistration } from '../accounts/registrations.ts'
import { digest } from '../secrets.ts'
import type { Json } from '../accounts/users.ts'
import { EMAIL_CHANGE_PENDING, readKinds, redeem, redeemLink, verify, type Proof } from './verify.ts'

function redirect(to: string, fragment: Json, search: Record<string, string> = {}): Response {
  const url = new URL(to)
  for (const [name, value] of Object.entries(search)) url.searchParams.set(name, value)
  const pairs = Object.entries(fragment)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)])
  if (pairs.length > 0) url.hash = new URLSearchParams(pairs).toString()
  // The URL contains tokens: no cache may store it, and no referrer may pass it on.
  return new Response(null, { status: 303, headers: { location: url.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' } })
}

function readLink(context: AuthContext, read: (name: string) => unknown): LinkForm {
  const text = (name: string): string => {
    const value = read(name)
    return typeof value === 'string' ? value : ''
  }
  return { token: text('token') || text('token_hash'), type: text('type'), redirectTo: context.links.redirect(read('redirect_to')) }
}

/** Reports errors in the query or fragment of the redirect target, as GoTrue does. */
async function orRedirect(link: LinkForm, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    const description = { error: error.status >= 500 ? 'server_error' : 'access_denied', error_code: error.code, error_description: error.message }
    return redirect(link.redirectTo, description, link.token.startsWith(PKCE_PREFIX) ? description : {})
  }
}

/** `known`: the browser that signed up. */
type Found = { kind: AuthMailKind; registration: FoundRegistration | null; known: boolean }

async function findLink(context: AuthContext, link: LinkForm, request: Request): Promise<Found> {
  for (const kind of readKinds(link.type)) {
    const registration = kind === 'signup' ? await findRegistration(context, context.query, link.token) : null
    if (registration || (await isRedeemable(context, context.query, link.token, kind))) {
      const known = registration !== null && isMarkedBrowser(context, request, link.token, registration.signedUpAt)
      return { kind, registration, known }
    }
  }
  throw expired()
}

function show(context: AuthContext, link: LinkForm, { kind, registration, known }: Found, asks: PasswordPrompt = {}): Response {
  return linkPageResponse(context.linkPages(kind), link, registration ? (known ? 'known' : asks) : null)
}

/**
 * The password of a sign-up becomes valid once the owner of the mailbox shows that it is theirs: they use the browser in which it was
 * typed, they know it, or they replace it with their own. Returns the hash to set, or the error for the page.
 */
async function chosenPassword(
  context: AuthContext,
  link: LinkForm,
  { registration, known }: Found & { registration: FoundRegistration },
  { body, caller }: AuthRequest,
): Promise<string | PasswordPrompt> {
  const { password, choice } = body
  if (known) return registration.passwordHash
  if (typeof password !== 'string' || password === '') return { refusal: 'missing' }
  await context.limits.use(['attempt', `registration ${digest(link.token)}`])
  const share = shareOf(caller, digest(link.token))
  if (await context.passwords.verify(password, registration.passwordHash, share)) return registration.passwordHash
  if (choice !== 'replace') return { refusal: 'wrong' }
  try {
    checkNewPassword(password)
  } catch (error) {
    if (error instanceof AuthError) return { refusal: 'weak', reason: error.message }
    throw error
  }
  return context.passwords.hash(password, share)
}

function withPassword(proof: Proof, passwordHash: string | null): Proof {
  return proof.registration && passwordHash !== null ? { ...proof, registration: { ...proof.registration, passwordHash } } : proof
}

/** An invalid link redirects immediately: there is nothing to confirm. */
export const showVerify: AuthEndpoint = async (context, { url, caller, request }) => {
  const link = readLink(context, (name) => url.searchParams.get(name))
  return orRedirect(link, async () => {
    await context.limits.use(['verifyIp', caller.limitedIp])
    return show(context, link, await findLink(context, link, request))
  })
}

/** Browsers without Sec-Fetch-Site state the source of a form in Origin; clients other than browsers send neither. */
function isOwnForm({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = headers.get('origin')
  return origin === null || URL.parse(origin)?.host === headers.get('host')
}

export const submitVerify: AuthEndpoint = async (context, asked) => {
  const { body, caller, request } = asked
  const link = readLink(context, (name) => body[name])
  return orRedirect(link, async () => {
    await context.limits.use(['verifyIp', caller.limitedIp])
    // Login CSRF: a form of another site could sign visitors in to an account that is not theirs, so it only gets the page.
    const found = await findLink(context, link, request)
    const { registration } = found
    if (!isOwnForm(request)) return show(context, link, found)
    const chosen = registration ? await chosenPassword(context, link, { ...found, registration }, asked) : null
    if (chosen !== null && typeof chosen !== 'string') return show(context, link, found, chosen)
    const kinds = readKinds(link.type)
    const pkce = link.token.startsWith(PKCE_PREFIX)
    const result = await inTransaction(context.pool, {}, async (query) =>
      verify(context, query, withPassword(await redeem(kinds, (kind) => redeemLink(context, query, link.token, kind)), chosen), pkce, caller),
    )
    if (result.code !== null) return redirect(link.redirectTo, {}, { code: result.code })
    if (!result.session) return redirect(link.redirectTo, { message: EMAIL_CHANGE_PENDING })
    const { access_token, expires_at, expires_in, refresh_token, token_type } = result.session
    const opened = redirect(link.redirectTo, { access_token, expires_at, expires_in, refresh_token, token_type, type: link.type })
    if (registration) opened.headers.append('set-cookie', unmarkBrowser(context))
    return opened
  })
}
