import { sumOf, toPaise } from '../money/money.ts'
import type { Paise } from '../money/money.ts'

/** The parcels of an order (docs/rules.md#parcels): columns of `shipments` and `shipment_lines`. */
export const PARCEL_STATES = ['packed', 'shipped', 'delivered', 'returning', 'returned', 'lost'] as const
export type ParcelLine = { order_item_id: string; quantity: number }
/** `invoiced`: what its own invoice comes to, in rupees, of an order with one for each parcel. */
export type ParcelPieces = { id: string; number: number; state: string; shipment_lines: readonly ParcelLine[]; invoiced?: number | string | null }
/** `cancelled_quantity`: pieces that are not sent any more. */
export type OrderedLine = { id: string; quantity: number; cancelled_quantity?: number }

const piecesIn = (parcels: readonly ParcelPieces[], line: string): number =>
  parcels.reduce((sum, { shipment_lines }) => sum + (shipment_lines.find(({ order_item_id }) => order_item_id === line)?.quantity ?? 0), 0)

const without = <Line extends OrderedLine>(lines: readonly Line[], parcels: readonly ParcelPieces[]): (Line & { left: number })[] =>
  lines.map((line) => ({ ...line, left: line.quantity - (line.cancelled_quantity ?? 0) - piecesIn(parcels, line.id) })).filter(({ left }) => left > 0)

/** The lines of which pieces are in no parcel yet, with how many. */
export const toPack = <Line extends OrderedLine>(lines: readonly Line[], parcels: readonly ParcelPieces[]): (Line & { left: number })[] =>
  without(lines, parcels)

/** The lines of which pieces have not left, with how many: these are to follow. */
export const toFollow = <Line extends OrderedLine>(lines: readonly Line[], parcels: readonly ParcelPieces[]): (Line & { left: number })[] =>
  without(
    lines,
    parcels.filter(({ state }) => state !== 'packed'),
  )

/** The lines of a parcel, in the order of the order's lines. */
export const linesOf = <Line extends OrderedLine>(parcel: ParcelPieces, lines: readonly Line[]): (Line & { inParcel: number })[] =>
  lines.map((line) => ({ ...line, inParcel: piecesIn([parcel], line.id) })).filter(({ inParcel }) => inParcel > 0)

/**
 * What a parcel is worth, in paise, of an order whose amounts are in rupees: of each line in proportion to its pieces, and what is charged
 * besides the goods with parcel 1. Parts are differences of running sums, so the parcels of an order add up to it whatever is in them.
 * A parcel with an invoice of its own is worth what that says.
 */
export function parcelAmount(
  order: { total_amount: number | string },
  lines: readonly (OrderedLine & { total: number | string })[],
  parcels: readonly ParcelPieces[],
  parcel: Pick<ParcelPieces, 'number'>,
): Paise {
  const invoiced = parcels.find(({ number }) => number === parcel.number)?.invoiced ?? null
  if (invoiced !== null) return toPaise(invoiced)
  const before = parcels.filter(({ number }) => number < parcel.number)
  const upTo = parcels.filter(({ number }) => number <= parcel.number)
  const goods = sumOf(lines, ({ id, quantity, total }) => {
    const share = (pieces: number): Paise => Math.floor((toPaise(total) * pieces) / quantity)
    return share(piecesIn(upTo, id)) - share(piecesIn(before, id))
  })
  const charges = toPaise(order.total_amount) - sumOf(lines, ({ total }) => toPaise(total))
  return parcel.number === 1 ? goods + charges : goods
}

/**
 * What of cash on delivery is collected with a parcel: what is `paid` already, by store credit or received, pays the first parcels,
 * whatever is in them. What is not sent any more is in no parcel and collected by none.
 */
export function parcelToCollect(
  order: { total_amount: number | string; paid: number | string },
  lines: readonly (OrderedLine & { total: number | string })[],
  parcels: readonly ParcelPieces[],
  parcel: Pick<ParcelPieces, 'number'>,
): Paise {
  const worth = (some: readonly ParcelPieces[]): Paise => sumOf(some, (one) => parcelAmount(order, lines, parcels, one))
  const unpaid = (some: readonly ParcelPieces[]): Paise => Math.max(0, worth(some) - toPaise(order.paid))
  return unpaid(parcels.filter(({ number }) => number <= parcel.number)) - unpaid(parcels.filter(({ number }) => number < parcel.number))
}
