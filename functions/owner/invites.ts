import * as v from 'valibot'
import { isEmail } from '#domain/addresses/shipping.ts'
import { isRole } from '#domain/shop/staff.ts'
import type { Role } from '#domain/shop/staff.ts'
import { fieldsOf, uuid } from '../check-body.ts'
import { jsonAnswer } from '../json-answer.ts'
import { ownerFunction } from './owner-function.ts'

const STATUS: Record<string, number> = { FORBIDDEN: 403, STAFF: 409, BLOCKED: 409, TOO_MANY: 429, NOT_OPEN: 404 }
const EMAIL = 'Enter an email address'

/**
 * POST /functions/v1/invite-staff `{ password, email, role }`: invites a person to a role, or renews the invitation for a week.
 * For people without an account, the auth service creates and mails the link; this function never sees it.
 *
 * @returns 200 `{ invite }` · 403 FORBIDDEN · 409 STAFF (works here already), BLOCKED · 429 TOO_MANY · 502 NOT_SENT: the
 * invitation is stored but its mail was not sent
 */
export const inviteStaff = ownerFunction(
  'staff.manage',
  fieldsOf({
    email: v.pipe(v.string(EMAIL), v.trim(), v.check(isEmail, EMAIL), v.toLowerCase()),
    role: v.custom<Role>(isRole, 'Choose a role'),
  }),
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
export const withdrawInvite = ownerFunction('staff.manage', fieldsOf({ invite: uuid('Invalid invitation') }), async (context, owner, { invite }) => {
  const [answer] = await context.asOrderService((query) =>
    query<{ refusal: string | null }>('select refusal from private.withdraw_invite($1, $2)', [owner.id, invite]),
  )
  if (answer?.refusal) return jsonAnswer(STATUS[answer.refusal] ?? 409, { code: answer.refusal })
  return jsonAnswer(200, {})
})
