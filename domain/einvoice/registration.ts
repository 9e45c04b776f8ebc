import { readFacts } from '../documents/frozen-charges.ts'
import type { DocumentFacts, DocumentFactsV1 } from '../documents/invoice-rows.ts'
import { documentAmounts, termsOf } from '../documents/invoice-amounts.ts'
import { toPaise } from '../money/money.ts'
import { documentType, needsIrn } from './inv01.ts'
import { slashedDay } from './portal-text.ts'
import { readSignedQr } from './signed-qr.ts'

/** What the portal answered for one document, as it is typed or read from its file. */
export type Registration = {
  irn: string
  ackNo: string
  /** a moment */
  ackAt: string
  signedQr: string
}

export type RegistrationError = 'NOT_DUE' | 'WRONG_IRN' | 'QR_UNREADABLE' | 'QR_OTHER_DOCUMENT'

const IRN = /^[0-9a-f]{64}$/
const ACK = /^\d{8,20}$/

/** Null where the form is wrong: then nothing is compared. */
export function checkRegistration(irn: string, ackNo: string, ackAt: string, signedQr: string): Registration | null {
  const checked = { irn: irn.trim().toLowerCase(), ackNo: ackNo.trim(), ackAt: readAckTime(ackAt) ?? '', signedQr: signedQr.trim() }
  return IRN.test(checked.irn) && ACK.test(checked.ackNo) && checked.ackAt !== '' ? checked : null
}

/**
 * '2026-11-22 14:05:00' (the portal's), '22-11-2026 14:05:00', '22/11/2026 02:05:00 PM' or '2026-11-22T14:05': Indian time → a moment. The
 * seconds may be missing. Null for anything else.
 */
export function readAckTime(text: string): string | null {
  const found = /^(\d{4}-\d{2}-\d{2}|\d{2}[-/]\d{2}[-/]\d{4})[ T](\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d{1,3})?(?: ([AP]M))?$/i.exec(text.trim())
  if (!found) return null
  const [, day = '', hour = '', minute = '', second = '00', half] = found
  const [a = '', b = '', c = ''] = day.split(/[-/]/)
  const [year, month, date] = a.length === 4 ? [a, b, c] : [c, b, a]
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0)
  const moment = new Date(`${year}-${month}-${date}T${String(hours).padStart(2, '0')}:${minute}:${second}+05:30`)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

/**
 * Whether an answer of the portal is about this document; null: it is.
 *
 * @param irn of the document, the SHA-256 of `irnText`
 */
export function registrationError(frozen: DocumentFacts | DocumentFactsV1, irn: string, answer: Registration): RegistrationError | null {
  const facts = readFacts(frozen)
  if (!needsIrn(facts)) return 'NOT_DUE'
  if (answer.irn !== irn) return 'WRONG_IRN'
  const qr = readSignedQr(answer.signedQr)
  if (!qr) return 'QR_UNREADABLE'
  const { seller, order, serial, issued_at } = facts
  const same =
    qr.irn === irn &&
    qr.sellerGstin === seller.gstin &&
    qr.buyerGstin === order.gstin &&
    qr.number.toUpperCase() === serial.toUpperCase() &&
    qr.type === documentType(facts) &&
    qr.day === slashedDay(issued_at) &&
    toPaise(qr.total) === documentAmounts(order, facts.items, termsOf(facts)).total
  return same ? null : 'QR_OTHER_DOCUMENT'
}
