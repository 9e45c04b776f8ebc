import type { AnswerRow } from '#domain/einvoice/answer-file.ts'
import type { Problem } from '#domain/einvoice/problems.ts'
import { loadSupabase } from '../../api/supabase.ts'
import { refusedAnswer } from '../../api/refused-answer.ts'

/** A document that needs an IRN (docs/decisions/0095-e-invoices-and-e-way-bills.md). `value` in rupees. */
export type EInvoice = {
  document_id: string
  order_id: string
  serial: string
  issued_at: string
  note: boolean
  gstin: string
  name: string
  value: number
  /** from then on the portal takes it no more from a shop above ₹10 crore */
  report_until: string
  problems: Problem[]
  irn: string | null
  ack_no: string | null
  ack_at: string | null
  cancelled_at: string | null
}
export type EInvoices = { above_five_crore: boolean; documents: EInvoice[] }
export type PortalFile = { filename: string; invoices: object[]; left: string[] }

/** @param month '2026-11' */
export async function fetchEInvoices(month: string): Promise<EInvoices> {
  return (await ask('e-invoices', { month, format: 'list' })) as EInvoices
}

/** The file for the portal. @param serials null: every document of the month that has no IRN */
export async function fetchPortalFile(month: string, serials: readonly string[] | null): Promise<PortalFile> {
  return (await ask('e-invoices', { month, format: 'json', serials })) as PortalFile
}

export type RecordedRow = { number: string; result: string }

/** The server takes a hundred rows at once. */
const AT_ONCE = 100

/** Sends what the portal answered, in parts. @returns what became of each row */
export async function recordEInvoices(rows: readonly AnswerRow[]): Promise<RecordedRow[]> {
  const results: RecordedRow[] = []
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const part = rows
      .slice(at, at + AT_ONCE)
      .map(({ number, irn, ackNo, ackAt, signedQr }) => ({ number, irn, ack_no: ackNo, ack_date: ackAt, signed_qr: signedQr }))
    results.push(...((await ask('record-e-invoices', { rows: part })) as { results: RecordedRow[] }).results)
  }
  return results
}

/** @param at '2026-11-22T14:05', in Indian time. @returns the code of the answer */
export async function cancelEInvoice(documentId: string, at: string, reason: string): Promise<string> {
  const client = await loadSupabase()
  const { data, error } = await client.functions.invoke<{ code: string }>('cancel-e-invoice', {
    body: { document_id: documentId, cancelled_at: at, reason },
  })
  if (!error && data) return data.code
  const body = (await refusedAnswer(error))?.body
  const code: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : null
  if (typeof code === 'string') return code
  throw new Error(error instanceof Error ? error.message : String(error), { cause: error })
}

async function ask(name: string, body: object): Promise<unknown> {
  const client = await loadSupabase()
  const { data, error } = await client.functions.invoke<unknown>(name, { body })
  if (error) throw new Error(error instanceof Error ? error.message : String(error), { cause: error })
  return data
}
