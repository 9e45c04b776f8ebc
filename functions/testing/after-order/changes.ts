import { changeMyOrder, changeOrder } from '../../change-order/change-order.ts'
import { byProduct, credit, issueInvoice, priceToday, rupees, totalOf } from './book.ts'
import { owe, refundable } from './money.ts'
import type { Line, OrderBook, Payment, Place } from './order-book.ts'
import { itemsOf, pick } from './placing.ts'
import { functionStep } from './taking.ts'
import { buyerAt, monthOf, PLACES } from './world.ts'
import type { Step, World } from './world.ts'

/** Payments of which no money has come and none can be on its way. */
const OPEN = ['cod_pending', 'awaiting_payment', 'failed']

/** Lines and buyer after a random change. Customers add no products. */
function randomChange(world: World, order: OrderBook, own: boolean): { lines: Line[]; place: Place; same: boolean } {
  const place = world.roll(3) === 0 ? pick(world, PLACES) : order.place
  const again = (product: Line['product'], quantity: number, item: string): Line => ({
    item,
    product,
    unit: priceToday(product, quantity),
    quantity,
    givenUp: 0,
  })
  const kept = order.lines.flatMap((line) => {
    if (world.roll(2) === 0) return [line]
    const quantity = world.roll(4) === 0 ? 0 : 1 + world.roll(9)
    if (quantity === 0) return []
    return [quantity === line.quantity ? line : again(line.product, quantity, line.item)]
  })
  const others = world.products.filter((product) => !order.lines.some((line) => line.product === product))
  const added = others.filter(() => world.roll(4) === 0 && !own).map((product) => again(product, 1 + world.roll(6), ''))
  const lines = [...kept, ...added]
  const same = place === order.place && added.length === 0 && kept.length === order.lines.length && kept.every((line) => order.lines.includes(line))
  return lines.length === 0 ? { lines: order.lines, place: order.place, same: true } : { lines, place, same }
}

const isOpen = ({ status, parcels }: OrderBook) => ['pending', 'processing'].includes(status) && parcels.length === 0

/** May the customer change it, or staff, and may its total and its method become these? */
function isAllowed(order: OrderBook, own: boolean, total: bigint, method: string): boolean {
  const { state } = order
  const old = totalOf(order.lines, order.place)
  const canMove = total === old || (state === 'paid' ? total < old && old - total <= refundable(order) : OPEN.includes(state))
  return (own ? order.online && order.status === 'pending' : isOpen(order)) && canMove && (method === order.method || OPEN.includes(state))
}

async function change(world: World, order: OrderBook, own: boolean): Promise<void> {
  if ((own && !order.online) || order.free || order.payments.length > 1) return
  const { lines, place: at, same } = randomChange(world, order, own)
  const method = world.roll(3) === 0 ? pick(world, ['cod', 'upi']) : order.method
  if (same && method === order.method) return
  const before = new Map(order.lines.map((line) => [line.product, line.quantity]))
  const enough = lines.every(({ product, quantity }) => quantity - (before.get(product) ?? 0) <= product.stock)
  const [old, total] = [totalOf(order.lines, order.place), totalOf(lines, at)]
  const [row] = await world.shop.sql<{ version: number }>('select version from public.orders where id = $1', [order.id])
  const quantities = order.lines.map((line) => ({ item_id: line.item, quantity: lines.find(({ product }) => product === line.product)?.quantity ?? 0 }))
  const body = {
    order_id: order.id,
    version: row?.version,
    lines: quantities,
    buyer: buyerAt(at),
    ...(method === order.method ? {} : { payment_method: method }),
    expected_total: Number(rupees(total)),
    ...(own
      ? {}
      : { reason: 'Asked for', added: lines.filter(({ item }) => item === '').map(({ product, quantity }) => ({ product_id: product.id, quantity })) }),
  }
  const [name, person, work] = own ? (['change by customer', order.buyer, changeMyOrder] as const) : (['change', world.staff, changeOrder] as const)
  if (!(await functionStep(world, name, person, enough && isAllowed(order, own, total, method), work, body))) return
  for (const [product, quantity] of before) product.stock += quantity
  for (const { product, quantity } of lines) product.stock -= quantity
  // a payment method is on no invoice
  const reissued = order.status === 'processing' && !same
  if (reissued) credit(order, null, true, monthOf(world))
  order.lines = byProduct(lines)
  order.place = at
  const items = await itemsOf(world, order.id)
  for (const line of order.lines) line.item = items.get(line.product.id) ?? ''
  if (reissued) issueInvoice(order, monthOf(world))
  const payment = order.payments[0] as Payment
  if (order.state === 'paid') owe(world, order, old - total, 'change')
  else if (total !== old) payment.amount = total
  if (method === order.method) return
  order.state = method === 'cod' ? 'cod_pending' : 'awaiting_payment'
  payment.state = order.state
  payment.method = method
  order.method = method
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
  { name: 'change by customer', weight: 5, ready: ({ status, online }) => online && status === 'pending', take: (world, order) => change(world, order, true) },
]
