/** Parts of an order that are not sent any more, or were not delivered: the order is less by them. */
import { credit, followParcels, GONE, piecesIn, rest, toSend } from './book.ts'
import { labelOf, worthOf } from './labels.ts'
import { awaited, owe, receive, refundable, setOff } from './money.ts'
import type { OrderBook, Parcel } from './order-book.ts'
import { creditParcel, freeUnits, worthOfPieces } from './parcel-invoices.ts'
import { anyOf } from './parcels.ts'
import { isPayable as canGoBack } from './returns.ts'
import { sqlStep } from './taking.ts'
import { today } from './world.ts'
import type { Step, World } from './world.ts'

async function giveUpRest(world: World, order: OrderBook): Promise<void> {
  const pieces = rest(order)
  const left = order.lines.some((line) => piecesIn(order, line.item, GONE) > 0)
  const open = order.status === 'processing' && left && pieces.size > 0
  // what notes come to is known once they are in the book, so the book is asked with a copy
  const worth = order.perParcel ? worthOfPieces(order, pieces) : credit(structuredClone(order), pieces, false, today(world))
  const amount = open ? worth : 0n
  const text = "select public.cancel_rest($1, (select version from public.orders where id = $1), 'Sold out') as amount"
  if (!(await sqlStep(world, 'give up the rest', world.staff, open && isPayable(order, amount), text, [order.id]))) return
  if (!order.perParcel) credit(order, pieces, false, today(world))
  for (const line of order.lines) {
    const given = pieces.get(line.item) ?? 0
    line.givenUp.push(...freeUnits(order, line, given))
    line.product.stock += given
  }
  lowerPayment(world, order, amount)
  followParcels(order, world.now)
}

/** A parcel was not delivered. Its goods are on their way; with cash on delivery the charges that it was to collect go with it. */
async function bookUndelivered(world: World, order: OrderBook): Promise<void> {
  const parcel = anyOf(world, order, 'shipped')
  if (!parcel) return
  const wished = world.roll(3) === 0
  const charges = order.state === 'cod_pending' ? parcel.number === 1 : wished
  const more = order.lines.some((line) => toSend(line) > (parcel.pieces.get(line.item) ?? 0))
  const open = parcel.state === 'shipped' && more
  const copy = structuredClone(order)
  const credited = open ? creditParcel(copy, copy.parcels.find(({ id }) => id === parcel.id) as Parcel, charges, today(world)) : 0n
  const collected = order.state === 'cod_pending'
  const [amount, label] = !open ? [0n, 0n] : collected ? [worthOf(order, parcel), labelOf(order, parcel)] : [credited, credited]
  const text = `select public.book_undelivered($1, (select s.version from public.shipments s where s.id = $1),
    (select o.version from public.orders o join public.shipments s on s.order_id = o.id where s.id = $1), 'Refused', $2) as amount`
  if (!(await sqlStep(world, 'book a parcel as not delivered', world.staff, open && isPayable(order, amount, label), text, [parcel.id, wished]))) return
  creditParcel(order, parcel, charges, today(world))
  for (const line of order.lines) line.givenUp.push(...(parcel.units.get(line.item) ?? []))
  parcel.state = 'returning'
  parcel.undelivered = true
  lowerPayment(world, order, amount, label)
  followParcels(order, world.now)
}

/** May an order cost so much less, `cash` of it at most by what is to be collected? */
function isPayable(order: OrderBook, amount: bigint, cash = amount): boolean {
  if (['awaiting_payment', 'failed'].includes(order.state)) return canGoBack(order, amount)
  if (order.state !== 'cod_pending') return order.state === 'paid' && amount <= refundable(order)
  return amount - leastOf(amount, awaited(order)?.amount ?? 0n, cash) <= refundable(order)
}

/** What is still to come becomes less first. With nothing left to come, an order of which something is paid is paid. */
function lowerPayment(world: World, order: OrderBook, amount: bigint, cash = amount): void {
  if (amount === 0n) return
  if (['awaiting_payment', 'failed'].includes(order.state)) {
    const due = setOff(order, amount)
    if (due > 0n) owe(world, order, due, 'cancellation')
    return
  }
  const payment = order.state === 'cod_pending' ? awaited(order) : undefined
  const lowered = leastOf(amount, payment?.amount ?? 0n, cash)
  if (payment) payment.amount -= lowered
  if (payment?.amount === 0n && (amount > lowered || order.payments.some(({ state }) => state === 'paid'))) receive(world, order, payment)
  if (amount > lowered) owe(world, order, amount - lowered, 'cancellation')
}
const leastOf = (...amounts: bigint[]): bigint => amounts.reduce((some, one) => (one < some ? one : some))

export const givenUpSteps: Step[] = [
  {
    name: 'give up the rest',
    weight: 4,
    ready: (order) => order.status === 'processing' && order.parcels.some(({ state }) => state !== 'packed'),
    take: giveUpRest,
  },
  {
    name: 'book a parcel as not delivered',
    weight: 4,
    ready: (order) => order.parcels.some(({ state, pieces }) => state === 'shipped' && order.lines.some((line) => toSend(line) > (pieces.get(line.item) ?? 0))),
    take: bookUndelivered,
  },
]
