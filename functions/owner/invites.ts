import { isEmail } from '#domain/addresses/shipping.ts'
import { isRole } from '#domain/shop/staff.ts'
import type { Role } from '#domain/shop/staff.ts'
import { jsonAnswer } from '../json-answer.ts'
import { ownerFunction } from './owner-function.ts'
import type { Read } from './owner-function.ts'

const STATUS: Record<string, number> = { FORBIDDEN: 403, STAFF: 409, BLOCKED: 409, TOO_MANY: 429, NOT_OPEN: 404 }
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/**
 * POST /functions/v1/invite-staff `{ password, email, role }`: invites a person to a role, or renews the invitation for a week. For
 * people without an account, the auth service creates and mails the link; this function never sees it.
 *
 * @returns 200 `{ invite }` · 403 FORBIDDEN · 409 STAFF (works here already), BLOCKED · 429 TOO_MANY · 502 NOT_SENT: the invitation stands, its mail does not
 */
export const inviteStaff = ownerFunction(
  'staff.manage',
  ({ email, role }): Read<{ email: string; role: Role }> => {
    if (typeof email !== 'string' || email.length > 254 || !isEmail(email.trim())) return { ok: false, fields: { email: 'Enter an email address' } }
    if (!isRole(role)) return { ok: false, fields: { role: 'Choose a role' } }
    return { ok: true, asked: { email: email.trim().toLowerCase(), role } }
  },
  async (context, owner, { email, role }) => {
    const [answer] = await context.asOrderService((query) =>
      query<{ refusal: string | null; invite: string | null; known: boolean }>('select refusal, invite, known from private.invite_staff($1, $2, $3)', [
        owner.id,
        email,
        role,
      ]),
    )
    if (!answer) throw new Error('private.invite_staff returned no row')
    if (answer.refusal !== null) return jsonAnswer(STATUS[answer.refusal] ?? 409, { code: answer.refusal })
    if (!answer.known && !(await context.inviteAccount(email, '/admin/join'))) {
      context.log('warn', 'invite-staff: Failed to send an invitation', { invite: answer.invite })
      return jsonAnswer(502, { code: 'NOT_SENT' })
    }
    context.log('info', 'invite-staff: Invitation created', { by: owner.id, invite: answer.invite, role })
    return jsonAnswer(200, { invite: answer.invite })
  },
)

/** POST /functions/v1/withdraw-invite `{ password, invite }`. @returns 200 `{}` · 404 NOT_OPEN */
export const withdrawInvite = ownerFunction(
  'staff.manage',
  ({ invite }) => (typeof invite === 'string' && UUID.test(invite) ? { ok: true, asked: invite } : { ok: false, fields: { invite: 'Invalid invitation' } }),
  async (context, owner, invite) => {
    const [answer] = await context.asOrderService((query) =>
      query<{ refusal: string | null }>('select refusal from private.withdraw_invite($1, $2)', [owner.id, invite]),
    )
    if (answer?.refusal) return jsonAnswer(STATUS[answer.refusal] ?? 409, { code: answer.refusal })
    return jsonAnswer(200, {})
  },
)
