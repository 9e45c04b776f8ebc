import * as v from 'valibot'
import { fieldsOf, text } from '../check-body.ts'
import { jsonAnswer } from '../json-answer.ts'
import { isObject } from '../request-body.ts'
import { asOwner, ownerFunction, version } from './owner-function.ts'

/** POST /functions/v1/set-payment-keys `{ password, key_id, key_secret, webhook_secret }`; empty values are unchanged. @returns 200 `{}` · 400 INVALID_RAZORPAY_KEYS with `field` */
export const setPaymentKeys = ownerFunction(
  'owner.settings',
  fieldsOf({ key_id: text, key_secret: text, webhook_secret: text }),
  async (context, owner, { key_id, key_secret, webhook_secret }) => {
    await asOwner(context, owner, 'payment_keys', (query) => query('select private.set_razorpay_keys($1, $2, $3)', [key_id, key_secret, webhook_secret]))
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
  fieldsOf({ version, changes: v.custom<Record<string, unknown>>(isObject, 'The changed columns are required') }),
  async (context, owner, { version, changes }) => {
    const [saved] = await asOwner(context, owner, 'identity', (query) =>
      query<{ version: number }>('select private.set_identity($1, $2) as version', [version, JSON.stringify(changes)]),
    )
    return jsonAnswer(200, { version: saved?.version })
  },
)

/** POST /functions/v1/set-staff-security `{ password, second_factor_required }`. @returns 200 `{}` · 409 NO_FACTOR: the owner has none yet */
export const setStaffSecurity = ownerFunction(
  'owner.settings',
  fieldsOf({ second_factor_required: v.boolean('true or false is required') }),
  async (context, owner, { second_factor_required: required }) => {
    await asOwner(context, owner, 'staff_security', (query) => query('select private.set_staff_security($1)', [required]))
    return jsonAnswer(200, {})
  },
)
