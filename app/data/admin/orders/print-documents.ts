/** The documents of many orders in one PDF that the server renders. */
import * as say from '#words/admin-printing.ts'
import type { InvoiceCopies } from '../../orders/invoice.ts'
import { pdfFromBase64 } from '../../orders/invoice.ts'
import { refusedAnswer } from '../../api/refused-answer.ts'
import { loadSupabase } from '../../api/supabase.ts'

/** The same limit as in functions/print-documents. */
export const MOST_DOCUMENTS = 50

export type PrintedType = 'packingSlip' | 'invoice' | 'label' | 'pickList'
export type LabelForm = 'thermal' | 'a4'
/** `copies` of each invoice, `labels`: the form of the labels. */
export type PrintOptions = { documentType: PrintedType; copies: InvoiceCopies; labels: LabelForm }
export type Missing = { orderId: string; reason: string }
/** `missing`: orders without such a document, with the reason; `pdf` is null when none of them has one. */
export type Printed = { ok: true; pdf: Blob | null; missing: Missing[] } | { ok: false; message: string }

export async function printDocuments(orderIds: readonly string[], options: PrintOptions): Promise<Printed> {
  if (orderIds.length > MOST_DOCUMENTS) return { ok: false, message: say.tooMany(MOST_DOCUMENTS) }
  try {
    const client = await loadSupabase()
    const { data, error } = await client.functions.invoke<{ pdf: string | null; missing: Missing[] }>('print-documents', { body: { orderIds, ...options } })
    if (error || !data) return { ok: false, message: await reasonOf(error) }
    return { ok: true, pdf: data.pdf === null ? null : new Blob([pdfFromBase64(data.pdf)], { type: 'application/pdf' }), missing: data.missing }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}

/** The function's own message, when it responded at all. */
async function reasonOf(failure: unknown): Promise<string> {
  const body = (await refusedAnswer(failure))?.body
  const sentence = typeof body === 'object' && body !== null ? Reflect.get(body, 'error') : null
  return typeof sentence === 'string' ? sentence : say.noAnswer
}
