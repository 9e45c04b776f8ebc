import { sumOf, toPaise } from '../money/money.ts'
import type { Paise } from '../money/money.ts'

/** The parcels of an order (docs/rules.md#parcels): columns of `shipments` and `shipment_lines`. */
export const PARCEL_STATES = ['packed', 'shipped', 'delivered', 'returning', 'returned', 'lost'] as const
export type ParcelLine = { order_item_id: string; quantity: number }
/**
 * `undelivered`: it comes back, and the order goes on without its pieces. `invoiced`: what its own invoice comes to, in rupees, of an order with one
 * for each parcel.
 */
export type ParcelPieces = {
  id: string
  number: number
  state: string
  undelivered: boolean
  shipment_lines: readonly ParcelLine[]
  invoiced?: number | string | null
}
/** `cancelled_quantity`: pieces that are not sent any more, or were not delivered. */
export type OrderedLine = { id: string; quantity: number; cancelled_quantity?: number }

/** It is on its way or has arrived, and is a part of its order. */
export const isSent = ({ state }: { state: string }): boolean => state === 'shipped' || state === 'delivered'

const piecesIn = (parcels: readonly ParcelPieces[], line: string): number =>
  parcels.reduce((sum, { shipment_lines }) => sum + (shipment_lines.find(({ order_item_id }) => order_item_id === line)?.quantity ?? 0), 0)

const without = <Line extends OrderedLine>(lines: readonly Line[], parcels: readonly ParcelPieces[]): (Line & { left: number })[] => {
  const sent = parcels.filter(({ undelivered }) => !undelivered)
  return lines.map((line) => ({ ...line, left: line.quantity - (line.cancelled_quantity ?? 0) - piecesIn(sent, line.id) })).filter(({ left }) => left > 0)
}

/** The lines of which pieces are in no parcel yet, with how many. */
export const toPack = <Line extends OrderedLine>(lines: readonly Line[], parcels: readonly ParcelPieces[]): (Line & { left: number })[] =>
  without(lines, parcels)

/** The lines of which pieces have not left, with how many: these are to follow. */
export const toFollow = <Line extends OrderedLine>(lines: readonly Line[], parcels: readonly ParcelPieces[]): (Line & { left: number })[] =>
  without(
    lines,
    parcels.filter(({ state }) => state !== 'packed'),
  )

/** The lines of which pieces were given up before they were sent, with how many: those that were not delivered are shown with their parcel. */
export const notSent = <Line extends OrderedLine>(lines: readonly Line[], parcels: readonly ParcelPieces[]): (Line & { left: number })[] => {
  const back = parcels.filter(({ undelivered }) => undelivered)
  return lines.map((line) => ({ ...line, left: (line.cancelled_quantity ?? 0) - piecesIn(back, line.id) })).filter(({ left }) => left > 0)
}

/** Whether an order has other pieces than those of this parcel, in other parcels or to be packed. */
export const piecesBeside = (parcel: ParcelPieces, lines: readonly OrderedLine[]): boolean =>
  lines.some((line) => line.quantity - (line.cancelled_quantity ?? 0) > piecesIn([parcel], line.id))

/** The lines of a parcel, in the order of the order's lines. */
export const linesOf = <Line extends OrderedLine>(parcel: ParcelPieces, lines: readonly Line[]): (Line & { inParcel: number })[] =>
  lines.map((line) => ({ ...line, inParcel: piecesIn([parcel], line.id) })).filter(({ inParcel }) => inParcel > 0)

/**
 * What a parcel is worth, in paise, of an order whose amounts are in rupees: of each line in proportion to its pieces, and what is charged
 * besides the goods with parcel 1. Parts are differences of running sums, so the parcels of an order add up to it whatever is in them; other
 * parcels that were not delivered are not counted. A parcel with an invoice of its own is worth what that says.
 */
export function parcelAmount(
  order: { total_amount: number | string },
  lines: readonly (OrderedLine & { total: number | string })[],
  parcels: readonly ParcelPieces[],
  parcel: Pick<ParcelPieces, 'number'>,
): Paise {
  const asked = parcels.find(({ number }) => number === parcel.number)
  if (asked?.invoiced != null) return toPaise(asked.invoiced)
  const before = parcels.filter(({ number, undelivered }) => number < parcel.number && !undelivered)
  const upTo = asked ? [...before, asked] : before
  const goods = sumOf(lines, ({ id, quantity, total }) => {
    const share = (pieces: number): Paise => Math.floor((toPaise(total) * pieces) / quantity)
    return share(piecesIn(upTo, id)) - share(piecesIn(before, id))
  })
  const charges = toPaise(order.total_amount) - sumOf(lines, ({ total }) => toPaise(total))
  return parcel.number === 1 ? goods + charges : goods
}

/**
 * What of cash on delivery is collected with a parcel, in paise: what is `paid` already, by store credit or received, pays the first parcels,
 * whatever is in them. `owed`: what all parcels are to bring with what is paid, which is less than the total where a part is not sent any more.
 * Once nothing is left to pack, the last parcel collects what the others do not: credit notes of what is not sent are rounded by themselves.
 */
export function parcelToCollect(
  order: { total_amount: number | string; paid: number | string; owed: number | string },
  lines: readonly (OrderedLine & { total: number | string })[],
  parcels: readonly ParcelPieces[],
  parcel: Pick<ParcelPieces, 'number'>,
): Paise {
  const sent = parcels.filter(({ undelivered }) => !undelivered).toSorted((a, b) => a.number - b.number)
  const at = sent.findIndex(({ number }) => number === parcel.number)
  if (at < 0) return 0
  const owed = toPaise(order.owed)
  const complete = toPack(lines, parcels).length === 0
  /** What is to be collected with the first `count` parcels. */
  const unpaid = (count: number): Paise => {
    const worth = count === sent.length && complete ? owed : sumOf(sent.slice(0, count), (one) => parcelAmount(order, lines, parcels, one))
    return Math.max(0, Math.min(worth, owed) - toPaise(order.paid))
  }
  return unpaid(at + 1) - unpaid(at)
}
