import { randomUUID } from 'node:crypto'
import { changeOrder } from '../../change-order/change-order.ts'
import { createManualOrder } from '../../manual-order/create-manual-order.ts'
import { placeOrder } from '../../place-order/place-order.ts'
import { byProduct, credit, issueInvoice, owe, priceToday, refundable, rupees, totalOf } from './book.ts'
import type { Line, OrderBook, Place } from './book.ts'
import { functionStep } from './taking.ts'
import { buyerAt, monthOf, PLACES } from './world.ts'
import type { Step, World } from './world.ts'

const pick = <T>(world: World, all: readonly T[]): T => all[world.roll(all.length)] as T
const cartOf = (world: World): Line[] => {
  const wanted = world.products.filter(() => world.roll(2) === 0)
  return (wanted.length > 0 ? wanted : world.products.slice(0, 1)).map((product) => {
    const quantity = world.roll(12) === 0 ? product.stock + 1 : 1 + world.roll(7)
    return { item: '', product, unit: priceToday(product, quantity), quantity, givenUp: 0 }
  })
}
const inStock = (lines: readonly Line[]): boolean => lines.every(({ product, quantity }) => quantity <= product.stock)

async function itemsOf(world: World, order: string): Promise<Map<string, string>> {
  const rows = await world.shop.sql<{ id: string; product_id: string }>('select id, product_id from public.order_items where order_id = $1', [order])
  return new Map(rows.map(({ id, product_id }) => [product_id, id]))
}

async function enter(world: World, id: string, lines: Line[], some: Pick<OrderBook, 'method' | 'place' | 'status' | 'payment'>): Promise<void> {
  const items = await itemsOf(world, id)
  for (const line of lines) {
    line.item = items.get(line.product.id) ?? ''
    line.product.stock -= line.quantity
  }
  const order: OrderBook = { id, buyer: world.buyer, lines: byProduct(lines), invoices: [], parcels: [], refunds: [], returns: [], delivered: null, ...some }
  if (order.status === 'processing') issueInvoice(order, monthOf(world))
  world.orders.push(order)
}

export async function place(world: World): Promise<void> {
  const lines = cartOf(world)
  const at = pick(world, PLACES)
  const method = pick(world, ['cod', 'upi'])
  await world.shop.sql('delete from public.cart_items where user_id = $1', [world.buyer.id])
  await world.shop.fillCart(world.buyer, Object.fromEntries(lines.map(({ product, quantity }) => [product.id, quantity])))
  const amount = totalOf(lines, at)
  const body = {
    idempotency_key: randomUUID(),
    payment_method: method,
    shipping: { ...buyerAt(at), email: world.buyer.email },
    expected_total: Number(rupees(amount)),
  }
  const answer = await functionStep(world, 'place', world.buyer, inStock(lines), placeOrder, body)
  const state = method === 'cod' ? 'cod_pending' : 'awaiting_payment'
  if (answer) await enter(world, answer.order?.id ?? '', lines, { method, place: at, status: 'pending', payment: { state, amount } })
}

export async function placeByStaff(world: World): Promise<void> {
  const lines = cartOf(world)
  const at = pick(world, PLACES)
  const [payment, state] = pick(world, [
    [{ method: 'cod' }, 'cod_pending'],
    [{ method: 'upi' }, 'awaiting_payment'],
    [{ method: 'cash' }, 'paid'],
    [{ method: 'bank', received: true, reference: `AX${1e10 + world.roll(1e9)}${randomUUID().slice(0, 8)}` }, 'paid'],
  ] as const)
  const accept = world.roll(2) === 0
  const amount = totalOf(lines, at)
  const body = {
    idempotency_key: randomUUID(),
    channel: 'telephone',
    buyer: { ...buyerAt(at), user_id: world.buyer.id },
    lines: lines.map(({ product, quantity }) => ({ product_id: product.id, quantity })),
    delivery: 'rule',
    payment,
    accept,
    expected_total: Number(rupees(amount)),
  }
  const answer = await functionStep(world, 'place by staff', world.staff, inStock(lines), createManualOrder, body)
  const status = accept ? 'processing' : 'pending'
  if (answer) await enter(world, answer.order?.id ?? '', lines, { method: payment.method, place: at, status, payment: { state, amount } })
}

/** Lines and buyer after a random change; null if it would change nothing. */
function randomChange(world: World, order: OrderBook): { lines: Line[]; place: Place } | null {
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
  const added = others.filter(() => world.roll(4) === 0).map((product) => again(product, 1 + world.roll(6), ''))
  const lines = [...kept, ...added]
  const same = place === order.place && added.length === 0 && kept.length === order.lines.length && kept.every((line) => order.lines.includes(line))
  return same || lines.length === 0 ? null : { lines, place }
}

async function change(world: World, order: OrderBook): Promise<void> {
  const wanted = randomChange(world, order)
  if (!wanted) return
  const { lines, place: at } = wanted
  const before = new Map(order.lines.map((line) => [line.product, line.quantity]))
  const enough = lines.every(({ product, quantity }) => quantity - (before.get(product) ?? 0) <= product.stock)
  const [old, total] = [totalOf(order.lines, order.place), totalOf(lines, at)]
  const { state } = order.payment
  const canMove =
    total === old || (state === 'paid' ? total < old && old - total <= refundable(order) : ['cod_pending', 'awaiting_payment', 'failed'].includes(state))
  const allowed = ['pending', 'processing'].includes(order.status) && order.parcels.length === 0 && enough && canMove
  const [row] = await world.shop.sql<{ version: number }>('select version from public.orders where id = $1', [order.id])
  const quantities = order.lines.map((line) => ({ item_id: line.item, quantity: lines.find(({ product }) => product === line.product)?.quantity ?? 0 }))
  const body = {
    order_id: order.id,
    version: row?.version,
    reason: 'Asked for',
    lines: quantities,
    added: lines.filter(({ item }) => item === '').map(({ product, quantity }) => ({ product_id: product.id, quantity })),
    buyer: buyerAt(at),
    expected_total: Number(rupees(total)),
  }
  if (!(await functionStep(world, 'change', world.staff, allowed, changeOrder, body))) return
  for (const [product, quantity] of before) product.stock += quantity
  for (const { product, quantity } of lines) product.stock -= quantity
  if (order.status === 'processing') credit(order, null, true, monthOf(world))
  order.lines = byProduct(lines)
  order.place = at
  const items = await itemsOf(world, order.id)
  for (const line of order.lines) line.item = items.get(line.product.id) ?? ''
  if (order.status === 'processing') issueInvoice(order, monthOf(world))
  if (state === 'paid') owe(order, old - total, 'change')
  else if (total !== old) order.payment.amount = total
}

/** Prices move; what was bought keeps its price until its quantity changes. */
async function reprice(world: World): Promise<void> {
  const product = pick(world, world.products)
  product.base = BigInt(101 + world.roll(60_000))
  await world.shop.sql('update public.products set price = $2 where id = $1', [product.id, rupees(product.base)])
}

const isOpen = ({ status, parcels }: OrderBook) => ['pending', 'processing'].includes(status) && parcels.length === 0
export const placingSteps: Step[] = [
  { name: 'place', weight: 2, ready: (_, world) => world.orders.length < 2, take: place },
  { name: 'place by staff', weight: 2, ready: (_, world) => world.orders.length < 2, take: placeByStaff },
  { name: 'prices move', weight: 2, ready: isOpen, take: reprice },
  { name: 'change', weight: 8, ready: isOpen, take: change },
]
