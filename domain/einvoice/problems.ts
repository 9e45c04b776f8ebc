import { checkGstin } from '../addresses/gstin.ts'
import { readFacts } from '../documents/frozen-charges.ts'
import type { DocumentFacts, DocumentFactsV1 } from '../documents/invoice-rows.ts'
import { RATES } from '../gstr1/warnings.ts'
import { indianCalendar } from '../time/dates.ts'
import { portalItems } from './items.ts'
import { pinNumber, portalText } from './portal-text.ts'

/** Why the portal would refuse a document. What is frozen cannot be corrected: the document is reported by hand, or taken back and issued again. */
export const PROBLEMS = [
  /** its number, or that of the invoice that it takes back, is of a series that begins with 0 */
  'SERIAL',
  'SELLER_GSTIN',
  /** the GSTIN's State is not the one that the shop sells from */
  'SELLER_STATE',
  'SELLER_ADDRESS',
  'BUYER_GSTIN',
  /** delivered to another State than the buyer's GSTIN: the portal wants the registered address, which the shop does not know */
  'BUYER_STATE',
  'BUYER_ADDRESS',
  'HSN_MISSING',
  /** fewer than the six digits that are required above ₹5 crore */
  'HSN_SHORT',
  'RATE_UNLISTED',
  /** a charge whose rates cannot be separated */
  'CHARGE_MIXED',
  'TOO_MANY_ITEMS',
] as const
export type Problem = (typeof PROBLEMS)[number]

/** Numbers of documents as INV-01 takes them. */
const SERIAL = /^[A-Z1-9][A-Z0-9/-]{0,15}$/

/** The portal's limit for one document. */
export const MOST_ITEMS = 1000

export function problemsOf(frozen: DocumentFacts | DocumentFactsV1): Problem[] {
  const facts = readFacts(frozen)
  const { seller, order, serial, reverses } = facts
  const { items } = portalItems(facts)
  const found: Record<Problem, boolean> = {
    SERIAL: !SERIAL.test(serial) || (reverses !== null && !SERIAL.test(reverses.serial)),
    SELLER_GSTIN: !checkGstin(seller.gstin ?? '').ok,
    SELLER_STATE: (seller.gstin ?? '').slice(0, 2) !== order.seller_state,
    SELLER_ADDRESS:
      isShort(seller.legal_name || seller.store_name) || seller.address.trim() === '' || isShort(seller.city) || pinNumber(seller.pincode) === null,
    BUYER_GSTIN: !checkGstin(order.gstin ?? '').ok,
    BUYER_STATE: (order.gstin ?? '').slice(0, 2) !== order.place_of_supply,
    BUYER_ADDRESS: isShort(order.company_name ?? order.full_name) || order.address.trim() === '' || isShort(order.city) || pinNumber(order.pincode) === null,
    HSN_MISSING: items.some(({ hsn }) => hsn === ''),
    HSN_SHORT: items.some(({ hsn }) => hsn !== '' && !/^(\d{6}|\d{8})$/.test(hsn)),
    RATE_UNLISTED: items.some(({ rate }) => rate !== null && !RATES.has(rate)),
    CHARGE_MIXED: items.some(({ rate }) => rate === null),
    TOO_MANY_ITEMS: items.length > MOST_ITEMS,
  }
  return PROBLEMS.filter((problem) => found[problem])
}

const isShort = (text: string) => portalText(text, 100).length < 3

const INDIA_OFFSET_MS = (5 * 60 + 30) * 60_000

/** The moment from which the portal no longer takes a document of a shop above ₹10 crore: 30 days with the day of issue, in India. */
export function reportUntil(issued: string): Date {
  const { year, month, day } = indianCalendar(issued)
  return new Date(Date.UTC(year, month - 1, day + 30) - INDIA_OFFSET_MS)
}
