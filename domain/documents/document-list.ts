import { formatDocumentDay } from '../time/dates.ts'
import { readFacts } from './frozen-charges.ts'
import { documentAmounts, termsOf } from './invoice-amounts.ts'
import type { DocumentForm, DocumentRow } from './invoice-rows.ts'
import type { Paise } from '../money/money.ts'

export type ListedDocument = {
  serial: string
  type: 'invoice' | 'creditNote'
  form: DocumentForm
  /** '5 Nov 2026' */
  date: string
  total: Paise
  fileId: string
  /** the number of the invoice that a credit note is against */
  against: string | null
  /** the number of the parcel that it is for; null: of the order */
  parcel: number | null
}

/** The issued documents of an order, oldest first. Empty where each kind was issued once: then the usual buttons are enough. */
export function documentList(documents: readonly DocumentRow[]): ListedDocument[] {
  const files = (kind: string) => new Set(documents.filter((document) => document.kind === kind).map(({ file_id }) => file_id)).size
  if (files('invoice') < 2 && files('credit_note') < 2) return []
  return documents
    .flatMap(({ content, kind, serial, issued_at, file_id = '' }) => {
      if (!content) return []
      const facts = readFacts(content)
      const { form, order, items, reverses, parcel = null } = facts
      const type = kind === 'invoice' ? ('invoice' as const) : ('creditNote' as const)
      const listed = {
        serial,
        type,
        form,
        date: formatDocumentDay(issued_at),
        total: documentAmounts(order, items, termsOf(facts)).total,
        fileId: file_id,
        parcel,
      }
      return [{ at: new Date(issued_at).getTime(), listed: { ...listed, against: reverses?.serial ?? null } }]
    })
    .sort((a, b) => a.at - b.at)
    .map(({ listed }) => listed)
}
