/** The money of an order in the book: its payments, what becomes due back of them, and the store credit of its buyer. */
import { rupees, sum } from './book.ts'
import type { OrderBook, Payment } from './order-book.ts'
import type { World } from './world.ts'

export const OPEN = ['cod_pending', 'awaiting_payment', 'awaiting_verification', 'failed']
const RECEIVED = ['paid', 'refund_due', 'refunded']
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

export const newPayment = (method: string, state: string, amount: bigint, now: Date, at = 0): Payment => ({
  id: '',
  method,
  state,
  amount,
  at,
  received: RECEIVED.includes(state) ? now : null,
  surplus: 0n,
  remitted: false,
})
export const awaited = ({ payments }: OrderBook): Payment | undefined => payments.find(({ state }) => OPEN.includes(state))
export const openAmount = ({ payments }: OrderBook): bigint => sum(payments.map(({ state, amount }) => (OPEN.includes(state) ? amount : 0n)))
/** Without store credit, which pays like a discount. */
export const moneyOf = ({ payments }: OrderBook): bigint => receivedOf({ payments: payments.filter(({ method }) => method !== 'credit') })
export const receivedOf = ({ payments }: Pick<OrderBook, 'payments'>): bigint =>
  sum(payments.map(({ state, amount }) => (RECEIVED.includes(state) ? amount : 0n)))

const refundsOf = (order: OrderBook, payment: Payment, states: readonly string[]): bigint =>
  sum(order.refunds.map(({ of, state, amount }) => (of === payment && states.includes(state) ? amount : 0n)))
export const refundsIn = (order: OrderBook, states: readonly string[]): bigint => sum(order.payments.map((payment) => refundsOf(order, payment, states)))
const refundableOf = (order: OrderBook, payment: Payment): bigint =>
  payment.state === 'paid' || payment.state === 'refund_due' ? payment.amount - refundsOf(order, payment, ['due', 'paid']) : 0n
/** What can still go back of the payments. */
export const refundable = (order: OrderBook): bigint => sum(order.payments.map((payment) => refundableOf(order, payment)))

/**
 * The payments that would owe this amount, with how much of it: money before store credit, or after it if all becomes store credit; one that covers it
 * all before others, the newest first.
 */
export function payersOf(order: OrderBook, amount: bigint, asCredit = false): { payment: Payment; part: bigint }[] {
  const turn = ({ payment, left }: { payment: Payment; left: bigint }) => ((payment.method === 'credit') === asCredit ? 0 : 2) + (left >= amount ? 0 : 1)
  const payers = order.payments
    .map((payment) => ({ payment, left: refundableOf(order, payment) }))
    .toSorted((a, b) => turn(a) - turn(b) || b.payment.at - a.payment.at || (a.payment.id < b.payment.id ? -1 : 1))
  let open = amount
  return payers.flatMap(({ payment, left }) => {
    const part = smaller(open, left)
    open -= part
    return part > 0n ? [{ payment, part }] : []
  })
}

/** An amount is due back. What was paid with store credit is store credit again at once, and so is all of it if that was agreed. */
export function owe(world: World, order: OrderBook, amount: bigint, source: string, asCredit = false): void {
  for (const { payment, part } of payersOf(order, amount, asCredit)) addRefund(world, order, payment, part, source, asCredit)
}

function addRefund(world: World, order: OrderBook, of: Payment, amount: bigint, source: string, asCredit: boolean): void {
  const inCredit = asCredit || of.method === 'credit'
  const [state, method, paid] = inCredit ? (['paid', 'credit', world.now] as const) : (['due', null, null] as const)
  order.refunds.push({ of, amount, state, source, method, paid })
  if (!inCredit) return
  addCredit(world, 'refund', amount)
  followRefunds(order, of)
}

/** An amount of this payment is due back. */
export function addDue(order: OrderBook, of: Payment, amount: bigint, source: string): void {
  order.refunds.push({ of, amount, state: 'due', source, method: null, paid: null })
}

/** A payment never was: nothing is owed of it. */
export function followUndone(order: OrderBook, payment: Payment): void {
  payment.received = null
  for (const refund of order.refunds) if (refund.of === payment && refund.state === 'due') refund.state = 'withdrawn'
  follow(order, payment, 'undone')
}

export function settleState(order: OrderBook): void {
  order.state = stateOf(order)
}

export function addCredit(world: World, kind: string, amount: bigint): void {
  world.credit.balance += amount
  world.credit.entries.push({ kind, amount, at: world.now })
}

/** All that was paid is due back. */
export function oweAll(world: World, order: OrderBook): void {
  if (order.state === 'paid' || (order.state !== 'awaiting_verification' && isMoney(order, 'paid'))) order.state = 'refund_due'
  else if (order.state !== 'awaiting_verification' && isMoney(order, 'refunded')) order.state = 'refunded'
  const paid = order.payments.filter(({ state }) => state === 'paid')
  for (const payment of paid) payment.state = 'refund_due'
  for (const payment of paid) oweRest(world, order, payment)
}
function oweRest(world: World, order: OrderBook, payment: Payment): void {
  const rest = refundableOf(order, payment)
  if (rest > 0n) addRefund(world, order, payment, rest, 'cancellation', false)
  followRefunds(order, payment)
}

/** A payment of which everything is back says so, and so does the order if none of its payments is left. */
export function followRefunds(order: OrderBook, payment: Payment): void {
  if (!['paid', 'refund_due'].includes(payment.state) || refundsOf(order, payment, ['paid']) < payment.amount) return
  payment.state = 'refunded'
  if (stateOf(order) === 'refunded') order.state = 'refunded'
}

const isMoney = ({ payments }: OrderBook, wanted: string): boolean => payments.some(({ method, state }) => method !== 'credit' && state === wanted)

/** What the payments come to: what is awaited, then what is received. Of a cancelled order a claim is looked at, and then what goes back. */
function stateOf(order: OrderBook): string {
  const has = (...wanted: string[]) => order.payments.some(({ state }) => wanted.includes(state))
  const open = awaited(order)?.state
  if (order.status !== 'cancelled') {
    if (open !== undefined || order.payments.some(({ state, amount }) => state === 'paid' && amount > 0n)) return open ?? 'paid'
    return has('refund_due') ? 'refund_due' : has('refunded') ? 'refunded' : 'paid'
  }
  if (open === 'awaiting_verification') return open
  if (has('paid', 'refund_due')) return 'refund_due'
  return isMoney(order, 'refunded') || (has('refunded') && open !== 'awaiting_payment') ? 'refunded' : (open ?? order.state)
}

/** A payment takes a step, and its order with it. */
export function follow(order: OrderBook, payment: Payment, state: string): void {
  payment.state = state
  order.state = stateOf(order)
}

/** The money of a payment is there. Of an order that a person has cancelled it is due back. */
export function receive(world: World, order: OrderBook, payment: Payment): void {
  const cancelled = order.status === 'cancelled'
  payment.received = world.now
  follow(order, payment, cancelled ? 'refund_due' : 'paid')
  if (cancelled) oweRest(world, order, payment)
}

/** What the customer has still to pay becomes less first; returns what is left of the amount. */
export function setOff(order: OrderBook, amount: bigint): bigint {
  const payment = awaited(order)
  if (!payment || payment.amount === 0n) return amount
  const part = smaller(amount, payment.amount)
  payment.amount -= part
  if (part > 0n && payment.amount === 0n) payment.state = 'paid'
  if (!awaited(order) && ['awaiting_payment', 'failed'].includes(order.state)) order.state = 'paid'
  return amount - part
}

/** Fills in the ids of the payments that a step has made. */
export async function namePayments(world: World, order: OrderBook): Promise<void> {
  const rows = await world.shop.sql<{ id: string; method: string; amount: string }>('select id, method, amount from public.payments where order_id = $1', [
    order.id,
  ])
  const unknown = rows.filter(({ id }) => !order.payments.some((payment) => payment.id === id))
  for (const payment of order.payments.filter(({ id }) => id === '')) {
    const at = unknown.findIndex(({ method, amount }) => method === payment.method && amount === rupees(payment.amount))
    if (at >= 0) payment.id = unknown.splice(at, 1)[0]?.id ?? ''
  }
}
