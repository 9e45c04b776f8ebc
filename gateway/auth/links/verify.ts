/** POST /verify: exchanges a token or code from a mail for a session. */
import { inTransaction } from '#postgres/transaction.ts'
import type { Query } from '#postgres/statement.ts'
import { audit } from '../audit.ts'
import { json, type AuthContext, type AuthEndpoint, type AuthMailKind, type AuthRequest } from '../context.ts'
import { AuthError } from '../errors.ts'
import { redeemCode, redeemToken, type Redeemed } from './one-time-tokens.ts'
import { issueCode } from '../sessions/pkce.ts'
import { methodOf } from '../sessions/prove-owner.ts'
import { completeRegistration, redeemRegistration, type Registration } from '../accounts/registrations.ts'
import { openSession } from '../sessions/sessions.ts'
import { changeEmail, confirmEmail, findUser, isUnclaimed, readEmail, type Json, type UserRow } from '../accounts/users.ts'

export const EMAIL_CHANGE_PENDING = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

export function readKinds(type: unknown): AuthMailKind[] {
  switch (type) {
    case 'signup':
    case 'invite':
    case 'recovery':
    case 'magiclink':
    case 'email_change':
      return [type]
    case 'email': // the client's name for either of the two
      return ['signup', 'magiclink']
    default:
      throw new AuthError(400, 'validation_failed', 'Verify requires a verification type')
  }
}

/** Tries each kind in turn; throws the last error. */
export async function redeem(kinds: AuthMailKind[], attempt: (kind: AuthMailKind) => Promise<Omit<Proof, 'kind'>>): Promise<Proof> {
  let refusal: unknown
  for (const kind of kinds) {
    try {
      return { ...(await attempt(kind)), kind }
    } catch (error) {
      if (!(error instanceof AuthError)) throw error
      refusal = error
    }
  }
  throw refusal
}

/** Consumes a link token of this kind: of a sign-up, or of a request by the account itself. */
export async function redeemLink(context: AuthContext, query: Query, token: string, kind: AuthMailKind): Promise<Redeemed & { registration?: Registration }> {
  const signedUp = kind === 'signup' ? await redeemRegistration(context, query, token) : null
  return signedUp ? { ...signedUp, type: 'confirmation_token' } : redeemToken(context, query, token, kind)
}

export type Proof = Redeemed & { kind: AuthMailKind; registration?: Registration }

/** Applies a redeemed token. False: the email change still waits for the other mailbox. */
async function applyProof(context: AuthContext, query: Query, redeemed: Proof): Promise<boolean> {
  const { user, kind, type, registration } = redeemed
  const now = context.now()
  if (kind !== 'email_change') {
    if (user.email_confirmed_at === null) await (registration ? completeRegistration(query, user, registration, now) : confirmEmail(query, user.id, now))
    return true
  }
  const [waiting] = await query<{ count: number }>(
    `select count(*)::int as count from auth.one_time_tokens where user_id = $1 and token_type in ('email_change_token_new', 'email_change_token_current')`,
    [user.id],
  )
  if ((waiting?.count ?? 0) > 0) {
    await query('update auth.users set email_change_confirm_status = 1 where id = $1', [user.id])
    return false
  }
  // The last token must not be the old mailbox's unless the other mailbox has confirmed.
  if (user.email_change_confirm_status !== 1 && type === 'email_change_token_current')
    throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
  if (!user.email_change) throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
  const holder = await findUser(query, { email: user.email_change }, true)
  if (holder && !isUnclaimed(holder)) throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
  if (holder) await query('delete from auth.users where id = $1', [holder.id])
  await changeEmail(query, user.id, user.email_change, now)
  return true
}

export type Verified = { session: Json | null; code: string | null }

export async function verify(context: AuthContext, query: Query, redeemed: Proof, pkce: boolean, caller: AuthRequest['caller']): Promise<Verified> {
  const complete = await applyProof(context, query, redeemed)
  if (!complete) return { session: null, code: null }
  const user: UserRow = (await findUser(query, { id: redeemed.user.id })) ?? redeemed.user
  await audit(context, query, 'login', user.id, caller)
  if (pkce) return { session: null, code: await issueCode(context, query, user.id, redeemed.kind) }
  return { session: await openSession(context, query, user, methodOf(redeemed.kind), caller), code: null }
}

export const postVerify: AuthEndpoint = async (context, { body, caller }) => {
  await context.limits.use(['verifyIp', caller.limitedIp])
  const kinds = readKinds(body['type'])
  const { token_hash: tokenHash, token, email } = body
  const result = await inTransaction(context.pool, {}, async (query) => {
    if (typeof tokenHash === 'string' && tokenHash !== '') {
      const redeemed = await redeem(kinds, (kind) => redeemLink(context, query, tokenHash, kind))
      return verify(context, query, redeemed, false, caller)
    }
    if (typeof token !== 'string' || token === '') throw new AuthError(400, 'validation_failed', 'Verify requires either a token or a token hash')
    if (typeof body['phone'] === 'string' && body['phone'] !== '') throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
    const address = readEmail(email)
    const redeemed = await redeem(kinds, (kind) => redeemCode(context, query, address, token, kind))
    return verify(context, query, redeemed, false, caller)
  })
  return json(result.session ?? { msg: EMAIL_CHANGE_PENDING, code: '200' })
}
