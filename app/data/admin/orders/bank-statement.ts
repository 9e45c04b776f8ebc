/** A bank statement compared with the payments that the shop waits for, and its receipts booked (docs/decisions/0092-bank-statements.md). */
import type { OpenPayment } from '#domain/bank-statement/match.ts'
import type { Receipt } from '#domain/bank-statement/read-statement.ts'
import { toDecimal, toPaise } from '#domain/money/money.ts'
import * as say from '#words/admin-bank-statement.ts'
import { detailOf } from '../../api/error-detail.ts'
import { loadSupabase } from '../../api/supabase.ts'

/** The most open payments that are compared. */
const MOST_OPEN = 5000

export type BookedOrder = { order_id: string; order_number: number }
/** `booked`: by the place of the receipt. `tooMany`: more payments are open than were compared. */
export type StatementFacts = { open: OpenPayment[]; booked: Map<number, BookedOrder>; tooMany: boolean }

const lineOf = ({ day, amount, narration, references, nth }: Receipt) => ({ day, amount: toDecimal(amount), narration, references, nth })

export async function fetchStatementFacts(receipts: readonly Receipt[]): Promise<StatementFacts> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('bank_statement_facts', { p_lines: receipts.map(lineOf) })
  if (error) throw new Error(say.readFailed, { cause: error })
  return {
    open: data.open.map((payment) => ({ ...payment, amount: toPaise(payment.amount) })),
    booked: new Map(data.booked.map(({ at, ...order }) => [at, order])),
    tooMany: data.open.length === MOST_OPEN,
  }
}

export type Booking = { receipt: Receipt; payment: OpenPayment }
/** `stale`: what the screen shows is no longer so. */
export type BookResult = { ok: true; booked: number } | { ok: false; message: string; stale: boolean }

const STALE = new Set(['ORDER_CHANGED', 'PAYMENT_NOT_AWAITED', 'LINE_BOOKED', 'PAYMENT_NOT_FOUND'])

/** All of them or none. Sent again after a failed connection it books nothing twice. */
export async function bookReceipts(bookings: readonly Booking[]): Promise<BookResult> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('book_receipts', {
    p_receipts: bookings.map(({ receipt, payment }) => ({ ...lineOf(receipt), payment: payment.payment_id, version: payment.version })),
  })
  if (!error) return { ok: true, booked: data }
  const { code, order } = detailOf(error.details)
  return { ok: false, message: say.refused[String(code)]?.(String(order)) ?? say.notBooked, stale: STALE.has(String(code)) }
}
