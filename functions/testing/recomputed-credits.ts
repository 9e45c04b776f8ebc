/**
 * An independent computation of credit notes for parts of invoices, without domain/ and without the database: from the sales, in BigInt
 * paise, according to docs/decisions/0079-several-documents-of-an-order.md. A mistake is only missed if it is made in both places.
 */
import { orderParts, parts, quantityOf } from './recomputed-return.ts'
import type { Amounts, Sale } from './recomputed-return.ts'

export type Scope = 'all' | 'taxed' | 'nil'
/** What one note takes back; `units` per line of the cart. `before`: the units that earlier notes took back. */
export type Credit = { scope: Scope; units: bigint[]; before: bigint[]; charges: boolean; month: string }
export type CreditedPart = {
  rate: bigint
  amounts: Amounts
  /** the place in the cart; null for a part of the delivery charge */ line: number | null
  units: bigint
}

const nearest = (numerator: bigint, denominator: bigint): bigint => (numerator * 2n + denominator) / (denominator * 2n)
export const isIn = (scope: Scope, rate: bigint) => scope === 'all' || (scope === 'nil') === (rate === 0n)

/** The rates that decide about the form of a document: those of its goods; with the delivery charge, which is taxed like the whole order, those of the order. */
export function ratesOf(sale: Sale): Set<bigint> {
  const whole = !sale.parcel || parts(sale).some(({ line }) => !line)
  return new Set(orderParts(sale).flatMap(({ rate, line }, place) => (line && (whole || quantityOf(sale, place) > 0n) ? [rate] : [])))
}

/** The scopes of the documents that a sale got. */
export function scopesOf(sale: Sale): Scope[] {
  const rates = ratesOf(sale)
  const both = rates.has(0n) && rates.size > 1
  return sale.sellerRegistered && sale.buyerRegistered && both ? ['taxed', 'nil'] : ['all']
}

export const linesIn = (sale: Sale, scope: Scope): number[] =>
  sale.cart.flatMap(({ rate }, line) => (isIn(scope, sale.forcedRate ?? rate) && quantityOf(sale, line) > 0n ? [line] : []))

/** The lines and the parts of the charge of one note, each at its rate. */
export function creditedParts(sale: Sale, { scope, units, before, charges }: Credit): CreditedPart[] {
  return parts(sale).flatMap(({ rate, amounts, line }, place): CreditedPart[] => {
    if (!isIn(scope, rate)) return []
    if (!line) return charges ? [{ rate, amounts, line: null, units: 0n }] : []
    const [taken = 0n, had = 0n, quantity] = [units[place], before[place], quantityOf(sale, place)]
    if (taken === 0n) return []
    const part = (whole: bigint) => nearest(whole * (had + taken), quantity) - nearest(whole * had, quantity)
    const some = { taxable: part(amounts.taxable), cgst: part(amounts.cgst), sgst: part(amounts.sgst), igst: part(amounts.igst) }
    return [{ rate, amounts: some, line: place, units: taken }]
  })
}
