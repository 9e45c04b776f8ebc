import * as v from 'valibot'
import { kindOf } from '#domain/gstr1/gst-summary.ts'
import type { GstSummary } from '#domain/gstr1/gst-summary.ts'
import { offlineJson } from '#domain/gstr1/offline-json.ts'
import { periodOf } from '#domain/gstr1/period.ts'
import type { Period } from '#domain/gstr1/period.ts'
import type { ReturnDocument } from '#domain/gstr1/return-document.ts'
import { sectionOf } from '#domain/gstr1/sections.ts'
import { sheetOf, SHEETS } from '#domain/gstr1/sheets.ts'
import { tableTotals } from '#domain/gstr1/table-totals.ts'
import type { TaxAmounts } from '#domain/gstr1/tax-amounts.ts'
import { checkGstin } from '#domain/addresses/gstin.ts'
import { toRupees } from '#domain/money/money.ts'
import { hasSqlState } from '#postgres/sql-state.ts'
import type { ShopFunction } from '../context.ts'
import { checkBody, fieldsOf } from '../check-body.ts'
import { jsonAnswer } from '../json-answer.ts'
import { callerMay } from '../permission.ts'
import { readJsonObject } from '../request-body.ts'
import { csvOf } from './csv.ts'
import { readMonth } from './read-month.ts'

const FORMATS = ['json', 'csv', 'documents'] as const
const GSTIN = 'gstin must be a GSTIN'
const ASKED = v.pipe(
  fieldsOf({
    month: v.pipe(
      v.unknown(),
      v.transform(periodOf),
      v.custom<Period>((period) => period !== null, "month must be like '2026-11'"),
    ),
    format: v.picklist(FORMATS, `format must be one of ${FORMATS.join(', ')}`),
    table: v.fallback(v.nullable(v.picklist(SHEETS)), null),
    gstin: v.nullish(
      v.pipe(
        v.string(GSTIN),
        v.transform(checkGstin),
        v.check(({ ok }) => ok, GSTIN),
        v.transform((checked) => (checked.ok ? checked.gstin : null)),
      ),
      null,
    ),
  }),
  v.transform(({ month, format, table, gstin }) => ({ period: month, format, gstin, table: format === 'csv' ? table : null })),
  v.forward(
    v.check(({ format, table }) => format !== 'csv' || table !== null, `table must be one of ${SHEETS.join(', ')}`),
    ['table'],
  ),
)

/**
 * POST /functions/v1/gst-return `{ month: '2026-11', format: 'json' | 'csv' | 'documents', table?, gstin? }`
 * (docs/india.md#reports, docs/decisions/0019-gstr1.md): GSTR-1 of a month, from the documents issued in it. For admins. Money
 * in rupees.
 *
 * @returns json: 200 `{ filename, return, tables, gst_summary, warnings }`, where `return` is the offline tool's file, null without a GSTIN ·
 * documents: 200 `{ documents }`, what each of those figures is made of, oldest first ·
 * csv: 200 the sheet named by `table` (domain/gstr1/sheets.ts) · 400 `{ code: 'INVALID', fields }` · 401 · 403 `{ code: 'FORBIDDEN' }` · 405
 */
export const gstReturn: ShopFunction = async (request, context) => {
  if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
  if (!context.user) return jsonAnswer(401, { code: 'SIGNED_OUT' })
  const asked = checkBody(ASKED, (await readJsonObject(request)) ?? {})
  if (!asked.ok) return jsonAnswer(400, { code: 'INVALID', fields: asked.fields })
  if (!(await callerMay(context, 'gst.read'))) return jsonAnswer(403, { code: 'FORBIDDEN' })
  const { period, gstin, format, table } = asked.body
  const filed = await readMonth(context, context.user.id, period, gstin).catch((error: unknown) => {
    if (hasSqlState(error, '42501')) return null
    throw error
  })
  if (!filed) return jsonAnswer(403, { code: 'FORBIDDEN' })
  const name = `GSTR1_${filed.gstin ?? 'no-gstin'}_${period.fp}`
  if (table !== null) return csvAnswer(`${name}_${table}.csv`, csvOf(sheetOf(filed, table)))
  if (format === 'documents') return jsonAnswer(200, { documents: filed.documents.map(documentInRupees) })
  return jsonAnswer(200, {
    filename: `${name}.json`,
    return: offlineJson(filed),
    tables: tableTotals(filed).map((row) => ({ ...row, ...inRupees(row) })),
    gst_summary: summaryInRupees(filed.summary),
    warnings: filed.warnings,
  })
}

function inRupees({ taxable, cgst, sgst, igst }: TaxAmounts) {
  return { taxable: toRupees(taxable), cgst: toRupees(cgst), sgst: toRupees(sgst), igst: toRupees(igst) }
}

function documentInRupees(document: ReturnDocument) {
  const { orderId, serial, issuedAt, note, buyer, placeOfSupply, value, rates } = document
  return {
    order_id: orderId,
    serial,
    issued_at: issuedAt,
    note,
    kind: kindOf(document),
    section: sectionOf(document),
    gstin: buyer.gstin,
    name: buyer.name,
    place_of_supply: placeOfSupply,
    value: toRupees(value),
    rates: rates.map((part) => ({ rate: part.rate, ...inRupees(part) })),
  }
}

function summaryInRupees({ byKind, byRate, byState, total, documents }: GstSummary) {
  return {
    by_kind: byKind.map((row) => ({ kind: row.kind, documents: row.documents, ...inRupees(row) })),
    by_rate: byRate.map((row) => ({ rate: row.rate, ...inRupees(row) })),
    by_state: byState.map((row) => ({ place_of_supply: row.placeOfSupply, ...inRupees(row) })),
    total: inRupees(total),
    documents,
  }
}

function csvAnswer(filename: string, text: string): Response {
  return new Response(text, {
    headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="${filename}"`, 'cache-control': 'no-store' },
  })
}
