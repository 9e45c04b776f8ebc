import { listed } from './listed.ts'
import type { Listed } from './listed.ts'
import type { ReturnDocument } from './return-document.ts'
import { documentsOf } from './sections.ts'

/** Table 9B: credit notes to registered buyers (CDNR) and for invoices of table 5 (CDNUR), including invoices of an earlier month. Amounts positive. */
export function table9b(documents: readonly ReturnDocument[]): { registered: Listed[]; unregistered: Listed[] } {
  return { registered: listed(documentsOf(documents, 'cdnr')), unregistered: listed(documentsOf(documents, 'cdnur')) }
}
