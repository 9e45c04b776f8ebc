import type { BookEntry } from '#domain/accounts/book-entry.ts'
import type { Method } from '#domain/accounts/money-movement.ts'
import { toPaise } from '#domain/money/money.ts'
import type { CalendarDay } from '#domain/time/calendar-day.ts'

/** What private.account_entries answers for an entry. Rupees. */
export type EntryContent =
  | { kind: 'transfer'; courier: string; reference: string; received_on: CalendarDay; received: number; charges: number; booked: number }
  | { kind: 'settlement'; courier: string; reference: string; amount: number; method: Method; order_number: number | null }
  | { kind: 'credit'; amount: number; reason: string; name: string | null }

export function bookEntry({ id, at, content }: { id: string; at: string; content: EntryContent }): BookEntry {
  if (content.kind === 'credit') return { id, at, ...content, amount: toPaise(content.amount) }
  const { courier, reference } = content
  if (content.kind === 'settlement') {
    const { kind, amount, method, order_number } = content
    return { id, at, kind, courier, reference, amount: toPaise(amount), method, orderNumber: order_number }
  }
  const { kind, received_on, received, charges, booked } = content
  return { id, at, kind, courier, reference, receivedOn: received_on, received: toPaise(received), charges: toPaise(charges), booked: toPaise(booked) }
}
