/** Staff take back a payment that they recorded by mistake, and record money that fits no open payment. */
import { rupees } from './book.ts'
import { addDue, awaited, followUndone, namePayments, newPayment, openAmount, receive, settleState } from './money.ts'
import type { OrderBook, Payment } from './order-book.ts'
import { reference } from './payments.ts'
import { pick } from './placing.ts'
import { sqlStep } from './taking.ts'
import type { Step, World } from './world.ts'

const VERSION = '(select version from public.orders where id = $1)'

/** Money that staff recorded, of which nothing is back or owed but what follows from the payment itself. */
function isUndoable(order: OrderBook, payment: Payment): boolean {
  const { method, state, amount, surplus, remitted } = payment
  if (method === 'credit' || remitted || !['paid', 'refund_due'].includes(state) || amount === 0n) return false
  const live = order.refunds.filter((refund) => refund.state !== 'withdrawn')
  const follows = (source: string) => source === 'surplus' || (source === 'cancellation' && order.status === 'cancelled')
  if (live.some((refund) => refund.of === payment && !(refund.state === 'due' && follows(refund.source)))) return false
  if (amount === surplus) return true
  // the rest is open again: no other money may be too much then, and no amount fixed
  if (live.some((refund) => refund.of !== payment && refund.source === 'surplus' && refund.state === 'due')) return false
  return !order.payments.some((other) => other.state === 'awaiting_verification') && order.method !== 'credit'
}

async function undo(world: World, order: OrderBook): Promise<void> {
  const likely = order.payments.filter((payment) => isUndoable(order, payment))
  const payment = world.roll(5) > 0 && likely.length > 0 ? pick(world, likely) : pick(world, order.payments)
  const text = `select public.undo_payment($2, ${VERSION}, 'Of another order') as nothing`
  if (!(await sqlStep(world, 'undo a payment', world.staff, isUndoable(order, payment), text, [order.id, payment.id]))) return
  const paid = payment.amount - payment.surplus
  const open = awaited(order)
  if (open) open.amount += paid
  else if (paid > 0n)
    order.payments.push(newPayment(order.method, order.method === 'cod' ? 'cod_pending' : 'awaiting_payment', paid, world.now, world.now.getTime()))
  followUndone(order, payment)
  await namePayments(world, order)
}

/** More than is open, or anything where nothing is; now and then what would fit. */
async function recordSurplus(world: World, order: OrderBook): Promise<void> {
  const payment = awaited(order)
  const cancelled = order.status === 'cancelled'
  const open = openAmount(order)
  const amount = BigInt(1 + world.roll(50_000)) + (world.roll(4) > 0 ? open : 0n)
  const covers = payment !== undefined && (!cancelled || (open > 0n && amount >= open))
  const method = pick(world, ['cash', 'upi'])
  const text = `select public.record_surplus($1, ${VERSION}, $2, $3, $4) as state`
  const values = [order.id, method, rupees(amount), method === 'upi' ? reference() : null]
  if (!(await sqlStep(world, 'record a surplus', world.staff, !covers || amount > open, text, values))) return
  if (covers) {
    payment.method = method
    payment.amount = amount
    payment.surplus = amount - open
    receive(world, order, payment)
    if (!cancelled) addDue(order, payment, amount - open, 'surplus')
    return
  }
  const state = cancelled || ['refund_due', 'refunded'].includes(order.state) ? 'refund_due' : 'paid'
  const made = { ...newPayment(method, state, amount, world.now, world.now.getTime()), surplus: amount }
  order.payments.push(made)
  addDue(order, made, amount, 'surplus')
  settleState(order)
  await namePayments(world, order)
}

export const correctionSteps: Step[] = [
  { name: 'undo a payment', weight: 3, ready: (order) => order.payments.some((payment) => isUndoable(order, payment)), take: undo },
  {
    name: 'record a surplus',
    weight: 2,
    ready: (order) => order.status === 'cancelled' || openAmount(order) === 0n || order.payments.length < 3,
    take: recordSurplus,
  },
]
