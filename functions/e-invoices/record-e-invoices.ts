import * as v from 'valibot'
import type { DocumentFacts, DocumentFactsV1 } from '#domain/documents/invoice-rows.ts'
import { checkRegistration, registrationError } from '#domain/einvoice/registration.ts'
import { readSignedQr } from '#domain/einvoice/signed-qr.ts'
import { hasSqlState } from '#postgres/sql-state.ts'
import { checkBody, fieldsOf, text } from '../check-body.ts'
import type { FunctionContext, ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { callerMay } from '../permission.ts'
import { readOrderBody } from '../request-body.ts'

/** Rows of one request; the screen sends a larger file in parts. */
const MOST = 100
/** Bytes: a row has a QR code of up to 2,000 characters. */
const LARGEST = 512 * 1024
const ROWS = `rows must be a list of 1 to ${MOST} answers`

const ASKED = fieldsOf({
  rows: v.pipe(
    v.array(fieldsOf({ number: text, irn: text, ack_no: text, ack_date: text, signed_qr: text }, ROWS), ROWS),
    v.minLength(1, ROWS),
    v.maxLength(MOST, ROWS),
  ),
})
type Row = v.InferOutput<typeof ASKED>['rows'][number]

/** What became of a row: stored, stored already, or why not. */
export type RecordResult =
  'RECORDED' | 'SAME' | 'OTHER' | 'MALFORMED' | 'UNKNOWN' | 'NOT_DUE' | 'WRONG_IRN' | 'QR_UNREADABLE' | 'QR_OTHER_DOCUMENT' | 'WRONG_TIME'

/**
 * POST /functions/v1/record-e-invoices `{ rows: [{ number?, irn, ack_no, ack_date, signed_qr }] }`: takes what the portal answered for issued
 * documents. Each row is stored or refused by itself, all in one transaction. Without a number, the one in the QR code counts. For staff with `gst.write`.
 *
 * @returns 200 `{ results: [{ number, result }] }`, in the order of the rows · 400 `{ code: 'INVALID', fields }` · 401 · 403 · 405 · 413
 */
export const recordEInvoices: ShopFunction = async (request, context) => {
  if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
  if (!context.user) return jsonAnswer(401, { code: 'SIGNED_OUT' })
  if (!(await callerMay(context, 'gst.write'))) return jsonAnswer(403, { code: 'FORBIDDEN' })
  const body = await readOrderBody(request, LARGEST)
  if (!body.ok) return body.answer
  const asked = checkBody(ASKED, body.body)
  if (!asked.ok) return jsonAnswer(400, { code: 'INVALID', fields: asked.fields })
  const results = await record(context, context.user.id, asked.body.rows).catch((error: unknown) => {
    if (hasSqlState(error, '42501')) return null
    throw error
  })
  return results ? jsonAnswer(200, { results }) : jsonAnswer(403, { code: 'FORBIDDEN' })
}

type Found = { id: string; serial: string; irn: string; content: DocumentFacts | DocumentFactsV1 }

function record(context: FunctionContext, userId: string, rows: readonly Row[]): Promise<{ number: string; result: RecordResult }[]> {
  const numbered = rows.map((row) => ({ row, number: (row.number.trim() || (readSignedQr(row.signed_qr.trim())?.number ?? '')).slice(0, 16) }))
  return context.asOrderService(async (query) => {
    const found = await query<Found>('select id, serial, irn, content from private.documents_to_register($1, $2)', [
      userId,
      numbered.map(({ number }) => number),
    ])
    const bySerial = new Map(found.map((one) => [one.serial, one]))
    const results: { number: string; result: RecordResult }[] = []
    for (const { row, number } of numbered) {
      const document = bySerial.get(number)
      const answer = checkRegistration(row.irn, row.ack_no, row.ack_date, row.signed_qr)
      const refused = !document ? 'UNKNOWN' : !answer ? 'MALFORMED' : registrationError(document.content, document.irn, answer)
      if (refused !== null || !document || !answer) {
        results.push({ number, result: refused ?? 'MALFORMED' })
        continue
      }
      const [stored] = await query<{ result: RecordResult }>('select private.record_e_invoice($1, $2, $3, $4, $5, $6) as result', [
        userId,
        document.id,
        answer.irn,
        answer.ackNo,
        answer.ackAt,
        answer.signedQr,
      ])
      results.push({ number, result: stored?.result ?? 'UNKNOWN' })
    }
    return results
  })
}
