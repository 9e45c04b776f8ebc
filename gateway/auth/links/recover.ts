/** POST /recover, /resend and /otp: send a link, with the same response for registered and unknown addresses. */
import { inTransaction } from '#postgres/transaction.ts'
import { audit, type AuditAction } from '../audit.ts'
import { json, type AuthContext, type AuthEndpoint, type AuthRequest } from '../context.ts'
import { AuthError } from '../errors.ts'
import { prepareMail, type LinkMail } from './mail.ts'
import { readChallenge } from '../sessions/pkce.ts'
import { findUser, insertUser, isBanned, readEmail, readMetadata, type UserRow } from '../accounts/users.ts'

type Wanted = { mail: LinkMail; action: AuditAction; only?: (user: UserRow) => boolean; create?: Record<string, unknown> }

/** Runs in the background: the duration would reveal whether the address is registered. */
function sendLater(context: AuthContext, email: string, wanted: Wanted, caller: AuthRequest['caller']): void {
  context.inBackground(`send a ${wanted.mail.kind} link`, async () => {
    const send = await inTransaction(context.pool, {}, async (query) => {
      let user = await findUser(query, { email }, true)
      if (!user && wanted.create)
        user = await insertUser(query, { email, passwordHash: null, userMetadata: wanted.create, confirmedAt: null, now: context.now() })
      if (!user || isBanned(user, context.now()) || (wanted.only && !wanted.only(user))) return () => {}
      await audit(context, query, wanted.action, user.id, caller)
      return prepareMail(context, query, user, wanted.mail)
    })
    send()
  })
}

async function readRequest(context: AuthContext, { body, url, caller }: AuthRequest): Promise<{ email: string; redirectTo: string }> {
  const email = readEmail(body['email'])
  await context.limits.use(['mailIp', caller.limitedIp], ['mail', email])
  return { email, redirectTo: context.links.redirect(url.searchParams.get('redirect_to')) }
}

export const recover: AuthEndpoint = async (context, request) => {
  const challenge = readChallenge(request.body)
  const { email, redirectTo } = await readRequest(context, request)
  sendLater(context, email, { mail: { kind: 'recovery', redirectTo, challenge }, action: 'user_recovery_requested' }, request.caller)
  return json({})
}

export const otp: AuthEndpoint = async (context, request) => {
  if (request.body['phone'] !== undefined) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  const challenge = readChallenge(request.body)
  const create = request.body['create_user'] === false ? undefined : readMetadata(request.body['data'])
  const { email, redirectTo } = await readRequest(context, request)
  sendLater(context, email, { mail: { kind: 'magiclink', redirectTo, challenge }, action: 'user_recovery_requested', create }, request.caller)
  return json({})
}

export const resend: AuthEndpoint = async (context, request) => {
  const { type } = request.body
  if (type === 'sms' || type === 'phone_change') throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  // An email change has two tokens for two mailboxes; requesting it again (PUT /user) renews both.
  if (type !== 'signup') throw new AuthError(400, 'validation_failed', 'Resend is supported for type signup; request an email change again with updateUser')
  const challenge = readChallenge(request.body)
  const { email, redirectTo } = await readRequest(context, request)
  const only = (user: UserRow): boolean => user.email_confirmed_at === null
  sendLater(context, email, { mail: { kind: 'signup', redirectTo, challenge }, action: 'user_confirmation_requested', only }, request.caller)
  return json({})
}
