import type { Period } from '#domain/gstr1/period.ts'
import type { Query } from '#postgres/statement.ts'

const CANCELLED = 'select serial from private.cancelled_e_invoices($1, $2, $3)'

/**
 * The numbers whose IRN was cancelled, of the documents of a period and of the invoices that they reverse (domain/gstr1/void-documents.ts). Throws
 * the database's 42501 without the permission.
 */
export async function readCancelled(query: Query, userId: string, { from, until }: Pick<Period, 'from' | 'until'>): Promise<ReadonlySet<string>> {
  const rows = await query<{ serial: string }>(CANCELLED, [userId, from.toISOString(), until.toISOString()])
  return new Set(rows.map(({ serial }) => serial))
}
