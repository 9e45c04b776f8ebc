import { isUuid } from '#domain/text/uuid.ts'
import type { FunctionContext } from '../context.ts'
import { readJsonObject } from '../request-body.ts'
import { jsonAnswer } from '../json-answer.ts'

/** The request's body and its order, or the error response. */
export type PayableRequest = { ok: true; orderId: string; body: Record<string, unknown> } | { ok: false; answer: Response }

/**
 * The common checks of the three payment functions: POST, signed in, an order visible under the caller's policies.
 *
 * @param whose 'own': only the caller's orders; 'visible': for staff all orders
 */
export async function readPayableRequest(request: Request, context: FunctionContext, whose: 'own' | 'visible'): Promise<PayableRequest> {
  const refuse = (status: number, code: string, headers: Record<string, string> = {}, more: Record<string, unknown> = {}): PayableRequest => ({
    ok: false,
    answer: jsonAnswer(status, { code, ...more }, headers),
  })
  if (request.method !== 'POST') return refuse(405, 'METHOD_NOT_ALLOWED', { allow: 'POST' })
  if (!context.user) return refuse(401, 'SIGNED_OUT', { 'www-authenticate': 'Bearer' })
  const body = await readJsonObject(request)
  const orderId = body?.['order_id']
  if (!body || !isUuid(orderId)) return refuse(400, 'INVALID', {}, { fields: { order_id: 'An order is required' } })
  const found = await context.asUser((query) =>
    query(`select id from public.orders where id = $1 and payment_method = 'razorpay'${whose === 'own' ? ' and user_id = auth.uid()' : ''}`, [orderId]),
  )
  return found.length === 1 ? { ok: true, orderId, body } : refuse(404, 'ORDER_NOT_FOUND')
}
