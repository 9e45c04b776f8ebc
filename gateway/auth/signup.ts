/** POST /signup */
import { randomUUID } from 'node:crypto'
import { isDatabaseError } from '../core/errors.ts'
import { transact, type Query } from '../core/database.ts'
import { audit } from './audit.ts'
import { json, type AuthContext, type AuthEndpoint, type AuthRequest } from './context.ts'
import { AuthError } from './errors.ts'
import { prepareMail } from './mail.ts'
import { checkNewPassword } from './passwords.ts'
import { readChallenge, type Challenge } from './pkce.ts'
import { openSession } from './sessions.ts'
import { confirmEmail, findUser, insertUser, readEmail, readMetadata, userJson, type Json, type UserRow } from './users.ts'

type Registration = { email: string; passwordHash: string; metadata: Json; challenge: Challenge | null; redirectTo: string }

/** The answer to a repeat of a confirmed address: a made-up user, so that the answer's status does not tell. */
function madeUpUser(email: string, metadata: Json, now: Date): Json {
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: metadata,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}

/** A later registration of an unproven address replaces the earlier one: whoever came first may not own the mailbox. */
async function saveUser(query: Query, existing: UserRow | null, registration: Registration, now: Date): Promise<UserRow> {
  if (!existing) {
    return insertUser(query, {
      email: registration.email,
      passwordHash: registration.passwordHash,
      userMetadata: registration.metadata,
      confirmedAt: null,
      now,
    })
  }
  await query(
    `update auth.users set encrypted_password = $2, raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $3::jsonb, updated_at = $4 where id = $1`,
    [existing.id, registration.passwordHash, registration.metadata, now],
  )
  return { ...existing, raw_user_meta_data: { ...existing.raw_user_meta_data, ...registration.metadata } }
}

async function register(
  context: AuthContext,
  query: Query,
  registration: Registration,
  caller: AuthRequest['caller'],
): Promise<{ body: Json; send: () => void }> {
  const now = context.now()
  const existing = await findUser(query, { email: registration.email }, true)
  if (existing?.email_confirmed_at) {
    if (context.autoconfirm) throw new AuthError(422, 'user_already_exists', 'User already registered')
    return { body: madeUpUser(registration.email, registration.metadata, now), send: () => {} }
  }
  const user = await saveUser(query, existing, registration, now)
  await audit(context, query, 'user_signedup', user.id, caller)
  if (context.autoconfirm) {
    await confirmEmail(query, user.id, now)
    const confirmed = (await findUser(query, { id: user.id })) ?? user
    return { body: await openSession(context, query, confirmed, 'password', caller), send: () => {} }
  }
  const send = await prepareMail(context, query, user, { kind: 'signup', redirectTo: registration.redirectTo, challenge: registration.challenge })
  return { body: userJson({ ...user, confirmation_sent_at: now }), send }
}

export const signup: AuthEndpoint = async (context, { body, url, caller }) => {
  if (body['phone'] !== undefined && body['phone'] !== '') throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
  if (body['email'] === undefined && body['password'] === undefined) throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  const email = readEmail(body['email'])
  const { password } = body
  if (typeof password !== 'string' || password === '') throw new AuthError(400, 'validation_failed', 'Signup requires a valid password')
  checkNewPassword(password)
  const metadata = readMetadata(body['data'])
  const challenge = readChallenge(body)
  context.limits.use('signUpIp', caller.limitedIp)
  if (!context.autoconfirm) context.limits.use('mail', email)

  const passwordHash = await context.passwords.hash(password).catch((error: unknown) => {
    if (!context.autoconfirm) context.limits.undo('mail', email)
    throw error
  })
  const registration: Registration = { email, passwordHash, metadata, challenge, redirectTo: context.links.redirect(url.searchParams.get('redirect_to')) }
  const attempt = (): Promise<{ body: Json; send: () => void }> => transact(context.pool, null, {}, (query) => register(context, query, registration, caller))
  const done = await attempt().catch((error: unknown) => {
    // Two registrations of one new address at the same moment: the second finds the first.
    if (isDatabaseError(error) && error.code === '23505' && error.constraint === 'users_email_partial_key') return attempt()
    throw error
  })
  done.send()
  return json(done.body)
}
