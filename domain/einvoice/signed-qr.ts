/** What the portal signed into a QR code. `irn` in lower case, `total` in rupees. */
export type SignedQr = {
  sellerGstin: string
  buyerGstin: string
  number: string
  type: string
  /** DD/MM/YYYY */
  day: string
  total: number
  irn: string
}

/** A signed QR code has about 1,000 characters; more than this does not fit into a code that a printed page can hold. */
export const MOST_QR = 2000
const SHAPE = /^[\w-]{10,}\.[\w-]{40,}\.[\w-]{40,}$/

/**
 * Reads the payload of a signed QR code: a JSON Web Token whose `data` is JSON, as text. Null for anything else. The signature
 * is not verified: that needs the portal's public key, which changes (docs/decisions/0095-e-invoices-and-e-way-bills.md).
 */
export function readSignedQr(token: string): SignedQr | null {
  if (token.length > MOST_QR || !SHAPE.test(token)) return null
  const data = objectOf(objectOf(decode(token.split('.')[1] ?? ''))?.['data'])
  if (!data) return null
  const text = (name: string): string => (typeof data[name] === 'string' ? data[name].trim() : '')
  const total = Number(data['TotInvVal'])
  if (!Number.isFinite(total)) return null
  return {
    sellerGstin: text('SellerGstin'),
    buyerGstin: text('BuyerGstin'),
    number: text('DocNo'),
    type: text('DocTyp'),
    day: text('DocDt'),
    total,
    irn: text('Irn').toLowerCase(),
  }
}

function decode(part: string): string {
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return ''
  }
}

/** An object, or the object in a JSON text. */
function objectOf(value: unknown): Record<string, unknown> | null {
  if (typeof value === 'string') {
    try {
      return objectOf(JSON.parse(value) as object | null)
    } catch {
      return null
    }
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
}
