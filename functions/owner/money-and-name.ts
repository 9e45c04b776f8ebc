import { isObject } from '../request-body.ts'
import { jsonAnswer } from '../json-answer.ts'
import { asOwner, ownerFunction, textOf } from './owner-function.ts'
import type { Read } from './owner-function.ts'

/** POST /functions/v1/set-payment-keys `{ password, key_id, key_secret, webhook_secret }`; empty values are unchanged. @returns 200 `{}` · 400 INVALID_RAZORPAY_KEYS with `field` */
export const setPaymentKeys = ownerFunction(
  'owner.settings',
  (body) => ({ ok: true, asked: [textOf(body['key_id']), textOf(body['key_secret']), textOf(body['webhook_secret'])] }),
  async (context, owner, keys) => {
    await asOwner(context, owner, 'payment_keys', (query) => query('select private.set_razorpay_keys($1, $2, $3)', keys))
    return jsonAnswer(200, {})
  },
)

/**
 * POST /functions/v1/set-identity `{ password, version, changes }`: sets names, address and GSTIN of the business, and the UPI address
 * that receives its money; `changes` are changed columns of `settings`.
 *
 * @returns 200 `{ version }` · 400 INVALID · 409 STALE, or the error of a check of the settings
 */
export const setIdentity = ownerFunction(
  'owner.settings',
  ({ version, changes }): Read<unknown[]> => {
    if (!Number.isInteger(version)) return { ok: false, fields: { version: 'The version of the changed settings is required' } }
    if (!isObject(changes)) return { ok: false, fields: { changes: 'The changed columns are required' } }
    return { ok: true, asked: [version, JSON.stringify(changes)] }
  },
  async (context, owner, asked) => {
    const [saved] = await asOwner(context, owner, 'identity', (query) => query<{ version: number }>('select private.set_identity($1, $2) as version', asked))
    return jsonAnswer(200, { version: saved?.version })
  },
)

/** POST /functions/v1/set-staff-security `{ password, second_factor_required }`. @returns 200 `{}` · 409 NO_FACTOR: the owner has none yet */
export const setStaffSecurity = ownerFunction(
  'owner.settings',
  ({ second_factor_required: required }) =>
    typeof required === 'boolean' ? { ok: true, asked: required } : { ok: false, fields: { second_factor_required: 'true or false is required' } },
  async (context, owner, required) => {
    await asOwner(context, owner, 'staff_security', (query) => query('select private.set_staff_security($1)', [required]))
    return jsonAnswer(200, {})
  },
)
