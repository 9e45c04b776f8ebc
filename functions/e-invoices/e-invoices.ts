import * as v from 'valibot'
import { readFacts } from '#domain/documents/frozen-charges.ts'
import type { DocumentFacts } from '#domain/documents/invoice-rows.ts'
import { documentAmounts, termsOf } from '#domain/documents/invoice-amounts.ts'
import { inv01, needsIrn } from '#domain/einvoice/inv01.ts'
import { problemsOf, reportUntil } from '#domain/einvoice/problems.ts'
import { isVoid } from '#domain/gstr1/void-documents.ts'
import { periodOf } from '#domain/gstr1/period.ts'
import type { Period } from '#domain/gstr1/period.ts'
import { toRupees } from '#domain/money/money.ts'
import { hasSqlState } from '#postgres/sql-state.ts'
import { checkBody, fieldsOf } from '../check-body.ts'
import type { FunctionContext, ShopFunction } from '../context.ts'
import { readCancelled } from '../gst-return/read-cancelled.ts'
import { readDocuments } from '../gst-return/read-documents.ts'
import { jsonAnswer } from '../json-answer.ts'
import { callerMay } from '../permission.ts'
import { readJsonObject } from '../request-body.ts'

/** Documents in one file for the portal, which limits the size of a file; and the most numbers that a request may name. */
const MOST_IN_FILE = 500

const ASKED = fieldsOf({
  month: v.pipe(
    v.unknown(),
    v.transform(periodOf),
    v.custom<Period>((period) => period !== null, "month must be like '2026-11'"),
  ),
  format: v.picklist(['list', 'json'], "format must be 'list' or 'json'"),
  serials: v.nullish(
    v.pipe(
      v.array(v.pipe(v.string('serials must be numbers of documents'), v.maxLength(16, 'serials must be numbers of documents')), 'serials must be a list'),
      v.maxLength(MOST_IN_FILE, `serials must be at most ${MOST_IN_FILE}`),
    ),
    null,
  ),
})

type RegisteredRow = { document_id: string; irn: string; ack_no: string; ack_at: string; cancelled_at: string | null }
type Due = { id: string; facts: DocumentFacts }

/**
 * POST /functions/v1/e-invoices `{ month: '2026-11', format: 'list' | 'json', serials? }`: the documents of a month that need an IRN, or the
 * file of those that have none for the portal (docs/decisions/0095-e-invoices-and-e-way-bills.md). For staff with `gst.read`.
 *
 * @returns list: 200 `{ above_five_crore, documents }`, oldest first, money in rupees · json: 200 `{ filename, invoices, left }`: at most 500
 * documents that the portal would accept, of `serials` if given, and the numbers that were left out · 400 `{ code: 'INVALID', fields }` · 401 · 403 · 405
 */
export const eInvoices: ShopFunction = async (request, context) => {
  if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
  if (!context.user) return jsonAnswer(401, { code: 'SIGNED_OUT' })
  const asked = checkBody(ASKED, (await readJsonObject(request)) ?? {})
  if (!asked.ok) return jsonAnswer(400, { code: 'INVALID', fields: asked.fields })
  if (!(await callerMay(context, 'gst.read'))) return jsonAnswer(403, { code: 'FORBIDDEN' })
  const { month, format, serials } = asked.body
  const read = await readDue(context, context.user.id, month).catch((error: unknown) => {
    if (hasSqlState(error, '42501')) return null
    throw error
  })
  if (!read) return jsonAnswer(403, { code: 'FORBIDDEN' })
  const { due, registered, aboveFiveCrore } = read
  if (format === 'list')
    return jsonAnswer(200, { above_five_crore: aboveFiveCrore, documents: due.map(({ id, facts }) => listed(id, facts, registered.get(id) ?? null)) })
  const wanted = due.filter(({ id, facts }) => !registered.has(id) && (serials === null || serials.includes(facts.serial)))
  const ready = wanted.filter(({ facts }) => problemsOf(facts).length === 0).slice(0, MOST_IN_FILE)
  const inFile = new Set(ready.map(({ id }) => id))
  return jsonAnswer(200, {
    filename: `einvoices_${month.fp}.json`,
    invoices: ready.map(({ facts }) => inv01(facts)),
    left: wanted.filter(({ id }) => !inFile.has(id)).map(({ facts }) => facts.serial),
  })
}

async function readDue(context: FunctionContext, userId: string, period: Period) {
  return context.asOrderService(async (query) => {
    void query('set transaction isolation level repeatable read, read only')
    const settings = query<{ turnover_above_5_crore: boolean }>('select turnover_above_5_crore from public.settings')
    const registered = query<RegisteredRow>('select document_id, irn, ack_no, ack_at, cancelled_at from private.e_invoices_between($1, $2, $3)', [
      userId,
      period.from.toISOString(),
      period.until.toISOString(),
    ])
    const all = await readDocuments(query, userId, period, (content, id): Due | null => {
      const facts = readFacts(content)
      return needsIrn(facts) ? { id, facts } : null
    })
    const answered = new Map((await registered).map((row) => [row.document_id, row]))
    const cancelled = await readCancelled(query, userId, period)
    return {
      // a credit note for an invoice that is none any more needs no IRN; one that has got one is listed, so that its cancellation can be written down
      due: all.filter((one) => one !== null).filter(({ id, facts }) => answered.has(id) || !isVoid(facts, cancelled)),
      registered: answered,
      aboveFiveCrore: (await settings)[0]?.turnover_above_5_crore === true,
    }
  })
}

function listed(id: string, facts: DocumentFacts, registered: RegisteredRow | null) {
  const { order, items, serial, issued_at, form } = facts
  return {
    document_id: id,
    order_id: order.id,
    serial,
    issued_at,
    note: form === 'credit_note',
    gstin: order.gstin ?? '',
    name: order.company_name ?? order.full_name,
    value: toRupees(documentAmounts(order, items, termsOf(facts)).total),
    report_until: reportUntil(issued_at).toISOString(),
    problems: registered ? [] : problemsOf(facts),
    irn: registered?.irn ?? null,
    ack_no: registered?.ack_no ?? null,
    ack_at: registered?.ack_at ?? null,
    cancelled_at: registered?.cancelled_at ?? null,
  }
}
