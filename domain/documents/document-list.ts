import { formatDocumentDay } from '../time/dates.ts'
import { readFacts } from './frozen-charges.ts'
import { documentAmounts } from './invoice-amounts.ts'
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
}

/** The issued documents of an order, oldest first. Empty where each kind was issued once: then the usual buttons are enough. */
export function documentList(documents: readonly DocumentRow[]): ListedDocument[] {
  const files = (kind: string) => new Set(documents.filter((document) => document.kind === kind).map(({ file_id }) => file_id)).size
  if (files('invoice') < 2 && files('credit_note') < 2) return []
  return documents
    .flatMap(({ content, kind, serial, issued_at, file_id = '' }) => {
      if (!content) return []
      const { form, order, items, scope, seller, invoiced, reverses } = readFacts(content)
      const terms = { interState: order.place_of_supply !== order.seller_state, scope, registered: seller.gstin !== null, invoiced }
      const type = kind === 'invoice' ? ('invoice' as const) : ('creditNote' as const)
      const listed = { serial, type, form, date: formatDocumentDay(issued_at), total: documentAmounts(order, items, terms).total, fileId: file_id }
      return [{ at: new Date(issued_at).getTime(), listed: { ...listed, against: reverses?.serial ?? null } }]
    })
    .sort((a, b) => a.at - b.at)
    .map(({ listed }) => listed)
}
