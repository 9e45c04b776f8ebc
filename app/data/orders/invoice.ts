import * as say from '#words/orders.ts'
import { refusedAnswer } from '../api/refused-answer.ts'
import { loadSupabase } from '../api/supabase.ts'

export type DocumentType = 'invoice' | 'packingSlip' | 'creditNote'
/** `pair`: original and duplicate; only the shop has the marked copies. */
export type InvoiceCopies = 'original' | 'pair' | 'all'
/** `fileId`: which of several documents of the order; the latest by default. */
export type PdfChoice = { copies?: InvoiceCopies | undefined; fileId?: string | undefined }
type PdfResult = { ok: true; pdf: Blob } | { ok: false; message: string }

/** Decodes base64 text to the bytes of a PDF. Throws when it is not a PDF. */
export function pdfFromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.trim())
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  if (!binary.startsWith('%PDF-')) throw new Error('The answer is not a PDF')
  return bytes
}

/** Fetches a document from `generate-pdf`; without `copies` in those that the caller has by default. With the messages of docs/rules.md#fixed-texts. */
export async function fetchPdf(orderId: string, documentType: DocumentType = 'invoice', { copies, fileId }: PdfChoice = {}): Promise<PdfResult> {
  try {
    const client = await loadSupabase()
    const { data, error } = await client.functions.invoke<unknown>('generate-pdf', { body: { type: 'download', orderId, documentType, copies, fileId } })
    if (error) return { ok: false, message: say.callFailed(await reasonOf(error)) }
    return readPdfAnswer(data)
  } catch (error) {
    return { ok: false, message: say.generateFailed[documentType](error instanceof Error ? error.message : String(error)) }
  }
}

export function readPdfAnswer(data: unknown): PdfResult {
  if (data === null || data === undefined) return { ok: false, message: say.noData }
  if (typeof data === 'object' && 'success' in data && data.success === false) {
    return { ok: false, message: 'error' in data && typeof data.error === 'string' ? data.error : say.functionFailed }
  }
  if (typeof data !== 'string' || data.trim() === '') return { ok: false, message: say.invalidData }
  try {
    return { ok: true, pdf: new Blob([pdfFromBase64(data)], { type: 'application/pdf' }) }
  } catch (error) {
    return { ok: false, message: say.processingFailed(error instanceof Error ? error.message : String(error)) }
  }
}

/** The function's own message, when it responded at all. */
async function reasonOf(failure: { message: string; context?: unknown }): Promise<string> {
  const body = (await refusedAnswer(failure))?.body
  if (typeof body === 'object' && body !== null) {
    for (const name of ['error', 'message']) {
      const text: unknown = Reflect.get(body, name)
      if (typeof text === 'string' && text !== '') return text
    }
  }
  return failure.message
}

/** Saves a file through the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
