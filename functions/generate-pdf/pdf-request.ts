/** `creditNote` reverses an issued invoice (docs/rules.md#documents-of-an-order). */
export const DOCUMENT_TYPES = ['invoice', 'packingSlip', 'creditNote'] as const

/** Without `copies`, customers get the original and staff all marked copies. */
export type PdfRequest = { type: 'store' | 'download'; orderId: string; documentType: (typeof DOCUMENT_TYPES)[number]; copies: 'original' | 'all' | null }

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The body of generate-pdf, or a sentence that says what is wrong with it. */
export function checkPdfRequest(body: Record<string, unknown> | null): { ok: true; request: PdfRequest } | { ok: false; error: string } {
  if (!body) return { ok: false, error: 'A JSON object is required' }
  const { type, orderId, copies = null } = body
  const documentType = DOCUMENT_TYPES.find((known) => known === body['documentType'])
  if (type !== 'store' && type !== 'download') return { ok: false, error: "type must be 'store' or 'download'" }
  if (!documentType) return { ok: false, error: "documentType must be 'invoice', 'packingSlip' or 'creditNote'" }
  if (copies !== null && copies !== 'original' && copies !== 'all') return { ok: false, error: "copies must be 'original' or 'all'" }
  // The id becomes part of a storage key, so nothing but a UUID may pass.
  if (typeof orderId !== 'string' || !UUID.test(orderId.toLowerCase())) return { ok: false, error: 'orderId must be the id of an order' }
  return { ok: true, request: { type, orderId: orderId.toLowerCase(), documentType, copies } }
}
