import * as v from 'valibot'
import { checkBody, fieldsOf, uuid } from '../check-body.ts'

/** `creditNote` reverses an issued invoice (docs/rules.md#documents-of-an-order). */
export const DOCUMENT_TYPES = ['invoice', 'packingSlip', 'creditNote'] as const

/** What can be printed of an invoice: `pair` is the original and the duplicate for the transporter. */
export const PRINTED_COPIES = ['original', 'pair', 'all'] as const
export type PrintedCopies = (typeof PRINTED_COPIES)[number]

const REQUEST = fieldsOf({
  type: v.picklist(['store', 'download'], "type must be 'store' or 'download'"),
  documentType: v.picklist(DOCUMENT_TYPES, "documentType must be 'invoice', 'packingSlip' or 'creditNote'"),
  /** Without `copies`, customers get the original and staff all marked copies. */
  copies: v.nullish(v.picklist(PRINTED_COPIES, "copies must be 'original', 'pair' or 'all'"), null),
  /** Of several invoices or credit notes of an order; without it the latest. */
  fileId: v.nullish(v.pipe(uuid('fileId must be the id of a document'), v.toLowerCase()), null),
  // The id becomes part of a storage key, so nothing but a UUID may pass.
  orderId: v.pipe(uuid('orderId must be the id of an order'), v.toLowerCase()),
})

export type PdfRequest = v.InferOutput<typeof REQUEST>

/** The body of generate-pdf, or a sentence that says what is wrong with it. */
export function checkPdfRequest(body: Record<string, unknown> | null): { ok: true; request: PdfRequest } | { ok: false; error: string } {
  const checked = checkBody(REQUEST, body)
  return checked.ok ? { ok: true, request: checked.body } : { ok: false, error: Object.values(checked.fields)[0] ?? '' }
}
