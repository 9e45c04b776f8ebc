/** POST /signup */
import { isDatabaseError } from '#postgres/sql-state.ts'
import { inTransaction } from '#postgres/transaction.ts'
import type { Query } from '#postgres/statement.ts'
import { audit } from '../audit.ts'
import { json, type AuthContext, type AuthEndpoint, type AuthRequest, type AfterCommit } from '../context.ts'
import { AuthError } from '../errors.ts'
import { postLink } from '../links/mail.ts'
import { notifyOwner } from '../links/notices.ts'
import { checkNewPassword, shareOf } from './passwords.ts'
import { readChallenge, startFlow, type Challenge } from '../sessions/pkce.ts'
import { markBrowser } from './registering-browser.ts'
import { addRegistration } from './registrations.ts'
import { placeholderId } from '../secrets.ts'
import { openSession } from '../sessions/sessions.ts'
import { confirmEmail, findUser, insertUser, readEmail, readMetadata, type Json, type UserRow } from './users.ts'

type SignUp = { email: string; passwordHash: string; metadata: Json; challenge: Challenge | null; redirectTo: string }
/** `token`: of the link to confirm with; null when there is none. */
type Done = { body: Json; send: AfterCommit; token: string | null }

/**
 * The same response for a new address, an unconfirmed one and a registered one: it must not reveal which it is, so it contains
 * only the data of this sign-up.
 * @param ids the account's ids, or stable placeholder ids for a confirmed account
 */
function signUpResponse(ids: { user: string; identity: string }, { email, metadata }: SignUp, now: Date): Json {
  const userMetadata = { ...metadata, sub: ids.user, email, email_verified: false, phone_verified: false }
  const identity = {
    identity_id: ids.identity,
    id: ids.user,
    user_id: ids.user,
    identity_data: userMetadata,
    provider: 'email',
    last_sign_in_at: now,
    created_at: now,
    updated_at: now,
    email,
  }
  return {
    id: ids.user,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: userMetadata,
    identities: [identity],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}

function idsOf(user: UserRow): { user: string; identity: string } {
  const identity = user.identities[0]?.['identity_id']
  return { user: user.id, identity: typeof identity === 'string' ? identity : user.id }
}

/** With autoconfirm: registers the account and signs it in immediately. */
async function registerWithoutConfirmation(
  context: AuthContext,
  query: Query,
  existing: UserRow | null,
  signUp: SignUp,
  caller: AuthRequest['caller'],
): Promise<Done> {
  const { email, passwordHash, metadata } = signUp
  const now = context.now()
  const user = existing ?? (await insertUser(query, { email, passwordHash, userMetadata: metadata, confirmedAt: null, now }))
  if (existing) {
    await query(`update auth.users set encrypted_password = $2, raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $3::jsonb where id = $1`, [
      existing.id,
      passwordHash,
      metadata,
    ])
  }
  await audit(context, query, 'user_signedup', user.id, caller)
  await confirmEmail(query, user.id, now)
  const confirmed = (await findUser(query, { id: user.id })) ?? user
  return { body: await openSession(context, query, confirmed, 'password', caller), send: () => {}, token: null }
}

async function register(context: AuthContext, query: Query, signUp: SignUp, caller: AuthRequest['caller']): Promise<Done> {
  const { email, challenge, redirectTo } = signUp
  const now = context.now()
  const existing = await findUser(query, { email }, true)
  if (existing?.email_confirmed_at) {
    if (context.autoconfirm) throw new AuthError(422, 'user_already_exists', 'User already registered')
    const ids = { user: placeholderId(context.dataKeys[0], `user ${email}`), identity: placeholderId(context.dataKeys[0], `identity ${email}`) }
    return { body: signUpResponse(ids, signUp, now), send: await notifyOwner(context, query, existing), token: null }
  }
  if (context.autoconfirm) return registerWithoutConfirmation(context, query, existing, signUp, caller)
  const user = existing ?? (await insertUser(query, { email, passwordHash: null, userMetadata: {}, confirmedAt: null, now }))
  await audit(context, query, 'user_signedup', user.id, caller)
  if (challenge) await startFlow(context, query, user.id, 'signup', challenge)
  const token = await addRegistration(context, query, user, signUp, challenge !== null)
  return { body: signUpResponse(idsOf(user), signUp, now), send: await postLink(context, query, user, { kind: 'signup', redirectTo }, token), token }
}

export const signup: AuthEndpoint = async (context, { body, url, caller, request }) => {
  if (body['phone'] !== undefined && body['phone'] !== '') throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
  if (body['email'] === undefined && body['password'] === undefined) throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  const email = readEmail(body['email'])
  const { password } = body
  if (typeof password !== 'string' || password === '') throw new AuthError(400, 'validation_failed', 'Signup requires a valid password')
  checkNewPassword(password)
  const metadata = readMetadata(body['data'])
  const challenge = readChallenge(body)
  const mailed = context.autoconfirm ? [] : ([['mail', email]] as const)
  await context.limits.use(['signUpIp', caller.limitedIp], ...mailed)

  const passwordHash = await context.passwords.hash(password, shareOf(caller, email)).catch(async (error: unknown) => {
    await context.limits.undo(mailed)
    throw error
  })
  const signUp: SignUp = { email, passwordHash, metadata, challenge, redirectTo: context.links.redirect(url.searchParams.get('redirect_to')) }
  const attempt = (): Promise<Done> => inTransaction(context.pool, {}, (query) => register(context, query, signUp, caller))
  const done = await attempt().catch((error: unknown) => {
    // Two concurrent registrations of one new address: the retry finds the other's row.
    if (isDatabaseError(error) && error.code === '23505' && error.constraint === 'users_email_partial_key') return attempt()
    throw error
  })
  done.send()
  return json(done.body, 200, context.autoconfirm ? {} : markBrowser(context, request, done.token))
}
