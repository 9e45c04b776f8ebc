import * as v from 'valibot'
import { isRole } from '#domain/shop/staff.ts'
import type { Role } from '#domain/shop/staff.ts'
import { fieldsOf, uuid } from '../check-body.ts'
import { jsonAnswer } from '../json-answer.ts'
import { ownerFunction } from '../owner/owner-function.ts'

const STATUS: Record<string, number> = { FORBIDDEN: 403, NO_ACCOUNT: 404, UNCONFIRMED: 409, BLOCKED: 409, SAME: 409, LAST_OWNER: 409 }

const WANTED = v.pipe(
  fieldsOf({ role: v.nullable(v.custom<Role>(isRole, 'Choose a role')), user: v.nullish(uuid('This is no account'), null), email: v.unknown() }),
  v.transform(({ role, user, email }) => ({ role, user, email: user === null && typeof email === 'string' ? email : null })),
  v.forward(
    v.check(({ user, email }) => user !== null || email?.includes('@') === true, 'Enter an email address'),
    ['email'],
  ),
)

/**
 * POST /functions/v1/set-role `{ password, role: one of ROLES | null, user? , email? }`: sets, changes or removes a user's role. A
 * user who loses the role is signed out everywhere. `private.set_role` decides what is allowed.
 *
 * @returns 200 `{ user }` · 403 FORBIDDEN · 404 NO_ACCOUNT · 409 UNCONFIRMED, BLOCKED, SAME, LAST_OWNER · the answers of every owner function
 */
export const setRole = ownerFunction('staff.manage', WANTED, async (context, owner, wanted) => {
  const [answer] = await context.asOrderService((query) =>
    query<{ refusal: string | null; person: string | null }>('select refusal, person from private.set_role($1, $2, $3, $4)', [
      owner.id,
      wanted.user,
      wanted.email,
      wanted.role,
    ]),
  )
  if (!answer) throw new Error('private.set_role returned no row')
  if (answer.refusal !== null) return jsonAnswer(STATUS[answer.refusal] ?? 409, { code: answer.refusal })
  context.log('info', 'set-role: Role changed', { by: owner.id, user: answer.person, role: wanted.role })
  return jsonAnswer(200, { user: answer.person })
})
