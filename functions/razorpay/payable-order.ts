import type * as v from 'valibot'
import { checkBody, fieldsOf, uuid } from '../check-body.ts'
import type { FunctionContext } from '../context.ts'
import { readJsonObject } from '../request-body.ts'
import { jsonAnswer } from '../json-answer.ts'

/** The field that names the order in the body of every payment function. */
export const orderId = uuid('An order is required')

/** `{ order_id }`. */
export const PAYABLE = fieldsOf({ order_id: orderId })

/** The checked body, or the error response. */
export type PayableRequest<T> = { ok: true; body: T } | { ok: false; answer: Response }

/**
 * The common checks of the three payment functions: POST, signed in, an order visible under the caller's policies.
 *
 * @param whose 'own': only the caller's orders; 'visible': for staff all orders
 */
export async function readPayableRequest<S extends v.GenericSchema<unknown, { order_id: string }>>(
  request: Request,
  context: FunctionContext,
  whose: 'own' | 'visible',
  schema: S,
): Promise<PayableRequest<v.InferOutput<S>>> {
  const refuse = (status: number, code: string, headers: Record<string, string> = {}, more: Record<string, unknown> = {}) => ({
    ok: false as const,
    answer: jsonAnswer(status, { code, ...more }, headers),
  })
  if (request.method !== 'POST') return refuse(405, 'METHOD_NOT_ALLOWED', { allow: 'POST' })
  if (!context.user) return refuse(401, 'SIGNED_OUT', { 'www-authenticate': 'Bearer' })
  const checked = checkBody(schema, await readJsonObject(request))
  if (!checked.ok) return refuse(400, 'INVALID', {}, { fields: checked.fields })
  const found = await context.asUser((query) =>
    query(`select id from public.orders where id = $1 and payment_method = 'razorpay'${whose === 'own' ? ' and user_id = auth.uid()' : ''}`, [
      checked.body.order_id,
    ]),
  )
  return found.length === 1 ? checked : refuse(404, 'ORDER_NOT_FOUND')
}
