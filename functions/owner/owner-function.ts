/** What every act of an owner has in common: the permission, the second factor and the password are proven before anything is written. */
import type { Permission } from '#domain/shop/staff.ts'
import { detailOf, hasSqlState } from '#postgres/sql-state.ts'
import type { Query } from '#postgres/statement.ts'
import type { FunctionContext, ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { readJsonObject } from '../request-body.ts'

export type Owner = { id: string; email: string }
/** What was asked for, or what is wrong with it, by field. */
export type Read<T> = { ok: true; asked: T } | { ok: false; fields: Record<string, string> }

type Access = { permissions: string[]; second_factor: { enrolled: boolean; given: boolean } } | null

/** Codes that the database gives with a refusal, and what they are over HTTP; whatever is not named is a 409. */
const STATUS: Record<string, number> = {
  INVALID: 400,
  INVALID_MAIL_SETUP: 400,
  PASSWORD_AGAIN: 400,
  INVALID_RAZORPAY_KEYS: 400,
  PRIVATE_HOST: 400,
  TOO_MANY: 429,
}

/**
 * A server function that acts for an owner. The body says the owner's own password again, so that a session left open changes
 * nothing; where the owner has a second factor, this session must have given it.
 *
 * Answers 401 SIGNED_OUT · 403 FORBIDDEN, SECOND_FACTOR, WRONG_PASSWORD · 400 INVALID with `fields` · 429 TOO_MANY · 405 before `act` runs;
 * a refusal of the database is answered as `{ code, field?, message }`.
 */
export function ownerFunction<T>(
  permission: Permission,
  read: (body: Record<string, unknown>) => Read<T>,
  act: (context: FunctionContext, owner: Owner, asked: T) => Promise<Response>,
): ShopFunction {
  return async (request, context) => {
    if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
    const { user } = context
    if (!user) return jsonAnswer(401, { code: 'SIGNED_OUT' })
    const body = await readJsonObject(request)
    const password = body?.['password']
    if (!body || typeof password !== 'string' || password === '') return jsonAnswer(400, { code: 'INVALID', fields: { password: 'Enter your password' } })
    const asked = read(body)
    if (!asked.ok) return jsonAnswer(400, { code: 'INVALID', fields: asked.fields })
    const [access] = await context.asUser((query) => query<{ access: Access }>('select public.my_access() as access'))
    if (!access?.access?.permissions.includes(permission)) return jsonAnswer(403, { code: 'FORBIDDEN' })
    const { enrolled, given } = access.access.second_factor
    if (enrolled && !given) return jsonAnswer(403, { code: 'SECOND_FACTOR' })
    const proof = await context.provePassword(user.email, password)
    if (proof === 'too-many') return jsonAnswer(429, { code: 'TOO_MANY' }, { 'retry-after': '300' })
    if (proof?.userId !== user.id) return jsonAnswer(403, { code: 'WRONG_PASSWORD' })
    try {
      return await act(context, user, asked.asked)
    } catch (error) {
      return refusal(error)
    }
  }
}

/** One transaction in the owner's name, of which all owners are told by mail; nothing of it stays when `work` throws. */
export const asOwner = <T>(context: FunctionContext, owner: Owner, what: string, work: (query: Query) => Promise<T>): Promise<T> =>
  context.asOrderDesk(async (query) => {
    await query('select private.begin_owner_act($1, $2)', [owner.id, what])
    return work(query)
  })

/** What the database said no to. Anything else is a broken assumption and thrown on. */
function refusal(error: unknown): Response {
  if (hasSqlState(error, '42501')) return jsonAnswer(403, { code: 'FORBIDDEN' })
  const { message } = error as { message?: string }
  const said = detailOf(error)
  if (typeof said['code'] === 'string') {
    return jsonAnswer(STATUS[said['code']] ?? 409, { code: said['code'], ...(typeof said['field'] === 'string' ? { field: said['field'] } : {}), message })
  }
  // A check of a table: its name is for us, the sentence for the screen.
  if (hasSqlState(error, '23514', '22P02', '22001')) return jsonAnswer(400, { code: 'INVALID', message })
  throw error
}

/** A text of this field; absent and null are empty. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
