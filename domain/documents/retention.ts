import { indianCalendar } from '../time/dates.ts'

const ACCEPTED = new Set(['processing', 'shipped', 'delivered'])
const INDIA_OFFSET_MS = (5 * 60 + 30) * 60_000

/**
 * From when a document issued at this moment is no longer kept (CGST s.36): 72 months after the annual return of its
 * financial year was due, which is the 31 December that follows it. Issued in November 2026: from 1 January 2034, Indian
 * time. The database erases by the same rule (`private.documents_kept_from`).
 */
export function keptUntil(issued: Date): Date {
  const { year, month } = indianCalendar(issued)
  const yearEnds = month >= 4 ? year + 1 : year
  return new Date(Date.UTC(yearEnds + 7, 0, 1) - INDIA_OFFSET_MS)
}

/** Accepting issued its invoice, and there is none: it was erased. No proforma takes its place. */
export function isNoLongerKept(order: { status: string; documents: readonly unknown[] }): boolean {
  return order.documents.length === 0 && ACCEPTED.has(order.status)
}
