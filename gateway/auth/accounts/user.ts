/** GET and PUT /user */
import { inTransaction } from '#postgres/transaction.ts'
import type { Query } from '#postgres/statement.ts'
import { audit } from '../audit.ts'
import { json, type AuthContext, type AuthEndpoint } from '../context.ts'
import { requireUser } from '../sessions/current-user.ts'
import { AuthError } from '../errors.ts'
import { DEVICE_HEADER, deviceToken } from '../sessions/known-devices.ts'
import { postLink } from '../links/mail.ts'
import { needsSecondFactor, type CurrentUser } from '../mfa/factors.ts'
import { issueToken } from '../links/one-time-tokens.ts'
import { checkNewPassword, shareOf } from './passwords.ts'
import { readChallenge, startFlow, type Challenge } from '../sessions/pkce.ts'
import { notifyOwner } from '../links/notices.ts'
import { proveOwner } from '../sessions/prove-owner.ts'
import { endSessions } from '../sessions/sessions.ts'
import { changeEmail, findUser, isUnclaimed, mergeMetadata, readEmail, readMetadata, userJson, type Json, type UserRow } from './users.ts'

export const getUser: AuthEndpoint = async (context, { caller }) => json(userJson((await requireUser(context.query, caller)).user))

type EmailChange = { email: string; redirectTo: string; challenge: Challenge | null }

/** Both mailboxes must confirm: a stolen session alone must not take over the account. */
async function requestEmailChange(context: AuthContext, query: Query, user: UserRow, change: EmailChange): Promise<(() => void)[]> {
  const owner = await findUser(query, { email: change.email })
  if (context.autoconfirm) {
    if (owner) throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
    await changeEmail(query, user.id, change.email, context.now())
    return []
  }
  await query(`delete from auth.one_time_tokens where user_id = $1 and token_type in ('email_change_token_new', 'email_change_token_current')`, [user.id])
  await query('update auth.users set email_change = $2, email_change_confirm_status = 0 where id = $1', [user.id, change.email])
  const pkce = change.challenge !== null
  if (change.challenge) await startFlow(context, query, user.id, 'email_change', change.challenge)
  const mails = [await (owner && !isUnclaimed(owner) ? notifyOwnerInstead(owner) : mailTo(change.email, 'email_change_token_new'))]
  // An unconfirmed address cannot confirm the change.
  if (user.email && user.email_confirmed_at) mails.push(await mailTo(user.email, 'email_change_token_current'))
  return mails

  /** A registered address gets the same response as any other: its owner is notified, and no link is sent. */
  async function notifyOwnerInstead(holder: UserRow): Promise<() => void> {
    await issueToken(context, query, user, 'email_change', { address: change.email, type: 'email_change_token_new', pkce })
    return notifyOwner(context, query, holder)
  }

  async function mailTo(to: string, type: 'email_change_token_new' | 'email_change_token_current'): Promise<() => void> {
    const { token } = await issueToken(context, query, user, 'email_change', { address: to, type, pkce })
    return postLink(context, query, user, { kind: 'email_change', redirectTo: change.redirectTo, to }, token)
  }
}

async function readNewPassword(context: AuthContext, { password, current_password: current }: Json, who: CurrentUser, share: string | null): Promise<string> {
  const { user } = who
  if (typeof password !== 'string') throw new AuthError(400, 'validation_failed', 'password must be a string')
  checkNewPassword(password)
  await context.limits.use(['passwordChange', user.id])
  const proven = await proveOwner(context, who, current, share)
  if (proven ? password === current : await context.passwords.verify(password, user.encrypted_password, share)) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
  }
  return context.passwords.hash(password, share)
}

/** GoTrue requires the second factor to change email or password; with secondFactorFirst every change requires it. */
function checkAssurance(context: AuthContext, who: CurrentUser, body: Json): void {
  const changesCredentials = [body['email'], body['password']].some((value) => value !== undefined && value !== '')
  if (needsSecondFactor(who) && (changesCredentials || context.secondFactorFirst)) {
    throw new AuthError(401, 'insufficient_aal', 'AAL2 session is required to update email or password when MFA is enabled.')
  }
}

export const putUser: AuthEndpoint = async (context, { body, url, caller }) => {
  if (typeof body['phone'] === 'string' && body['phone'] !== '') throw new AuthError(422, 'phone_provider_disabled', 'Phone changes are not supported')
  const before = await requireUser(context.query, caller)
  checkAssurance(context, before, body)
  const share = shareOf(caller, before.user.id)
  const email = body['email'] === undefined || body['email'] === '' ? null : readEmail(body['email'])
  const metadata = body['data'] === undefined ? null : readMetadata(body['data'])
  if (metadata) await context.limits.use(['metadataChange', before.user.id])
  const challenge = readChallenge(body)
  // Without a mailbox to confirm the change, only the password proves that the session belongs to the owner.
  if (email !== null && (context.autoconfirm || !before.user.email_confirmed_at)) await proveOwner(context, before, body['current_password'], share)
  // Checked before the lookup, so that the limit does not reveal who is registered either.
  if (email !== null && email !== before.user.email && !context.autoconfirm) {
    await context.limits.use(['emailChange', before.user.id])
    await context.limits.use(['mail', email], ['mail', before.user.email])
  }
  // Hashing is slow: it runs outside the transaction, so that no row stays locked.
  const passwordHash = body['password'] === undefined || body['password'] === '' ? null : await readNewPassword(context, body, before, share)

  const { user, mails } = await inTransaction(context.pool, {}, async (query) => {
    const current = await requireUser(query, caller, true)
    checkAssurance(context, current, body) // again: a factor may have been verified since
    const now = context.now()
    if (metadata) {
      await query('update auth.users set raw_user_meta_data = $2, updated_at = $3 where id = $1', [
        current.user.id,
        mergeMetadata(current.user.raw_user_meta_data, metadata),
        now,
      ])
      await audit(context, query, 'user_modified', current.user.id, caller)
    }
    if (passwordHash !== null) {
      await query(`update auth.users set encrypted_password = $2, recovery_token = '', updated_at = $3 where id = $1`, [current.user.id, passwordHash, now])
      await query(`delete from auth.one_time_tokens where user_id = $1 and token_type = 'recovery_token'`, [current.user.id])
      // Everyone who knew the old password is signed out; this session stays.
      await endSessions(query, current.user.id, { except: current.sessionId })
      await audit(context, query, 'user_updated_password', current.user.id, caller)
    }
    const pending =
      email !== null && email !== current.user.email
        ? await requestEmailChange(context, query, current.user, { email, redirectTo: context.links.redirect(url.searchParams.get('redirect_to')), challenge })
        : []
    return { user: await findUser(query, { id: current.user.id }), mails: pending }
  })
  for (const send of mails) send()
  if (!user) throw new Error('Locked user not found')
  // The new password invalidates all device tokens: issue a new one for this device.
  return json(userJson(user), 200, passwordHash === null ? {} : { [DEVICE_HEADER]: deviceToken(context, { id: user.id, stored: passwordHash }) })
}
