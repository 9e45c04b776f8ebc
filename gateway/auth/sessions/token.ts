/** POST /token?grant_type=password|refresh_token|pkce */
import { inTransaction } from '#postgres/transaction.ts'
import { audit } from '../audit.ts'
import { json, type AuthEndpoint } from '../context.ts'
import { AuthError } from '../errors.ts'
import { DEVICE_HEADER, deviceToken, knownDevice } from './known-devices.ts'
import { shareOf } from '../accounts/passwords.ts'
import { exchangeCode } from './pkce.ts'
import { openSession, refreshSession } from './sessions.ts'
import { beginAttempt } from './sign-in-attempts.ts'
import { findUser, isBanned, readEmail } from '../accounts/users.ts'

const passwordGrant: AuthEndpoint = async (context, { body, caller, request }) => {
  if (typeof body['phone'] === 'string' && body['phone'] !== '') throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled')
  const { password } = body
  if (typeof password !== 'string' || typeof body['email'] !== 'string')
    throw new AuthError(400, 'validation_failed', 'You must provide either an email or phone number and a password')
  const invalid = new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
  let email: string
  try {
    email = readEmail(body['email'])
  } catch {
    throw invalid // an invalid address has no account
  }
  // While an address is unconfirmed, its latest sign-up holds the password; even the correct one does not sign in yet.
  const [found] = await context.query<{ id: string; stored: string | null }>(
    `select u.id, case when u.email_confirmed_at is null and coalesce(u.encrypted_password, '') = ''
       then (select r.password_hash from auth.registrations r where r.user_id = u.id order by r.created_at desc limit 1) else u.encrypted_password end as stored
     from auth.users u where u.email = $1 and u.is_sso_user = false and u.deleted_at is null`,
    [email],
  )
  const attempt = await beginAttempt(context, email, caller, knownDevice(context, found, request))
  const matches = await context.passwords.verify(password, found?.stored ?? null, shareOf(caller, email)).catch(async (error: unknown) => {
    await attempt.undone() // the queue was full
    throw error
  })
  if (!found || !matches) throw invalid
  await attempt.succeeded()

  return inTransaction(context.pool, {}, async (query) => {
    const user = await findUser(query, { id: found.id }, true)
    if (!user) throw invalid
    if (isBanned(user, context.now())) throw new AuthError(400, 'user_banned', 'User is banned')
    if (!user.email_confirmed_at) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
    // The password may have changed while this one was being verified.
    if (user.encrypted_password !== found.stored) throw invalid
    const session = await openSession(context, query, user, 'password', caller)
    await audit(context, query, 'login', user.id, caller)
    return json(session, 200, { [DEVICE_HEADER]: deviceToken(context, found) })
  })
}

const refreshGrant: AuthEndpoint = async (context, { body, caller }) => {
  const token = body['refresh_token']
  if (typeof token !== 'string' || token === '') throw new AuthError(400, 'validation_failed', 'refresh_token required')
  await context.limits.use(['refreshIp', caller.limitedIp])
  const refreshed = await inTransaction(context.pool, {}, (query) => refreshSession(context, query, token, caller))
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
