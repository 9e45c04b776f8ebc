import { createHash, randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { API_KEY_PREFIX, isKeyRole, MAX_KEY_DAYS, MAX_KEY_NAME } from '#domain/shop/api-keys.ts'
import type { KeyRole } from '#domain/shop/api-keys.ts'
import { fieldsOf } from '../check-body.ts'
import type { ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { callerMay } from '../permission.ts'
import { ownerFunction } from './owner-function.ts'

const STATUS: Record<string, number> = { FORBIDDEN: 403, ROLE: 403, NAME_TAKEN: 409, TOO_MANY_KEYS: 409 }
const NAME = 'Enter a name'
const DAYS = 'Choose when the key expires'
/** 256 bits: what is stored of a key needs neither salt nor a slow hash. */
const RANDOM_BYTES = 32

const create = ownerFunction(
  'staff.manage',
  fieldsOf({
    name: v.pipe(v.string(NAME), v.trim(), v.minLength(1, NAME), v.maxLength(MAX_KEY_NAME, `At most ${MAX_KEY_NAME} characters`)),
    role: v.custom<KeyRole>(isKeyRole, 'Choose a role'),
    days: v.nullable(v.pipe(v.number(DAYS), v.integer(DAYS), v.minValue(1, DAYS), v.maxValue(MAX_KEY_DAYS, DAYS))),
  }),
  async (context, owner, { name, role, days }) => {
    if (!context.apiKeysWork) return jsonAnswer(409, { code: 'UNAVAILABLE' })
    const secret = API_KEY_PREFIX + randomBytes(RANDOM_BYTES).toString('base64url')
    const digest = createHash('sha256').update(secret).digest()
    const [made] = await context.asOrderService((query) =>
      query<{ refusal: string | null; key: string | null }>('select refusal, key from private.create_api_key($1, $2, $3, $4, $5, $6)', [
        owner.id,
        name,
        role,
        days,
        digest,
        secret.slice(-4),
      ]),
    )
    if (!made) throw new Error('private.create_api_key returned no row')
    if (made.refusal !== null) return jsonAnswer(STATUS[made.refusal] ?? 409, { code: made.refusal })
    context.log('info', 'api-keys: Key created', { by: owner.id, key: made.key, role })
    return jsonAnswer(200, { key: made.key, secret }, { 'cache-control': 'no-store' })
  },
)

/**
 * /functions/v1/api-keys
 *
 * GET: whether keys work on this server. @returns 200 `{ works }` · 403 FORBIDDEN
 *
 * POST `{ password, name, role: one of KEY_ROLES, days: number | null }`: makes a key. Its secret is in this response alone.
 *
 * @returns 200 `{ key, secret }` · 403 FORBIDDEN, ROLE · 409 NAME_TAKEN, TOO_MANY_KEYS (50), UNAVAILABLE · the answers of every owner function
 */
export const apiKeys: ShopFunction = async (request, context) => {
  if (request.method !== 'GET') return create(request, context)
  if (!(await callerMay(context, 'staff.manage'))) return jsonAnswer(403, { code: 'FORBIDDEN' })
  return jsonAnswer(200, { works: context.apiKeysWork })
}
