/** The documents of many orders, rendered by the server in parts and joined to as few PDFs as possible (docs/decisions/0088-print-jobs.md). */
import * as say from '#words/admin-printing.ts'
import type { InvoiceCopies } from '../../orders/invoice.ts'
import { pdfFromBase64 } from '../../orders/invoice.ts'
import { refusedAnswer } from '../../api/refused-answer.ts'
import { loadSupabase } from '../../api/supabase.ts'

/** The same limits as in functions/print-documents: orders in one file. */
export const MOST_DOCUMENTS = 500
const MOST_WITH_COPIES = 150
/** Orders of one step of the progress; a list that is not longer needs no steps. */
const STEP = 25
/** How often a step is repeated while the renderer is busy. */
const TRIES = 4

export type PrintedType = 'packingSlip' | 'invoice' | 'label' | 'pickList'
export type LabelForm = 'thermal' | 'a4'
/** `copies` of each invoice, `labels`: the form of the labels, `shipmentId`: of one parcel of one order. */
export type PrintOptions = { documentType: PrintedType; copies: InvoiceCopies; labels: LabelForm; shipmentId?: string }
export type Missing = { orderId: string; reason: string }
/** `missing`: orders without such a document, with the reason; `files` is empty when none of them has one. */
export type Printed = { ok: true; files: Blob[]; missing: Missing[] } | { ok: false; message: string }
/** `onProgress`: how many orders are prepared. `signal` ends it before the next step. */
export type PrintRun = { onProgress?: (done: number) => void; signal?: AbortSignal }

export async function printDocuments(orderIds: readonly string[], options: PrintOptions, { onProgress, signal }: PrintRun = {}): Promise<Printed> {
  const { documentType, copies } = options
  const inSteps = (documentType === 'invoice' || documentType === 'packingSlip') && orderIds.length > STEP
  try {
    if (inSteps) {
      for (let from = 0; from < orderIds.length; from += STEP) {
        signal?.throwIfAborted()
        await request(orderIds.slice(from, from + STEP), { ...options, prepare: true }, signal)
        onProgress?.(Math.min(from + STEP, orderIds.length))
      }
    }
    const files: Blob[] = []
    const missing: Missing[] = []
    const inOneFile = documentType === 'invoice' && copies !== 'original' ? MOST_WITH_COPIES : MOST_DOCUMENTS
    for (let from = 0; from < orderIds.length; from += inOneFile) {
      signal?.throwIfAborted()
      const made = await request(orderIds.slice(from, from + inOneFile), options, signal)
      if (made.pdf !== null) files.push(new Blob([pdfFromBase64(made.pdf)], { type: 'application/pdf' }))
      missing.push(...made.missing)
    }
    return { ok: true, files, missing }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}

type Answer = { pdf: string | null; missing: Missing[] }

/** One request, repeated while the renderer is busy with others' documents. @throws Error with the server's sentence, or when it is aborted */
async function request(orderIds: readonly string[], options: PrintOptions & { prepare?: true }, signal: AbortSignal | undefined): Promise<Answer> {
  const client = await loadSupabase()
  for (let left = TRIES; ;) {
    signal?.throwIfAborted()
    const { data, error } = await client.functions.invoke<Answer>('print-documents', { body: { orderIds, ...options } })
    if (data && !error) return data
    const refused = await refusedAnswer(error)
    left -= 1
    if (refused?.status !== 503 || left === 0) throw new Error(sentenceOf(refused?.body) ?? say.noAnswer)
    await pause(3000, signal)
  }
}

function sentenceOf(body: unknown): string | null {
  const sentence: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'error') : null
  return typeof sentence === 'string' ? sentence : null
}

/** @param time in milliseconds */
function pause(time: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, time)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason instanceof Error ? signal.reason : new Error(say.stopped))
    })
  })
}
