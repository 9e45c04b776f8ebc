/** GET /verify shows a page, the press on its button uses the link up and leads on. */
import { transact } from '../core/database.ts'
import type { AuthContext, AuthEndpoint, AuthMailKind } from './context.ts'
import { AuthError } from './errors.ts'
import { linkPageAnswer, type LinkForm } from './link-page.ts'
import { expired, isRedeemable, PKCE_PREFIX, redeemToken } from './one-time-tokens.ts'
import type { Json } from './users.ts'
import { HALF_WAY, readKinds, redeem, verify } from './verify.ts'

function redirect(to: string, fragment: Json, search: Record<string, string> = {}): Response {
  const url = new URL(to)
  for (const [name, value] of Object.entries(search)) url.searchParams.set(name, value)
  const pairs = Object.entries(fragment)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)])
  if (pairs.length > 0) url.hash = new URLSearchParams(pairs).toString()
  // Tokens are in the address: nothing may keep it or pass it on.
  return new Response(null, { status: 303, headers: { location: url.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' } })
}

function readLink(context: AuthContext, read: (name: string) => unknown): LinkForm {
  const text = (name: string): string => {
    const value = read(name)
    return typeof value === 'string' ? value : ''
  }
  return { token: text('token') || text('token_hash'), type: text('type'), redirectTo: context.links.redirect(read('redirect_to')) }
}

/** What cannot be done is told at the address that the link leads to, as GoTrue does. */
async function orLeadOn(link: LinkForm, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    const description = { error: error.status >= 500 ? 'server_error' : 'access_denied', error_code: error.code, error_description: error.message }
    return redirect(link.redirectTo, description, link.token.startsWith(PKCE_PREFIX) ? description : {})
  }
}

async function findKind(context: AuthContext, link: LinkForm): Promise<AuthMailKind> {
  for (const kind of readKinds(link.type)) if (await isRedeemable(context, context.query, link.token, kind)) return kind
  throw expired()
}

/** A dead link leads on at once: there is nothing to press. */
export const showVerify: AuthEndpoint = async (context, { url, caller }) => {
  const link = readLink(context, (name) => url.searchParams.get(name))
  return orLeadOn(link, async () => {
    context.limits.use('verifyIp', caller.limitedIp)
    return linkPageAnswer(context.linkPages(await findKind(context, link)), link)
  })
}

export const pressVerify: AuthEndpoint = async (context, { body, caller, request }) => {
  const link = readLink(context, (name) => body[name])
  return orLeadOn(link, async () => {
    context.limits.use('verifyIp', caller.limitedIp)
    // Another site's form could sign visitors in to an account that is not theirs: it only gets the page to press on.
    const site = request.headers.get('sec-fetch-site')
    if (site !== null && site !== 'same-origin') return linkPageAnswer(context.linkPages(await findKind(context, link)), link)
    const kinds = readKinds(link.type)
    const pkce = link.token.startsWith(PKCE_PREFIX)
    const result = await transact(context.pool, null, {}, async (query) =>
      verify(context, query, await redeem(kinds, (kind) => redeemToken(context, query, link.token, kind)), pkce, caller),
    )
    if (result.code !== null) return redirect(link.redirectTo, {}, { code: result.code })
    if (!result.session) return redirect(link.redirectTo, { message: HALF_WAY })
    const { access_token, expires_at, expires_in, refresh_token, token_type } = result.session
    return redirect(link.redirectTo, { access_token, expires_at, expires_in, refresh_token, token_type, type: link.type })
  })
}
