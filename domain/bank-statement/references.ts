/** What a line of a statement says about its payment: references of the bank, and names of orders. */
import { asciiDigits } from '../product-import/read-number.ts'

/** The references of a line, the one to record first, at most six. */
export function referencesOf(reference: string, narration: string): string[] {
  const cell = cellReference(reference)
  const text = narration.toUpperCase()
  const twelve = text.match(/(?<!\d)\d{12}(?!\d)/g) ?? []
  const long = (text.match(/[A-Z0-9]+/g) ?? []).filter(isTransferReference)
  // twelve digits in a narration are a UPI reference where it names such a payment; elsewhere they may be the payer's account
  const isInstant = /(?<![A-Z])(UPI|IMPS|MMT|RRN|P2A|P2M|P2V)(?![A-Z])/.test(text)
  const ordered = [
    ...(cell !== null && /^\d{12}$/.test(cell) ? [cell] : []),
    ...(isInstant ? [...twelve, ...long] : [...long, ...twelve]),
    ...(cell !== null ? [cell] : []),
  ]
  return [...new Set(ordered)].slice(0, 6)
}

/** HDFC fills a reference with zeros to 16 digits, Kotak writes `UPI-` before it. A cheque's number is too short to be one. */
function cellReference(cell: string): string | null {
  const text = asciiDigits(cell.slice(0, 60))
    .toUpperCase()
    .replace(/^(UPI|IMPS|NEFT|RTGS)[-/ ]*/, '')
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^0+/, '')
  return /^[A-Z0-9]{8,35}$/.test(text) && digitsIn(text) >= 6 ? text : null
}

const digitsIn = (text: string): number => text.replace(/\D/g, '').length

/** The UTR of NEFT and RTGS: the bank's four letters, then 12 or 18 more characters. */
const isTransferReference = (word: string): boolean => (word.length === 16 || word.length === 22) && /^[A-Z]{4}/.test(word) && digitsIn(word) >= 8

/**
 * `numbers`: what may be an order number; `ids`: the first eight characters of an order's id, or all 32 (the `tr` of a UPI link, which ends in `d` and a
 * number for the difference of a paid order).
 */
export type NamedOrders = {
  numbers: number[]
  ids: string[]
  /** written as an order: 'order 482-715', '482-715', '#7f3c9a2e' */ explicit: (number | string)[]
}

const NUMBER = /(?<!\d)([1-9]\d{2,5})([- ]?)(\d{3})(?!\d)/g
const ID = /(?<![0-9a-z])([0-9a-f]{8}|[0-9a-f]{32})(?:d\d{1,2})?(?![0-9a-z])/g

/** The orders that a narration may name. An explicit one counts for any amount, another only where the amount is the order's. */
export function ordersNamedIn(narration: string): NamedOrders {
  const text = asciiDigits(narration).toLowerCase()
  const named: NamedOrders = { numbers: [], ids: [], explicit: [] }
  for (const match of text.matchAll(NUMBER)) {
    const number = Number(`${match[1] ?? ''}${match[3] ?? ''}`)
    named.numbers.push(number)
    if (match[2] === '-' || followsOrder(text, match.index)) named.explicit.push(number)
  }
  for (const match of text.matchAll(ID)) {
    const id = match[1] ?? ''
    named.ids.push(id)
    if (id.length === 32 || followsOrder(text, match.index) || text[match.index - 1] === '#') named.explicit.push(id)
  }
  return named
}

const followsOrder = (text: string, at: number): boolean => /order[^a-z0-9]{0,3}((no|number)[^a-z0-9]{0,3})?$/.test(text.slice(Math.max(0, at - 20), at))
