import { checkComplaint } from '#domain/shop/complaint.ts'
import type { ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { readJsonObject } from '../request-body.ts'

/**
 * POST /functions/v1/file-complaint `{ name, email, phone?, order_id?, message, website? }`: files a complaint and returns its
 * ticket number (E-Commerce Rules 2020, docs/india.md#consumer-protection). Signed in or not; an order must be the caller's own.
 *
 * @returns 200 `{ number }` · 400 `{ code: 'INVALID', fields }` · 405 · 429 `{ code: 'TOO_MANY' }`
 */
export const fileComplaint: ShopFunction = async (request, context) => {
  if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
  const body = await readJsonObject(request)
  if (!body) return jsonAnswer(400, { code: 'INVALID', fields: { message: 'A JSON object is required' } })
  // A honeypot: people do not see this field, so only bots fill it in. They get an ordinary validation error.
  if (typeof body['website'] === 'string' && body['website'] !== '') return jsonAnswer(400, { code: 'INVALID', fields: { website: 'Leave this empty' } })
  const checked = checkComplaint(body)
  if (!checked.ok) return jsonAnswer(400, { code: 'INVALID', fields: checked.fields })
  const { name, email, phone, orderId, message } = checked.complaint
  const [filed] = await context.asOrderService((query) =>
    query<{ number: string | null; refusal: string | null }>('select number, refusal from private.file_complaint($1, $2, $3, $4, $5, $6, $7)', [
      context.user?.id ?? null,
      orderId,
      name,
      email,
      phone,
      message,
      context.clientNetwork,
    ]),
  )
  if (filed?.refusal === 'TOO_MANY') return jsonAnswer(429, { code: 'TOO_MANY' }, { 'retry-after': '3600' })
  if (filed?.refusal === 'ORDER_UNKNOWN') return jsonAnswer(400, { code: 'INVALID', fields: { order_id: 'Choose one of your orders' } })
  if (!filed?.number) throw new Error('Complaint has no number')
  return jsonAnswer(200, { number: filed.number })
}
