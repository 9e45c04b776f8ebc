/** What the labels of an order collect in the book, in paise: what is kept of its money pays the first parcels, whatever is in them. */
import { parts } from '../recomputed-return.ts'
import { byProduct, rest, saleOf, sum, whole } from './book.ts'
import { openAmount, receivedOf } from './money.ts'
import type { OrderBook, Parcel } from './order-book.ts'

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** What has come and stays, without what came too much or went back because the order became smaller. */
function kept(order: OrderBook): bigint {
  const surplus = sum(order.payments.map(({ state, surplus: much }) => (['paid', 'refund_due', 'refunded'].includes(state) ? much : 0n)))
  const smaller = order.refunds.filter(({ source, state }) => ['cancellation', 'change'].includes(source) && state !== 'withdrawn')
  return receivedOf(order) - surplus - sum(smaller.map(({ amount }) => amount))
}

/** Its invoice, or its pieces of each line, as a difference of what the pieces up to it cost; with parcel 1 the charges. */
export function worthOf(order: OrderBook, parcel: Parcel): bigint {
  if (parcel.invoice) return sum(parts(parcel.invoice.sale).map(({ amounts }) => whole(amounts)))
  const before = order.parcels.filter(({ number, undelivered }) => number < parcel.number && !undelivered)
  const all = parts(saleOf(order.lines, order.place, order.free))
  const goods = byProduct(order.lines).map(({ item, quantity }, place) => {
    const amounts = all.filter(({ line }) => line)[place]?.amounts
    const share = (pieces: number): bigint => ((amounts ? whole(amounts) : 0n) * BigInt(pieces)) / BigInt(quantity)
    const pieces = before.reduce((some, one) => some + (one.pieces.get(item) ?? 0), 0)
    return share(pieces + (parcel.pieces.get(item) ?? 0)) - share(pieces)
  })
  const charges = parcel.number === 1 ? sum(all.filter(({ line }) => !line).map(({ amounts }) => whole(amounts))) : 0n
  return sum(goods) + charges
}

export function labelOf(order: OrderBook, parcel: Parcel): bigint {
  const sent = order.parcels.filter(({ undelivered }) => !undelivered).toSorted((a, b) => a.number - b.number)
  const owed = kept(order) + openAmount(order)
  const remitted = sum(order.payments.map(({ amount, remitted: came }) => (came ? amount : 0n)))
  const otherwise = kept(order) - remitted
  const complete = rest(order).size === 0
  const unpaid = (count: number): bigint => {
    const worth = count === sent.length && complete ? owed : sum(sent.slice(0, count).map((one) => worthOf(order, one)))
    const open = least(worth, owed) - (otherwise > 0n ? otherwise : 0n)
    return open > 0n ? open : 0n
  }
  const at = sent.indexOf(parcel)
  return unpaid(at + 1) - unpaid(at)
}
