/** POST /token?grant_type=password|refresh_token|pkce */
import { transact } from '../core/database.ts'
import { audit } from './audit.ts'
import { json, type AuthEndpoint } from './context.ts'
import { AuthError } from './errors.ts'
import { exchangeCode } from './pkce.ts'
import { openSession, refreshSession } from './sessions.ts'
import { findUser, isBanned, readEmail } from './users.ts'

const passwordGrant: AuthEndpoint = async (context, { body, caller }) => {
  if (typeof body['phone'] === 'string' && body['phone'] !== '') throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled')
  const { password } = body
  if (typeof password !== 'string' || typeof body['email'] !== 'string') throw new AuthError(400, 'validation_failed', 'missing email or password')
  const invalid = new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
  let email: string
  try {
    email = readEmail(body['email'])
  } catch {
    throw invalid // what is no address belongs to nobody
  }
  context.limits.use('signInIp', caller.limitedIp)
  // Counted before the password is looked at: parallel guesses must not slip through while one is being hashed.
  context.limits.use('attempt', `password ${email}`)

  const [found] = await context.query<{ id: string; encrypted_password: string | null }>(
    'select id, encrypted_password from auth.users where email = $1 and is_sso_user = false and deleted_at is null',
    [email],
  )
  const matches = await context.passwords.verify(password, found?.encrypted_password ?? null).catch((error: unknown) => {
    // The queue was full: nothing was guessed.
    context.limits.undo('attempt', `password ${email}`)
    throw error
  })
  if (!found || !matches) throw invalid
  context.limits.forget('attempt', `password ${email}`)

  return transact(context.pool, null, {}, async (query) => {
    const user = await findUser(query, { id: found.id })
    // The password may have been changed while this one was being compared.
    if (!user || user.encrypted_password !== found.encrypted_password) throw invalid
    if (isBanned(user, context.now())) throw new AuthError(400, 'user_banned', 'User is banned')
    if (!user.email_confirmed_at) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
    const session = await openSession(context, query, user, 'password', caller)
    await audit(context, query, 'login', user.id, caller)
    return json(session)
  })
}

const refreshGrant: AuthEndpoint = async (context, { body, caller }) => {
  const token = body['refresh_token']
  if (typeof token !== 'string' || token === '') throw new AuthError(400, 'validation_failed', 'refresh_token required')
  context.limits.use('refreshIp', caller.limitedIp)
  const refreshed = await transact(context.pool, null, {}, (query) => refreshSession(context, query, token, caller))
  if (!refreshed.ok) throw refreshed.error
  return json(refreshed.body)
}

export const token: AuthEndpoint = async (context, request) => {
  const grant = request.url.searchParams.get('grant_type')
  if (grant === 'password') return passwordGrant(context, request)
  if (grant === 'refresh_token') return refreshGrant(context, request)
  if (grant === 'pkce') return exchangeCode(context, request)
  throw new AuthError(400, 'validation_failed', `unsupported_grant_type: ${grant === 'id_token' || grant === 'web3' ? `${grant} is not supported` : 'unknown'}`)
}
