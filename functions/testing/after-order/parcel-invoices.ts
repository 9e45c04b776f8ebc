/** Parcels in the book: which units of the lines they have, and their own invoices (docs/decisions/0096-invoices-per-parcel.md). */
import { amountsOfUnits, parts } from '../recomputed-return.ts'
import { byProduct, credit, creditOf, issueInvoice, saleOf, sum, whole } from './book.ts'
import type { Line, OrderBook, Parcel } from './order-book.ts'

/** The first units of a line that are in no parcel and not given up. */
export function freeUnits({ parcels }: OrderBook, { item, quantity, givenUp }: Line, count: number): number[] {
  const taken = new Set([...givenUp, ...parcels.flatMap(({ units }) => units.get(item) ?? [])])
  return Array.from({ length: quantity }, (_, unit) => unit)
    .filter((unit) => !taken.has(unit))
    .slice(0, count)
}

/** A parcel with the lowest free number. Where each has its invoice, that of parcel 1 has the charges: they move from the invoice that had them. */
export function addParcel(order: OrderBook, { id, state, pieces }: Pick<Parcel, 'id' | 'state' | 'pieces'>, day: string): void {
  let number = 1
  while (order.parcels.some((one) => one.number === number)) number += 1
  const units = new Map(order.lines.map((line) => [line.item, freeUnits(order, line, pieces.get(line.item) ?? 0)]))
  const parcel: Parcel = { id, state, number, pieces, units, invoice: null, undelivered: false }
  if (order.perParcel) {
    if (number === 1) for (const earlier of order.invoices) creditOf(earlier, new Map(), true, day)
    parcel.invoice = issueInvoice(order, day, { units: byProduct(order.lines).map(({ item }) => units.get(item) ?? []), charges: number === 1 })
  }
  order.parcels.push(parcel)
}

/** A parcel is unpacked. Its charges stay on its invoice while there are other parcels. */
export function removeParcel(order: OrderBook, parcel: Parcel, day: string): void {
  order.parcels = order.parcels.filter((one) => one !== parcel)
  if (order.parcels.length === 0 && order.perParcel) credit(order, null, true, day)
  else if (parcel.invoice) creditOf(parcel.invoice, null, false, day)
}

/** The notes for what is in a parcel, of its own invoice or of those of the order. Returns what they come to. */
export function creditParcel(order: OrderBook, { pieces, invoice: own }: Parcel, charges: boolean, day: string): bigint {
  if (own === null) return credit(order, pieces, charges, day)
  return sum(order.invoices.map((invoice) => creditOf(invoice, invoice === own ? new Map(pieces) : new Map(), charges, day)))
}

/** What pieces come to that are in no parcel, and so on no invoice of one. */
export function worthOfPieces(order: OrderBook, pieces: ReadonlyMap<string, number>): bigint {
  const lines = byProduct(order.lines)
  const all = parts(saleOf(lines, order.place, order.free))
  return sum(
    lines.map((line, place) => {
      const units = freeUnits(order, line, pieces.get(line.item) ?? 0)
      const amounts = all[place]?.amounts
      return amounts ? whole(amountsOfUnits(amounts, units, BigInt(line.quantity))) : 0n
    }),
  )
}
