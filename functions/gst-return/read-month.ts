import { filingGstin, gstr1 } from '#domain/gstr1/gstr1.ts'
import type { Gstr1 } from '#domain/gstr1/gstr1.ts'
import type { Period } from '#domain/gstr1/period.ts'
import { returnDocument } from '#domain/gstr1/return-document.ts'
import type { ReturnDocument } from '#domain/gstr1/return-document.ts'
import { precedingSerials, table13 } from '#domain/gstr1/table-13-documents.ts'
import type { DocumentFacts, DocumentFactsV1 } from '#domain/documents/invoice-rows.ts'
import type { Query } from '#postgres/statement.ts'
import type { FunctionContext } from '../context.ts'

/** Documents per statement: a page is a few hundred kB, of which a tenth remains in memory. */
const PAGE = 200

const DOCUMENTS = 'select id, at, content from private.gst_documents($1, $2, $3, $4, $5, $6)'
const SERIALS = 'select serial from private.gst_serials($1, $2)'
const SETTINGS = 'select gstin, turnover_above_5_crore from public.settings'

/**
 * The return of a month, from one database snapshot, so that documents issued during the read appear in none of its tables.
 * Throws the database's 42501 without the permission.
 */
export async function readMonth(context: FunctionContext, userId: string, period: Period, gstin: string | null, page = PAGE): Promise<Gstr1> {
  const { documents, settings, known } = await context.asOrderService(async (query) => {
    void query('set transaction isolation level repeatable read, read only')
    const settings = query<{ gstin: string | null; turnover_above_5_crore: boolean }>(SETTINGS)
    const documents = await readDocuments(query, userId, period, page)
    const asked = precedingSerials(table13(documents))
    const known = query<{ serial: string }>(SERIALS, [userId, asked])
    return { documents, settings: (await settings)[0], known: { asked, issued: new Set((await known).map(({ serial }) => serial)) } }
  })
  const filing = {
    period,
    gstin: gstin ?? filingGstin(documents, settings?.gstin ?? null),
    aboveFiveCrore: settings?.turnover_above_5_crore === true,
    now: context.now(),
  }
  return gstr1(
    documents,
    filing,
    known.asked.filter((serial) => !known.issued.has(serial)),
  )
}

async function readDocuments(query: Query, userId: string, { from, until }: Period, size: number): Promise<ReturnDocument[]> {
  const documents: ReturnDocument[] = []
  let after: { id: string; at: string } | null = null
  for (;;) {
    const page: { id: string; at: string; content: DocumentFacts | DocumentFactsV1 }[] = await query<{
      id: string
      at: string
      content: DocumentFacts | DocumentFactsV1
    }>(DOCUMENTS, [userId, from.toISOString(), until.toISOString(), after?.at ?? null, after?.id ?? null, size])
    for (const { content } of page) documents.push(returnDocument(content))
    const last = page.at(-1)
    if (!last || page.length < size) return documents
    after = { id: last.id, at: last.at }
  }
}
