import type { ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { readJsonObject } from '../request-body.ts'

const STATUS: Record<string, number> = { FORBIDDEN: 403, NO_ACCOUNT: 404, UNCONFIRMED: 409, BLOCKED: 409, SAME: 409, LAST_SUPER_ADMIN: 409 }
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/**
 * POST /functions/v1/set-role `{ password, role: 'admin' | 'super_admin' | null, user? , email? }`: makes somebody an admin or a
 * super admin, or neither any more (ruling 27). The caller's own password is asked again, so that a session that lies open makes
 * no admin; what may be done is decided by `private.set_role`.
 *
 * @returns 200 `{ user }` · 400 `{ code: 'INVALID', fields }` · 401 · 403 WRONG_PASSWORD, FORBIDDEN · 404 NO_ACCOUNT · 405 ·
 * 409 UNCONFIRMED, BLOCKED, SAME, LAST_SUPER_ADMIN · 429 TOO_MANY
 */
export const setRole: ShopFunction = async (request, context) => {
  if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
  const { user } = context
  if (!user) return jsonAnswer(401, { code: 'SIGNED_OUT' })
  const wanted = readWanted(await readJsonObject(request))
  if ('fields' in wanted) return jsonAnswer(400, { code: 'INVALID', fields: wanted.fields })
  const proof = await context.provePassword(user.email, wanted.password)
  if (proof === 'too-many') return jsonAnswer(429, { code: 'TOO_MANY' }, { 'retry-after': '300' })
  if (proof?.userId !== user.id) return jsonAnswer(403, { code: 'WRONG_PASSWORD' })
  const [answer] = await context.asOrderDesk((query) =>
    query<{ refusal: string | null; person: string | null }>('select refusal, person from private.set_role($1, $2, $3, $4)', [
      user.id,
      wanted.user,
      wanted.email,
      wanted.role,
    ]),
  )
  if (!answer) throw new Error('a function with out parameters answered no row')
  if (answer.refusal !== null) return jsonAnswer(STATUS[answer.refusal] ?? 409, { code: answer.refusal })
  context.log('info', 'a role was changed', { by: user.id, user: answer.person, role: wanted.role })
  return jsonAnswer(200, { user: answer.person })
}

type Wanted = { password: string; role: 'admin' | 'super_admin' | null; user: string | null; email: string | null }

function readWanted(body: Record<string, unknown> | null): Wanted | { fields: Record<string, string> } {
  const { password, role, user = null, email = null } = body ?? {}
  if (typeof password !== 'string' || password === '') return { fields: { password: 'Enter your password' } }
  if (role !== 'admin' && role !== 'super_admin' && role !== null) return { fields: { role: 'Choose a role' } }
  if (typeof user === 'string' && UUID.test(user)) return { password, role, user, email: null }
  if (user !== null) return { fields: { user: 'This is no account' } }
  if (typeof email !== 'string' || !email.includes('@')) return { fields: { email: 'Enter an email address' } }
  return { password, role, user: null, email }
}
