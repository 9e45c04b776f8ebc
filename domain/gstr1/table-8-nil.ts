import type { Paise } from '../money/money.ts'
import type { ReturnDocument } from './return-document.ts'
import { signOf } from './sections.ts'
import { sumOf } from '../money/money.ts'

export type NilSupply = 'INTRB2B' | 'INTRAB2B' | 'INTRB2C' | 'INTRAB2C'
export type NilRated = { supply: NilSupply; /** what was paid; negative when more was reversed than sold */ value: Paise }

const SUPPLIES: readonly { supply: NilSupply; interState: boolean; registered: boolean }[] = [
  { supply: 'INTRB2B', interState: true, registered: true },
  { supply: 'INTRAB2B', interState: false, registered: true },
  { supply: 'INTRB2C', interState: true, registered: false },
  { supply: 'INTRAB2C', interState: false, registered: false },
]

/** Table 8: nil-rated goods by kind of supply, from bills of supply and the nil part of an invoice-cum-bill, net of notes. Always four rows. */
export function table8(documents: readonly ReturnDocument[]): NilRated[] {
  return SUPPLIES.map(({ supply, interState, registered }) => ({
    supply,
    value: sumOf(
      documents.filter((document) => document.interState === interState && (document.buyer.gstin !== null) === registered),
      (document) => signOf(document) * sumOf(document.rates, ({ rate, taxable }) => (rate === 0 ? taxable : 0)),
    ),
  }))
}
