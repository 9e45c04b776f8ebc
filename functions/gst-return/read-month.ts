import { filingGstin, gstr1 } from '#domain/gstr1/gstr1.ts'
import type { Gstr1 } from '#domain/gstr1/gstr1.ts'
import type { Period } from '#domain/gstr1/period.ts'
import { returnDocument } from '#domain/gstr1/return-document.ts'
import { precedingSerials, table13 } from '#domain/gstr1/table-13-documents.ts'
import type { FunctionContext } from '../context.ts'
import { readDocuments } from './read-documents.ts'
import { readCancelled } from './read-cancelled.ts'

const SERIALS = 'select serial from private.gst_serials($1, $2)'
const REGISTERED = 'select serial from private.e_invoices_between($1, $2, $3) where cancelled_at is null'
const SETTINGS = 'select gstin, turnover_above_5_crore from public.settings'

/**
 * The return of a month, from one database snapshot, so that documents issued during the read appear in none of its tables.
 * Throws the database's 42501 without the permission.
 */
export async function readMonth(context: FunctionContext, userId: string, period: Period, gstin: string | null, page?: number): Promise<Gstr1> {
  const { documents, settings, registered, cancelled, known } = await context.asOrderService(async (query) => {
    void query('set transaction isolation level repeatable read, read only')
    const settings = query<{ gstin: string | null; turnover_above_5_crore: boolean }>(SETTINGS)
    const registered = query<{ serial: string }>(REGISTERED, [userId, period.from.toISOString(), period.until.toISOString()])
    const documents = await readDocuments(query, userId, period, (content) => returnDocument(content), page)
    const cancelled = await readCancelled(query, userId, period)
    const asked = precedingSerials(table13(documents))
    const known = query<{ serial: string }>(SERIALS, [userId, asked])
    return {
      documents,
      settings: (await settings)[0],
      registered: (await registered).map(({ serial }) => serial),
      cancelled,
      known: { asked, issued: new Set((await known).map(({ serial }) => serial)) },
    }
  })
  const filing = {
    period,
    gstin: gstin ?? filingGstin(documents, settings?.gstin ?? null),
    aboveFiveCrore: settings?.turnover_above_5_crore === true,
    registered: new Set(registered),
    cancelled,
    now: context.now(),
  }
  return gstr1(
    documents,
    filing,
    known.asked.filter((serial) => !known.issued.has(serial)),
  )
}
