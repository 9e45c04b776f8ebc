import type { DocumentFacts, DocumentFactsV1 } from '#domain/documents/invoice-rows.ts'
import type { Period } from '#domain/gstr1/period.ts'
import type { Query } from '#postgres/statement.ts'

/** Documents per statement: a page is a few hundred kB, of which a tenth remains in memory. */
const PAGE = 200

const DOCUMENTS = 'select id, at, content from private.gst_documents($1, $2, $3, $4, $5, $6)'

type Row = { id: string; at: string; content: DocumentFacts | DocumentFactsV1 }

/**
 * The documents that were issued in a period, oldest first, each reduced by `read` before the next page is read. Throws the database's 42501
 * without the permission.
 */
export async function readDocuments<T>(
  query: Query,
  userId: string,
  { from, until }: Pick<Period, 'from' | 'until'>,
  read: (content: Row['content'], id: string) => T,
  size = PAGE,
): Promise<T[]> {
  const documents: T[] = []
  let after: { id: string; at: string } | null = null
  for (;;) {
    const page: Row[] = await query<Row>(DOCUMENTS, [userId, from.toISOString(), until.toISOString(), after?.at ?? null, after?.id ?? null, size])
    for (const { id, content } of page) documents.push(read(content, id))
    const last = page.at(-1)
    if (!last || page.length < size) return documents
    after = { id: last.id, at: last.at }
  }
}
