import { indianCalendar } from '../time/dates.ts'

const ACCEPTED = new Set(['processing', 'shipped', 'delivered'])
const INDIA_OFFSET_MS = (5 * 60 + 30) * 60_000

/**
 * The moment from which a document issued at `issued` is no longer kept (CGST s.36): 72 months after the due date of the annual
 * return of its financial year, which is the following 31 December. Issued in November 2026: from 1 January 2034, Indian
 * time. The database erases documents by the same rule (`private.documents_kept_from`).
 */
export function keptUntil(issued: Date): Date {
  const { year, month } = indianCalendar(issued)
  const yearEnds = month >= 4 ? year + 1 : year
  return new Date(Date.UTC(yearEnds + 7, 0, 1) - INDIA_OFFSET_MS)
}

/**
 * The moment from which a credit note for an invoice issued at `issued` can lower no tax any more (CGST s.34): after 30 November following
 * its financial year.
 */
export function noteUntil(issued: Date): Date {
  const { year, month } = indianCalendar(issued)
  return new Date(Date.UTC(month >= 4 ? year + 1 : year, 11, 1) - INDIA_OFFSET_MS)
}

/** An accepted order always had an invoice, if not one for each parcel; without one, it was erased. No proforma replaces it. */
export function isNoLongerKept(order: { status: string; invoice_per_parcel?: boolean; documents: readonly unknown[] }): boolean {
  return order.documents.length === 0 && ACCEPTED.has(order.status) && !(order.status === 'processing' && order.invoice_per_parcel === true)
}
