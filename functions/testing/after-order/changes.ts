import { changeMyOrder, changeOrder } from '../../change-order/change-order.ts'
import { byProduct, credit, issueInvoice, priceToday, rupees, totalOf } from './book.ts'
import { awaited, follow, moneyOf, namePayments, newPayment, openAmount, owe, receive, refundable } from './money.ts'
import type { Line, OrderBook, Place } from './order-book.ts'
import { itemsOf, pick } from './placing.ts'
import { functionStep } from './taking.ts'
import { buyerAt, today, PLACES } from './world.ts'
import type { Step, World } from './world.ts'

/** States in which no money can be on its way. */
const OPEN = ['cod_pending', 'awaiting_payment', 'failed']

/** Lines and buyer after a random change. Customers add no products. */
function randomChange(world: World, order: OrderBook, own: boolean): { lines: Line[]; place: Place; same: boolean } {
  const place = world.roll(3) === 0 ? pick(world, PLACES) : order.place
  const again = (product: Line['product'], quantity: number): Line => ({
    item: '',
    product,
    unit: priceToday(product, quantity),
    agreed: false,
    quantity,
    givenUp: [],
  })
  const kept = order.lines.flatMap((line) => {
    if (world.roll(2) === 0) return [line]
    const quantity = world.roll(4) === 0 ? 0 : 1 + world.roll(9)
    if (quantity === 0) return []
    if (quantity === line.quantity) return [line]
    return [line.agreed ? { ...line, quantity } : { ...again(line.product, quantity), item: line.item }]
  })
  const others = world.products.filter((product) => !order.lines.some((line) => line.product === product))
  const added = others.filter(() => world.roll(4) === 0 && !own).map((product) => again(product, 1 + world.roll(6)))
  const lines = [...kept, ...added]
  const same = place === order.place && added.length === 0 && kept.length === order.lines.length && kept.every((line) => order.lines.includes(line))
  return lines.length === 0 ? { lines: order.lines, place: order.place, same: true } : { lines, place, same }
}

const isOpen = ({ status, parcels }: OrderBook) => ['pending', 'processing'].includes(status) && parcels.length === 0

type Wish = {
  own: boolean
  same: boolean
  /** the goods are in stock */
  enough: boolean
  more: bigint
  /** how what is open is to be paid; null: nothing was chosen */
  asked: string | null
}

/** Why neither the customer nor staff may change it so, or why its total and its method cannot become these; null: they may. */
function refusalOf(order: OrderBook, { own, same, enough, more, asked }: Wish): string | null {
  if (own && !order.online) return 'ONLY_STAFF'
  if (order.status !== 'pending' && (own || order.status !== 'processing')) return 'ORDER_CLOSED'
  if (order.parcels.length > 0) return 'ORDER_PACKED'
  if (!enough) return 'OUT_OF_STOCK'
  const paid = order.state === 'paid'
  if (paid && own && asked !== null) return 'PAYMENT_FIXED'
  const moves = paid ? asked !== null && more > 0n : asked !== null && asked !== order.method
  if (moves && !paid && !OPEN.includes(order.state)) return 'PAYMENT_FIXED'
  const offered = asked === 'upi' || (asked === 'bank' ? !own : !paid && moneyOf(order) === 0n)
  if (moves && !offered) return 'PAYMENT_METHOD_UNAVAILABLE'
  if (same && !moves) return 'NOTHING_CHANGED'
  if (more === 0n) return null
  const isOpenToIt = paid ? more < 0n || moves : OPEN.includes(order.state)
  if (!isOpenToIt || (own && more > 0n && moneyOf(order) > 0n) || -(openAmount(order) + more) > refundable(order)) return 'TOTAL_FIXED'
  return null
}

/** What is open follows the total, what came too much is due back, and what a paid order lacks is a payment of its own. */
function moveMoney(world: World, order: OrderBook, more: bigint, asked: string | null): void {
  const payment = awaited(order)
  const rest = (payment?.amount ?? 0n) + more
  if (rest < 0n) owe(world, order, -rest, 'change')
  if (order.state === 'paid') {
    if (rest <= 0n) return
    order.payments.push(newPayment(asked ?? '', 'awaiting_payment', rest, world.now, world.now.getTime()))
    order.state = 'awaiting_payment'
    order.method = asked ?? ''
    return
  }
  if (!payment) return
  payment.amount = rest < 0n ? 0n : rest
  if (asked !== null && asked !== order.method) {
    follow(order, payment, asked === 'cod' ? 'cod_pending' : 'awaiting_payment')
    payment.method = asked
    order.method = asked
  }
  if (more < 0n && rest <= 0n) receive(world, order, payment)
}

/** Kinds of changes that sequences have to reach too. */
export const CHANGES = ['collect a difference', 'change what store credit pays']
const kindOf = (order: OrderBook, grows: boolean): string | undefined => {
  if (order.free) return 'change an exchange'
  if (order.state === 'paid' && grows) return CHANGES[0]
  return order.credit > 0n ? CHANGES[1] : undefined
}

async function change(world: World, order: OrderBook, own: boolean): Promise<void> {
  const { lines, place: at, same } = randomChange(world, order, own)
  const asked = world.roll(order.state === 'paid' ? 2 : 3) === 0 ? pick(world, ['cod', 'upi', 'upi', 'bank']) : null
  if (same && asked === null) return
  const before = new Map(order.lines.map((line) => [line.product, line.quantity]))
  const enough = lines.every(({ product, quantity }) => quantity - (before.get(product) ?? 0) <= product.stock)
  const [old, total] = [totalOf(order.lines, order.place, order.free), totalOf(lines, at, order.free)]
  const [row] = await world.shop.sql<{ version: number }>('select version from public.orders where id = $1', [order.id])
  const quantities = order.lines.map((line) => ({ item_id: line.item, quantity: lines.find(({ product }) => product === line.product)?.quantity ?? 0 }))
  const body = {
    order_id: order.id,
    version: row?.version,
    lines: quantities,
    buyer: buyerAt(at),
    ...(asked === null ? {} : { payment_method: asked }),
    expected_total: Number(rupees(total)),
    ...(own
      ? {}
      : { reason: 'Asked for', added: lines.filter(({ item }) => item === '').map(({ product, quantity }) => ({ product_id: product.id, quantity })) }),
  }
  const [name, person, work] = own ? (['change by customer', order.buyer, changeMyOrder] as const) : (['change', world.staff, changeOrder] as const)
  const refusal = refusalOf(order, { own, same, enough, more: total - old, asked })
  if (!(await functionStep(world, kindOf(order, total > old) ?? name, person, refusal ?? true, work, body))) return
  for (const [product, quantity] of before) product.stock += quantity
  for (const { product, quantity } of lines) product.stock -= quantity
  // a payment method is on no invoice
  const reissued = order.status === 'processing' && !same && !order.perParcel
  if (reissued) credit(order, null, true, today(world))
  order.lines = byProduct(lines)
  order.place = at
  if (total < order.credit) order.credit = total
  const items = await itemsOf(world, order.id)
  for (const line of order.lines) line.item = items.get(line.product.id) ?? ''
  if (reissued) issueInvoice(order, today(world))
  moveMoney(world, order, total - old, asked)
  await namePayments(world, order)
}

/** Prices move; what was bought keeps its price until its quantity changes. */
async function reprice(world: World): Promise<void> {
  const product = pick(world, world.products)
  product.base = BigInt(101 + world.roll(60_000))
  await world.shop.sql('update public.products set price = $2 where id = $1', [product.id, rupees(product.base)])
}

export const changeSteps: Step[] = [
  { name: 'prices move', weight: 2, ready: isOpen, take: reprice },
  { name: 'change', weight: 8, ready: isOpen, take: (world, order) => change(world, order, false) },
  { name: 'change an exchange', weight: 25, ready: (order) => order.free && isOpen(order), take: (world, order) => change(world, order, false) },
  { name: 'change by customer', weight: 5, ready: ({ status, online }) => online && status === 'pending', take: (world, order) => change(world, order, true) },
]
