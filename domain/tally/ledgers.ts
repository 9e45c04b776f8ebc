import type { Method } from '../accounts/money-movement.ts'

/** The names under which Tally books the shop's vouchers: the columns of public.tally_ledgers, with the same bounds. */
export const LEDGER_FIELDS = [
  'company',
  'sales',
  'sales_inter_state',
  'delivery',
  'discount',
  'cgst',
  'sgst',
  'igst',
  'party_group',
  'unregistered_party',
  'cash',
  'cod',
  'upi',
  'card',
  'bank',
  'razorpay',
  'credit',
  'credit_by_hand',
  'courier_charges',
  'courier_differences',
] as const
export type LedgerField = (typeof LEDGER_FIELDS)[number]
export type TallyLedgers = Record<LedgerField, string>

/** Empty company: the one that is open in Tally. Empty discount: sales are booked net of discounts. */
export const MAY_BE_EMPTY: readonly LedgerField[] = ['company', 'discount']
export const MOST_LETTERS = 80

export type LedgerProblem = 'EMPTY' | 'TOO_LONG' | 'NOT_A_LINE'

/** Why a field cannot have this name; null: it can. */
export function checkLedgerName(field: LedgerField, name: string): LedgerProblem | null {
  if (name === '') return MAY_BE_EMPTY.includes(field) ? null : 'EMPTY'
  if (name.length > MOST_LETTERS) return 'TOO_LONG'
  return /\p{Cc}/u.test(name) ? 'NOT_A_LINE' : null
}

/** 'Sales {rate}%' at 18 → 'Sales 18%'. */
export const ledgerAt = (name: string, rate: number): string => name.replaceAll('{rate}', String(rate))

export const ledgerOfMethod = (ledgers: TallyLedgers, method: Method): string => ledgers[method]

/** The name in the ledger of each registered buyer, by GSTIN. */
export type PartyNames = ReadonlyMap<string, string>

type Party = { buyer: { gstin: string | null; name: string } }

/**
 * The names for an export. A buyer is known by their GSTIN, and their name may be typed in several ways; the ledger has the oldest, so that it is
 * the same in every export.
 *
 * @param first the name on the first document ever issued to each GSTIN; of one without a document the first entry here decides
 */
export function partyNames(first: PartyNames, entries: Iterable<Party>): PartyNames {
  const names = new Map(first)
  for (const { buyer } of entries) if (buyer.gstin !== null && !names.has(buyer.gstin)) names.set(buyer.gstin, buyer.name)
  return names
}

/**
 * The ledger of a buyer: one for each GSTIN, because registered buyers have an account of their own, and one for all others. The GSTIN
 * keeps two buyers of one name apart.
 */
export function partyLedger(ledgers: TallyLedgers, { gstin, name }: Party['buyer'], names: PartyNames): string {
  return gstin === null ? ledgers.unregistered_party : `${(names.get(gstin) ?? name).trim().slice(0, 60).trim()} (${gstin})`
}
