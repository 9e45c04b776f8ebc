import * as v from 'valibot'
import { bookTotals, dayBook, dayBookSheet } from '#domain/accounts/day-book.ts'
import type { DaysRange } from '#domain/accounts/days-range.ts'
import { daysRange, MOST_DAYS } from '#domain/accounts/days-range.ts'
import { orderLinesSheet } from '#domain/accounts/order-lines.ts'
import type { AccountSheet } from '#domain/accounts/sheet.ts'
import { plainCell } from '#domain/accounts/sheet.ts'
import { gstr3b, gstr3bSheet } from '#domain/gstr3b/gstr3b.ts'
import { filingGstin } from '#domain/gstr1/gstr1.ts'
import { masterXml, mastersOf } from '#domain/tally/masters.ts'
import { entryVoucher } from '#domain/tally/entry-voucher.ts'
import { documentVoucher, moneyVoucher } from '#domain/tally/voucher.ts'
import { envelope, voucherXml } from '#domain/tally/xml.ts'
import { hasSqlState } from '#postgres/sql-state.ts'
import { checkBody, fieldsOf } from '../check-body.ts'
import type { FunctionContext, ShopFunction } from '../context.ts'
import { csvOf } from '../gst-return/csv.ts'
import { jsonAnswer } from '../json-answer.ts'
import { callerMay } from '../permission.ts'
import { readJsonObject } from '../request-body.ts'
import { previewInRupees } from './preview.ts'
import { MOST_ENTRIES, readAccounts, readOrders, TooManyEntries } from './read-accounts.ts'
import type { Accounts } from './read-accounts.ts'
import { workbookOf } from './workbook.ts'

const TALLY = ['tally-vouchers', 'tally-ledgers'] as const
const SHEETS = ['orders', 'day-book', 'gstr3b'] as const
const FILES = ['preview', ...TALLY, ...SHEETS] as const
const FORMATS = ['csv', 'xlsx'] as const
const DAYS = `from and to must be days like '2026-11-01', in order and at most ${MOST_DAYS}`

const ASKED = v.pipe(
  fieldsOf({
    from: v.unknown(),
    to: v.unknown(),
    file: v.picklist(FILES, `file must be one of ${FILES.join(', ')}`),
    format: v.optional(v.picklist(FORMATS, `format must be one of ${FORMATS.join(', ')}`), 'csv'),
  }),
  v.transform(({ from, to, ...rest }) => ({ ...rest, from: daysRange(from, to) })),
  v.forward(
    v.check(({ from }) => from !== null, DAYS),
    ['from'],
  ),
)

/**
 * POST /functions/v1/account-exports `{ from: '2026-11-01', to: '2026-11-30', file, format? }`: what an accountant takes from the shop for
 * some days of Indian time (docs/decisions/0084-accounts-exports.md). For staff with `gst.read`. `file`: preview, tally-vouchers,
 * tally-ledgers, orders, day-book or gstr3b; the last three as `format` csv (default) or xlsx.
 *
 * @returns preview: 200 the sums of the period in rupees · otherwise: 200 the file · 400 `{ code: 'INVALID', fields }` · 401 ·
 * 403 `{ code: 'FORBIDDEN' }` · 405 · 413 `{ code: 'TOO_MANY', limit }` when the period has more entries than one file may have
 */
export const accountExports: ShopFunction = async (request, context) => {
  if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
  if (!context.user) return jsonAnswer(401, { code: 'SIGNED_OUT' })
  const asked = checkBody(ASKED, (await readJsonObject(request)) ?? {})
  if (!asked.ok) return jsonAnswer(400, { code: 'INVALID', fields: asked.fields })
  if (!(await callerMay(context, 'gst.read'))) return jsonAnswer(403, { code: 'FORBIDDEN' })
  const { from: range, file, format } = asked.body
  if (range === null) throw new Error('The schema checks the days')
  try {
    return await answer(context, context.user.id, range, file, format)
  } catch (error) {
    if (error instanceof TooManyEntries) return jsonAnswer(413, { code: 'TOO_MANY', limit: MOST_ENTRIES })
    if (hasSqlState(error, '42501')) return jsonAnswer(403, { code: 'FORBIDDEN' })
    throw error
  }
}

async function answer(
  context: FunctionContext,
  userId: string,
  range: DaysRange,
  file: (typeof FILES)[number],
  format: (typeof FORMATS)[number],
): Promise<Response> {
  const name = `${file}_${range.first}_${range.last}`
  if (file === 'orders') return sheetAnswer(name, orderLinesSheet(await readOrders(context, userId, range)), format)
  const accounts = await readAccounts(context, userId, range)
  if (file === 'tally-vouchers') return fileAnswer(`${name}.xml`, vouchersXml(accounts))
  if (file === 'tally-ledgers') return fileAnswer(`${name}.xml`, ledgersXml(accounts))
  if (file === 'day-book') return sheetAnswer(name, dayBookSheet(dayBook(accounts)), format)
  const return3b = gstr3b(accounts.returns, filingGstin(accounts.returns, accounts.gstin), accounts.cancelled)
  if (file === 'gstr3b') return sheetAnswer(name, gstr3bSheet(return3b), format)
  return jsonAnswer(200, previewInRupees(bookTotals(accounts), accounts.money, return3b))
}

/** Text in parts: a large month is not joined into one string. */
type Parts = string[]

function vouchersXml({ documents, money, entries, ledgers, parties }: Accounts): Parts {
  const { head, tail } = envelope('Vouchers', ledgers.company)
  const vouchers = [
    ...documents.map((document) => documentVoucher(document, ledgers, parties)),
    ...money.map((movement) => moneyVoucher(movement, ledgers, parties)),
    ...entries.map((entry) => entryVoucher(entry, ledgers)),
  ]
  return [head, ...vouchers.filter((voucher) => voucher !== null).map(voucherXml), tail]
}

function ledgersXml(accounts: Accounts): Parts {
  const { head, tail } = envelope('All Masters', accounts.ledgers.company)
  return [head, ...mastersOf(accounts, accounts.ledgers, accounts.parties).map(masterXml), tail]
}

function sheetAnswer(name: string, sheet: AccountSheet, format: (typeof FORMATS)[number]): Response {
  if (format === 'xlsx') return fileAnswer(`${name}.xlsx`, [workbookOf(sheet)])
  return fileAnswer(`${name}.csv`, [csvOf({ headings: sheet.headings, rows: sheet.rows.map((cells) => cells.map(plainCell)) })])
}

/** As bytes: the client reads any other type as text, and Excel needs the byte order mark of a CSV. */
function fileAnswer(filename: string, parts: (string | Uint8Array<ArrayBuffer>)[]): Response {
  return new Response(new Blob(parts), {
    headers: { 'content-type': 'application/octet-stream', 'content-disposition': `attachment; filename="${filename}"`, 'cache-control': 'no-store' },
  })
}
