/** Common checks of all owner functions: permission, second factor and password, before anything is written. */
import * as v from 'valibot'
import type { Permission } from '#domain/shop/staff.ts'
import { detailOf, hasSqlState } from '#postgres/sql-state.ts'
import type { Query } from '#postgres/statement.ts'
import type { FunctionContext, ShopFunction } from '../context.ts'
import { checkBody, withPassword } from '../check-body.ts'
import { jsonAnswer } from '../json-answer.ts'
import { readJsonObject } from '../request-body.ts'

export type Owner = { id: string; email: string }

const VERSION = 'The version of the changed settings is required'

type Access = { permissions: string[]; second_factor: { enrolled: boolean; given: boolean } } | null

/** HTTP statuses of the database's error codes; others are 409. */
const STATUS: Record<string, number> = {
  INVALID: 400,
  INVALID_MAIL_SETUP: 400,
  PASSWORD_AGAIN: 400,
  INVALID_RAZORPAY_KEYS: 400,
  PRIVATE_HOST: 400,
  TOO_MANY: 429,
}

/**
 * A server function for owners. The body must contain the owner's password, so that an open session is not enough; owners with a
 * second factor must have given it in this session.
 *
 * Answers 401 SIGNED_OUT · 403 FORBIDDEN, SECOND_FACTOR, WRONG_PASSWORD · 400 INVALID with `fields` · 429 TOO_MANY · 405 before `act` runs;
 * a database error is answered as `{ code, field?, message }`.
 */
export function ownerFunction<S extends v.GenericSchema>(
  permission: Permission,
  schema: S,
  act: (context: FunctionContext, owner: Owner, asked: v.InferOutput<S>) => Promise<Response>,
): ShopFunction {
  return async (request, context) => {
    if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
    const { user } = context
    if (!user) return jsonAnswer(401, { code: 'SIGNED_OUT' })
    const body = await readJsonObject(request)
    const proved = checkBody(withPassword, body, { body: 'password' })
    if (!proved.ok) return jsonAnswer(400, { code: 'INVALID', fields: proved.fields })
    const asked = checkBody(schema, body)
    if (!asked.ok) return jsonAnswer(400, { code: 'INVALID', fields: asked.fields })
    const [access] = await context.asUser((query) => query<{ access: Access }>('select public.my_access() as access'))
    if (!access?.access?.permissions.includes(permission)) return jsonAnswer(403, { code: 'FORBIDDEN' })
    const { enrolled, given } = access.access.second_factor
    if (enrolled && !given) return jsonAnswer(403, { code: 'SECOND_FACTOR' })
    const proof = await context.provePassword(user.email, proved.body.password)
    if (proof === 'too-many') return jsonAnswer(429, { code: 'TOO_MANY' }, { 'retry-after': '300' })
    if (proof?.userId !== user.id) return jsonAnswer(403, { code: 'WRONG_PASSWORD' })
    try {
      return await act(context, user, asked.body)
    } catch (error) {
      return refusal(error)
    }
  }
}

/** Runs one transaction in the owner's name and notifies all owners by mail. Rolls back if `work` throws. */
export const asOwner = <T>(context: FunctionContext, owner: Owner, what: string, work: (query: Query) => Promise<T>): Promise<T> =>
  context.asOrderService(async (query) => {
    await query('select private.begin_owner_act($1, $2)', [owner.id, what])
    return work(query)
  })

/** The response for an expected database error; rethrows any other. */
function refusal(error: unknown): Response {
  if (hasSqlState(error, '42501')) return jsonAnswer(403, { code: 'FORBIDDEN' })
  const { message } = error as { message?: string }
  const said = detailOf(error)
  if (typeof said['code'] === 'string') {
    return jsonAnswer(STATUS[said['code']] ?? 409, { code: said['code'], ...(typeof said['field'] === 'string' ? { field: said['field'] } : {}), message })
  }
  // A violated check: the message is for the screen.
  if (hasSqlState(error, '23514', '22P02', '22001')) return jsonAnswer(400, { code: 'INVALID', message })
  throw error
}

/** The version of the row as the client read it; if the row has changed since, the response is STALE. */
export const version = v.pipe(v.number(VERSION), v.integer(VERSION))
