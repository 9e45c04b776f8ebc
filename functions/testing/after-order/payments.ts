import { randomUUID } from 'node:crypto'
import { rupees } from './book.ts'
import { awaited, follow, followRefunds, namePayments, newPayment, OPEN, openAmount, owe, payersOf, receive, refundable, refundsIn } from './money.ts'
import type { OrderBook, Payment } from './order-book.ts'
import { pick } from './placing.ts'
import { sqlStep } from './taking.ts'
import type { Step, World } from './world.ts'

export const reference = () => randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase()

async function claim(world: World, order: OrderBook): Promise<void> {
  const payment = order.payments.find(({ method, state }) => method === 'upi' && ['awaiting_payment', 'awaiting_verification', 'failed'].includes(state))
  const text = 'select public.claim_payment($1, $2)'
  if ((await sqlStep(world, 'enter a UPI reference', order.buyer, payment !== undefined, text, [order.id, reference()])) && payment)
    follow(order, payment, 'awaiting_verification')
}

/** The payment that is awaited, or now and then another one. */
const anyOf = (world: World, order: OrderBook): Payment => (world.roll(8) > 0 && awaited(order)) || pick(world, order.payments)

async function recordPayment(world: World, order: OrderBook): Promise<void> {
  const payment = anyOf(world, order)
  if (payment.state === 'paid') return
  const text = "update public.payments set state = 'paid' where id = $1 returning id"
  if (await sqlStep(world, 'record a payment', world.staff, OPEN.includes(payment.state), text, [payment.id])) receive(world, order, payment)
}

/** Staff record what has come, seldom all of it, and now and then more than is open. The rest stays open as it was. */
async function recordPart(world: World, order: OrderBook): Promise<void> {
  const open = openAmount(order)
  const amount = BigInt(1 + world.roll(Number(open) + (world.roll(6) === 0 ? 2 : 0)))
  const method = pick(world, ['cash', 'bank'])
  const payment = awaited(order)
  const allowed = payment !== undefined && (amount === open || (amount < open && order.status !== 'cancelled'))
  const values = [order.id, method, method === 'bank' ? reference() : null, rupees(amount)]
  if (!(await sqlStep(world, 'record a part', world.staff, allowed, 'select public.record_payment($1, null, $2, $3, $4) as state', values)) || !payment) return
  if (amount === open) {
    payment.method = method
    return receive(world, order, payment)
  }
  payment.amount -= amount
  order.payments.push(newPayment(method, 'paid', amount, world.now, world.now.getTime()))
  await namePayments(world, order)
}

async function notFound(world: World, order: OrderBook): Promise<void> {
  const payment = anyOf(world, order)
  if (payment.state === 'failed') return
  const text = "update public.payments set state = 'failed' where id = $1 returning id"
  if (await sqlStep(world, 'find no payment', world.staff, payment.state === 'awaiting_verification', text, [payment.id])) follow(order, payment, 'failed')
}

async function refundPart(world: World, order: OrderBook): Promise<void> {
  const most = refundable(order)
  const amount = world.roll(6) === 0 ? most + 1n : BigInt(1 + world.roll(Number(most === 0n ? 5000n : most)))
  const paid = world.roll(2) === 0
  const [payer] = payersOf(order, amount)
  // one transfer is one refund, and store credit is no transfer
  const allowed = amount <= most && (!paid || (payer?.part === amount && payer.payment.method !== 'credit'))
  const text = "select public.start_refund($1, $2, 'One leaked', (select version from public.orders where id = $1), $3, $4) as id"
  const values = [order.id, rupees(amount), ...(paid ? ['upi', reference()] : [null, null])]
  if (!(await sqlStep(world, paid ? 'refund a part' : 'promise a refund', world.staff, allowed, text, values))) return
  owe(world, order, amount, 'goodwill')
  if (paid) pay(world, order, order.refunds.at(-1) as OrderBook['refunds'][number], 'upi')
}

function pay(world: World, order: OrderBook, refund: OrderBook['refunds'][number], method: string | null): void {
  refund.state = 'paid'
  refund.method = method
  refund.paid = world.now
  followRefunds(order, refund.of)
}

type Row = { id: string; payment_id: string; amount: string; source: string }
/** A row of the shop that fits one of the book. */
async function rowOf(world: World, order: OrderBook, states: readonly string[]): Promise<{ row: Row; entry: OrderBook['refunds'][number] } | null> {
  const rows = await world.shop.sql<Row>('select id, payment_id, amount, source from public.refunds where order_id = $1 and state = any ($2) order by id', [
    order.id,
    states,
  ])
  const row = rows[world.roll(Math.max(rows.length, 1))]
  const entry = order.refunds.find(
    ({ of, amount, state, source }) => row && of.id === row.payment_id && states.includes(state) && rupees(amount) === row.amount && source === row.source,
  )
  return row && entry ? { row, entry } : null
}
const VERSION = '(select r.version from public.refunds r where r.id = $1)'

async function settle(world: World, order: OrderBook): Promise<void> {
  const found = await rowOf(world, order, world.roll(10) === 0 ? ['paid', 'withdrawn'] : ['due'])
  if (!found) return
  const { row, entry } = found
  const text = `select public.settle_refund($1, 'bank', $2, ${VERSION})`
  if (!(await sqlStep(world, 'pay a refund', world.staff, entry.state === 'due', text, [row.id, reference()]))) return
  pay(world, order, entry, 'bank')
}

/** What a cancelled order owes stays owed. */
async function withdraw(world: World, order: OrderBook): Promise<void> {
  const found = await rowOf(world, order, ['due', 'paid'])
  if (!found) return
  const { row, entry } = found
  const allowed = entry.state === 'due' && entry.source === 'goodwill' && order.status !== 'cancelled'
  if (await sqlStep(world, 'withdraw a refund', world.staff, allowed, `select public.withdraw_refund($1, ${VERSION})`, [row.id])) entry.state = 'withdrawn'
}

async function refundAll(world: World, order: OrderBook): Promise<void> {
  const owed = order.payments.filter(({ state }) => state === 'refund_due')
  const text = "update public.payments set state = 'refunded' where order_id = $1 and state = 'refund_due' returning id"
  if (!(await sqlStep(world, 'pay all refunds', world.staff, owed.length > 0, text, [order.id]))) return
  for (const refund of order.refunds)
    if (refund.state === 'due' && owed.includes(refund.of)) pay(world, order, refund, refund.of.method === 'cod' ? null : refund.of.method)
  for (const payment of owed) follow(order, payment, 'refunded')
}

const hasDue = (order: OrderBook) => refundsIn(order, ['due']) > 0n
export const paymentSteps: Step[] = [
  {
    name: 'enter a UPI reference',
    weight: 4,
    ready: ({ payments }) => payments.some(({ method, state }) => method === 'upi' && ['awaiting_payment', 'failed'].includes(state)),
    take: claim,
  },
  { name: 'record a payment', weight: 3, ready: (order) => awaited(order) !== undefined, take: recordPayment },
  { name: 'record a part', weight: 2, ready: (order) => openAmount(order) > 0n, take: recordPart },
  { name: 'find no payment', weight: 2, ready: (order) => awaited(order)?.state === 'awaiting_verification', take: notFound },
  { name: 'refund a part', weight: 3, ready: (order) => refundable(order) > 0n, take: refundPart },
  { name: 'pay a refund', weight: 4, ready: hasDue, take: settle },
  { name: 'withdraw a refund', weight: 3, ready: hasDue, take: withdraw },
  { name: 'pay all refunds', weight: 1, ready: ({ payments }) => payments.some(({ state }) => state === 'refund_due'), take: refundAll },
]
