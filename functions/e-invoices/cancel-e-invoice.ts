import * as v from 'valibot'
import { readAckTime } from '#domain/einvoice/registration.ts'
import { hasSqlState } from '#postgres/sql-state.ts'
import { checkBody, fieldsOf, uuid } from '../check-body.ts'
import type { ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { callerMay } from '../permission.ts'
import { readJsonObject } from '../request-body.ts'

export const CANCEL_REASONS = ['duplicate', 'data_entry', 'order_cancelled', 'other'] as const
const WHEN = 'Enter the day and time of the cancellation'

const ASKED = fieldsOf({
  document_id: uuid('document_id must be the id of a document'),
  cancelled_at: v.pipe(
    v.string(WHEN),
    v.transform(readAckTime),
    v.custom<string>((moment) => moment !== null, WHEN),
  ),
  reason: v.picklist(CANCEL_REASONS, 'Choose a reason'),
})

const STATUS: Record<string, number> = { DONE: 200, UNKNOWN: 404, ALREADY: 409, WRONG_TIME: 409 }

/**
 * POST /functions/v1/cancel-e-invoice `{ document_id, cancelled_at: '2026-11-22 14:05', reason }`: writes down that the IRN of a document was
 * cancelled on the portal, within 24 hours, in Indian time. The document itself stays. For staff with `gst.write`.
 *
 * @returns 200 `{ code: 'DONE' }` · 400 `{ code: 'INVALID', fields }` · 401 · 403 · 404 `UNKNOWN` · 405 · 409 `ALREADY`, `WRONG_TIME`
 */
export const cancelEInvoice: ShopFunction = async (request, context) => {
  if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
  const { user } = context
  if (!user) return jsonAnswer(401, { code: 'SIGNED_OUT' })
  const asked = checkBody(ASKED, (await readJsonObject(request)) ?? {})
  if (!asked.ok) return jsonAnswer(400, { code: 'INVALID', fields: asked.fields })
  if (!(await callerMay(context, 'gst.write'))) return jsonAnswer(403, { code: 'FORBIDDEN' })
  const { document_id, cancelled_at, reason } = asked.body
  try {
    const [row] = await context.asOrderService((query) =>
      query<{ code: string }>('select private.cancel_e_invoice($1, $2, $3, $4) as code', [user.id, document_id, cancelled_at, reason]),
    )
    const code = row?.code ?? 'UNKNOWN'
    return jsonAnswer(STATUS[code] ?? 409, { code })
  } catch (error) {
    if (hasSqlState(error, '42501')) return jsonAnswer(403, { code: 'FORBIDDEN' })
    throw error
  }
}
