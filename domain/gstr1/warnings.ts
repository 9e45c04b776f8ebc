import { checkGstin } from '../addresses/gstin.ts'
import type { Tables } from './tables.ts'
import { keptUntil, noteUntil } from '../documents/retention.ts'
import type { Period } from './period.ts'
import type { ReturnDocument } from './return-document.ts'

export type WarningCode =
  /** the settings have no GSTIN, so there is no return to file */
  | 'SELLER_GSTIN_MISSING'
  | 'SELLER_GSTIN_INVALID'
  /** documents of the month that were issued under another GSTIN, or under none, and are not in this return */
  | 'OTHER_SELLER'
  | 'BUYER_GSTIN_INVALID'
  /** the buyer's GSTIN and the place of supply are of different States (docs/india.md#place-of-supply) */
  | 'STATE_MISMATCH'
  | 'HSN_MISSING'
  /** fewer digits than the turnover requires: 4 up to ₹5 crore, 6 above */
  | 'HSN_SHORT'
  /** a rate that the portal does not accept */
  | 'RATE_UNLISTED'
  /** the rates of a charge could not be separated: its tax is counted at the highest rate of the goods */
  | 'DELIVERY_MIXED'
  | 'SERIES_GAP'
  /** a note after 30 November following the financial year of its invoice: it lowers no tax any more (CGST s.34) */
  | 'NOTE_TOO_LATE'
  /** more was reversed than sold: the portal accepts it, but the books need a look */
  | 'NEGATIVE_ROW'
  /** above ₹5 crore, documents to registered buyers need an IRN, and none is recorded (domain/einvoice) */
  | 'E_INVOICE_DUE'
  | 'MONTH_NOT_OVER'
  /** documents of that year were erased; the law requires 72 months of retention */
  | 'NO_LONGER_KEPT'

/** `examples` holds at most twenty of the `count` serial numbers, codes or rows in question. */
export type Warning = { code: WarningCode; count: number; examples: string[] }

const SHOWN = 20
export const RATES = new Set([0, 0.1, 0.25, 1, 1.5, 3, 5, 6, 7.5, 12, 18, 28, 40])

const warning = (code: WarningCode, found: readonly string[], count = found.length): Warning[] =>
  count === 0 ? [] : [{ code, count, examples: [...new Set(found)].slice(0, SHOWN) }]

/** To a registered buyer, or a credit note for one: what has an IRN above ₹5 crore. A part without tax is on a bill of supply. */
const isTaxedSupply = ({ buyer, rates }: ReturnDocument) => buyer.gstin !== null && rates.some(({ rate }) => rate > 0)

/** Problems of individual documents. */
export function documentWarnings(documents: readonly ReturnDocument[], aboveFiveCrore: boolean, registered: ReadonlySet<string>): Warning[] {
  const serials = (wrong: (document: ReturnDocument) => boolean) => documents.filter(wrong).map(({ serial }) => serial)
  const codes = new Set(documents.flatMap(({ hsn }) => hsn.map((row) => row.hsn)))
  const digits = aboveFiveCrore ? 6 : 4
  const rates = new Set(documents.flatMap((document) => document.rates.map(({ rate }) => rate)))
  return [
    ...warning(
      'BUYER_GSTIN_INVALID',
      serials(({ buyer }) => buyer.gstin !== null && !checkGstin(buyer.gstin).ok),
    ),
    ...warning(
      'STATE_MISMATCH',
      serials(({ buyer, placeOfSupply }) => buyer.gstin !== null && buyer.gstin.slice(0, 2) !== placeOfSupply),
    ),
    ...warning(
      'HSN_MISSING',
      serials(({ hsn }) => hsn.some((row) => row.hsn === '')),
    ),
    ...warning('HSN_SHORT', [...codes].filter((code) => code !== '' && (code.length < digits || !/^\d+$/.test(code))).sort()),
    ...warning(
      'RATE_UNLISTED',
      [...rates].filter((rate) => !RATES.has(rate)).map((rate) => `${rate}%`),
    ),
    ...warning(
      'DELIVERY_MIXED',
      serials(({ mixedCharge }) => mixedCharge),
    ),
    ...warning(
      'NOTE_TOO_LATE',
      serials(({ reverses, issuedAt }) => reverses !== null && new Date(issuedAt) >= noteUntil(new Date(reverses.issuedAt))),
    ),
    ...warning('E_INVOICE_DUE', aboveFiveCrore ? serials((document) => isTaxedSupply(document) && !registered.has(document.serial)) : []),
  ]
}

/** Problems of the sums and the series. `preceding`: numbers just before the month's first that were never issued. */
export function tableWarnings({ b2cs, nil, hsn, series }: Tables, preceding: readonly string[]): Warning[] {
  const negative = [
    ...b2cs.filter(({ taxable }) => taxable < 0).map(({ placeOfSupply, rate }) => `7: ${placeOfSupply}, ${rate}%`),
    ...nil.filter(({ value }) => value < 0).map(({ supply }) => `8: ${supply}`),
    ...[...hsn.b2b, ...hsn.b2c].filter(({ taxable }) => taxable < 0).map((row) => `12: ${row.hsn}, ${row.rate}%`),
  ]
  const missing = series.reduce((sum, one) => sum + one.missing, 0)
  return [...warning('SERIES_GAP', [...preceding, ...series.flatMap(({ gaps }) => gaps)], preceding.length + missing), ...warning('NEGATIVE_ROW', negative)]
}

/** Problems of the filing GSTIN. `left`: the numbers that the return leaves out. */
export function sellerWarnings(gstin: string | null, left: readonly string[]): Warning[] {
  return [
    ...(gstin === null ? [{ code: 'SELLER_GSTIN_MISSING' as const, count: 1, examples: [] }] : []),
    ...(gstin !== null && !checkGstin(gstin).ok ? warning('SELLER_GSTIN_INVALID', [gstin]) : []),
    ...warning('OTHER_SELLER', left),
  ]
}

/** Whether the documents of the month are incomplete: the month is not over, or they were erased. */
export function periodWarnings({ from, until }: Period, now: Date): Warning[] {
  return [
    ...(now < until ? [{ code: 'MONTH_NOT_OVER' as const, count: 1, examples: [] }] : []),
    ...(now >= keptUntil(from) ? [{ code: 'NO_LONGER_KEPT' as const, count: 1, examples: [] }] : []),
  ]
}
