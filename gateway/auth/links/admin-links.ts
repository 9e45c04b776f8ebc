/** POST /admin/generate_link and /invite: service role only. */
import { inTransaction } from '#postgres/transaction.ts'
import { audit } from '../audit.ts'
import { json, type AuthEndpoint, type AuthMailKind } from '../context.ts'
import { requireServiceRole } from '../sessions/current-user.ts'
import { AuthError } from '../errors.ts'
import { prepareMail } from './mail.ts'
import { issueToken } from './one-time-tokens.ts'
import { checkNewPassword } from '../accounts/passwords.ts'
import { findUser, insertUser, readEmail, readMetadata, userJson } from '../accounts/users.ts'

const LINK_KINDS: AuthMailKind[] = ['signup', 'invite', 'recovery', 'magiclink']

export const generateLink: AuthEndpoint = async (context, { body, url, caller }) => {
  requireServiceRole(caller)
  const kind = LINK_KINDS.find((one) => one === body['type'])
  if (!kind) throw new AuthError(400, 'validation_failed', `Link type must be one of ${LINK_KINDS.join(', ')}`)
  const email = readEmail(body['email'])
  const metadata = readMetadata(body['data'])
  const redirectTo = context.links.redirect(url.searchParams.get('redirect_to') ?? body['redirect_to'])
  const { password } = body
  if (kind === 'signup') {
    if (typeof password !== 'string') throw new AuthError(400, 'validation_failed', 'Signup requires a valid password')
    checkNewPassword(password)
  }
  const passwordHash = kind === 'signup' && typeof password === 'string' ? await context.passwords.hash(password, null) : null
  const now = context.now()
  const result = await inTransaction(context.pool, {}, async (query) => {
    let user = await findUser(query, { email }, true)
    if (user?.email_confirmed_at && (kind === 'signup' || kind === 'invite'))
      throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
    if (!user && kind === 'recovery') throw new AuthError(404, 'user_not_found', 'User with this email not found')
    user ??= await insertUser(query, { email, passwordHash, userMetadata: metadata, confirmedAt: null, invitedAt: kind === 'invite' ? now : null, now })
    const issued = await issueToken(context, query, user, kind, { withCode: true })
    return { user: (await findUser(query, { id: user.id })) ?? user, issued }
  })
  return json({
    ...userJson(result.user),
    action_link: context.links.verify(result.issued.token, kind, redirectTo),
    email_otp: result.issued.code,
    hashed_token: result.issued.token,
    redirect_to: redirectTo,
    verification_type: kind,
  })
}

export const invite: AuthEndpoint = async (context, { body, url, caller }) => {
  requireServiceRole(caller)
  const email = readEmail(body['email'])
  const metadata = readMetadata(body['data'])
  const redirectTo = context.links.redirect(url.searchParams.get('redirect_to'))
  await context.limits.use(['mail', email])
  const now = context.now()
  const { user, send } = await inTransaction(context.pool, {}, async (query) => {
    const existing = await findUser(query, { email }, true)
    if (existing?.email_confirmed_at) throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
    const invited = existing ?? (await insertUser(query, { email, passwordHash: null, userMetadata: metadata, confirmedAt: null, invitedAt: now, now }))
    await audit(context, query, 'user_invited', invited.id, caller)
    return { user: invited, send: await prepareMail(context, query, invited, { kind: 'invite', redirectTo, challenge: null }) }
  })
  send()
  return json(userJson(user))
}
