import { randomUUID } from 'node:crypto'
import { createManualOrder } from '../../manual-order/create-manual-order.ts'
import { placeOrder } from '../../place-order/place-order.ts'
import { byProduct, issueInvoice, priceToday, rupees, totalOf } from './book.ts'
import { addCredit, namePayments, newPayment } from './money.ts'
import type { Line, OrderBook } from './order-book.ts'
import { functionStep } from './taking.ts'
import { buyerAt, today, PLACES } from './world.ts'
import type { Step, World } from './world.ts'

export const pick = <T>(world: World, all: readonly T[]): T => all[world.roll(all.length)] as T
const cartOf = (world: World): Line[] => {
  const wanted = world.products.filter(() => world.roll(2) === 0)
  return (wanted.length > 0 ? wanted : world.products.slice(0, 1)).map((product) => {
    const quantity = world.roll(12) === 0 ? product.stock + 1 : 1 + world.roll(7)
    return { item: '', product, unit: priceToday(product, quantity), agreed: false, quantity, givenUp: [] }
  })
}
export const isInStock = (lines: readonly Line[]): boolean => lines.every(({ product, quantity }) => quantity <= product.stock)

export async function itemsOf(world: World, order: string): Promise<Map<string, string>> {
  const rows = await world.shop.sql<{ id: string; product_id: string }>('select id, product_id from public.order_items where order_id = $1', [order])
  return new Map(rows.map(({ id, product_id }) => [product_id, id]))
}

export async function enter(
  world: World,
  id: string,
  lines: Line[],
  some: Pick<OrderBook, 'online' | 'free' | 'method' | 'credit' | 'place' | 'status' | 'state' | 'payments'>,
): Promise<void> {
  const items = await itemsOf(world, id)
  for (const line of lines) {
    line.item = items.get(line.product.id) ?? ''
    line.product.stock -= line.quantity
  }
  const { buyer, perParcel } = world
  const order: OrderBook = { id, buyer, perParcel, lines: byProduct(lines), invoices: [], parcels: [], refunds: [], returns: [], delivered: null, ...some }
  if (order.status === 'processing' && !perParcel) issueInvoice(order, today(world))
  await namePayments(world, order)
  world.orders.push(order)
}

export const place = (world: World): Promise<void> => placeWith(world, 'place', 0n)
/** All the credit that is there and needed is spent, and exactly what the customer was shown. */
export const placeWithCredit = (world: World): Promise<void> => placeWith(world, 'place with store credit', world.credit.balance)

async function placeWith(world: World, name: string, balance: bigint): Promise<void> {
  const lines = cartOf(world)
  const at = pick(world, PLACES)
  await world.shop.sql('delete from public.cart_items where user_id = $1', [world.buyer.id])
  await world.shop.fillCart(world.buyer, Object.fromEntries(lines.map(({ product, quantity }) => [product.id, quantity])))
  const total = totalOf(lines, at)
  const spent = balance < total ? balance : total
  const shown = spent > 0n && world.roll(6) === 0 ? spent - 1n : spent
  const method = spent === total ? 'credit' : pick(world, ['cod', 'upi'])
  const body = {
    idempotency_key: randomUUID(),
    payment_method: method,
    shipping: { ...buyerAt(at), email: world.buyer.email },
    expected_total: Number(rupees(total)),
    store_credit: Number(rupees(shown)),
  }
  const answer = await functionStep(world, name, world.buyer, isInStock(lines) && shown === spent, placeOrder, body)
  if (!answer) return
  const about = { online: true, free: false, method, credit: spent, place: at, status: 'pending', ...opening(world, total, spent, method) }
  await enter(world, answer.order?.id ?? '', lines, about)
}

/** The payments of a new order of which store credit pays `spent`. */
export function opening(world: World, total: bigint, spent: bigint, method: string): Pick<OrderBook, 'state' | 'payments'> {
  const state = method === 'credit' ? 'paid' : method === 'cod' ? 'cod_pending' : 'awaiting_payment'
  if (spent > 0n) addCredit(world, 'order', -spent)
  const rest = spent < total ? [newPayment(method, state, total - spent, world.now)] : []
  return { state, payments: [...rest, ...(spent > 0n ? [newPayment('credit', 'paid', spent, world.now)] : [])] }
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
  const answer = await functionStep(world, 'place by staff', world.staff, isInStock(lines), createManualOrder, body)
  const status = accept ? 'processing' : 'pending'
  const payments = [newPayment(payment.method, state, amount, world.now)]
  if (answer)
    await enter(world, answer.order?.id ?? '', lines, { online: false, free: false, method: payment.method, credit: 0n, place: at, status, state, payments })
}

export const placingSteps: Step[] = [
  { name: 'place', weight: 2, ready: (_, world) => world.orders.length < 2, take: place },
  { name: 'place by staff', weight: 2, ready: (_, world) => world.orders.length < 2, take: placeByStaff },
]
