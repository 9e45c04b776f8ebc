import { randomUUID } from 'node:crypto'
import { followRefunds, oweAll, refundable, refundsIn, rupees } from './book.ts'
import type { OrderBook } from './book.ts'
import { sqlStep } from './taking.ts'
import type { Step, World } from './world.ts'

const OPEN = ['cod_pending', 'awaiting_payment', 'awaiting_verification', 'failed']
const reference = () => randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase()

async function claim(world: World, order: OrderBook): Promise<void> {
  const allowed = order.method === 'upi' && ['awaiting_payment', 'awaiting_verification', 'failed'].includes(order.payment.state)
  if (await sqlStep(world, 'enter a UPI reference', order.buyer, allowed, 'select public.claim_payment($1, $2)', [order.id, reference()]))
    order.payment.state = 'awaiting_verification'
}

/** The money is there. Of an order that a person has cancelled it is due back. */
async function recordPayment(world: World, order: OrderBook): Promise<void> {
  if (order.payment.state === 'paid') return
  const allowed = OPEN.includes(order.payment.state)
  if (
    !(await sqlStep(world, 'record a payment', world.staff, allowed, "update public.payments set state = 'paid' where order_id = $1 returning id", [order.id]))
  )
    return
  order.payment.state = 'paid'
  if (order.status === 'cancelled') oweAll(order)
}

async function notFound(world: World, order: OrderBook): Promise<void> {
  if (order.payment.state === 'failed') return
  const allowed = order.payment.state === 'awaiting_verification'
  if (await sqlStep(world, 'find no payment', world.staff, allowed, "update public.payments set state = 'failed' where order_id = $1 returning id", [order.id]))
    order.payment.state = 'failed'
}

async function refundPart(world: World, order: OrderBook): Promise<void> {
  const most = refundable(order)
  const amount = world.roll(6) === 0 ? most + 1n : BigInt(1 + world.roll(Number(most === 0n ? 5000n : most)))
  const paid = world.roll(2) === 0
  const text = "select public.start_refund($1, $2, 'One leaked', (select version from public.orders where id = $1), $3, $4) as id"
  const values = [order.id, rupees(amount), ...(paid ? ['upi', reference()] : [null, null])]
  if (!(await sqlStep(world, paid ? 'refund a part' : 'promise a refund', world.staff, amount <= most, text, values))) return
  order.refunds.push({ amount, state: paid ? 'paid' : 'due', source: 'goodwill' })
  if (paid) followRefunds(order)
}

type Row = { id: string; amount: string; source: string }
/** A row of the shop that fits one of the book. */
async function rowOf(world: World, order: OrderBook, states: readonly string[]): Promise<{ row: Row; entry: OrderBook['refunds'][number] } | null> {
  const rows = await world.shop.sql<Row>('select id, amount, source from public.refunds where order_id = $1 and state = any ($2) order by id', [
    order.id,
    states,
  ])
  const row = rows[world.roll(Math.max(rows.length, 1))]
  const entry = order.refunds.find(({ amount, state, source }) => row && states.includes(state) && rupees(amount) === row.amount && source === row.source)
  return row && entry ? { row, entry } : null
}
const VERSION = '(select r.version from public.refunds r where r.id = $1)'

async function settle(world: World, order: OrderBook): Promise<void> {
  const found = await rowOf(world, order, world.roll(10) === 0 ? ['paid', 'withdrawn'] : ['due'])
  if (!found) return
  const { row, entry } = found
  const text = `select public.settle_refund($1, 'bank', $2, ${VERSION})`
  if (!(await sqlStep(world, 'pay a refund', world.staff, entry.state === 'due', text, [row.id, reference()]))) return
  entry.state = 'paid'
  followRefunds(order)
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
  if (order.payment.state === 'refunded') return
  const allowed = order.payment.state === 'refund_due'
  const text = "update public.payments set state = 'refunded' where order_id = $1 returning id"
  if (!(await sqlStep(world, 'pay all refunds', world.staff, allowed, text, [order.id]))) return
  order.payment.state = 'refunded'
  for (const refund of order.refunds) if (refund.state === 'due') refund.state = 'paid'
}

const hasDue = (order: OrderBook) => refundsIn(order, ['due']) > 0n
export const paymentSteps: Step[] = [
  {
    name: 'enter a UPI reference',
    weight: 4,
    ready: ({ method, payment }) => method === 'upi' && ['awaiting_payment', 'failed'].includes(payment.state),
    take: claim,
  },
  { name: 'record a payment', weight: 3, ready: ({ payment }) => OPEN.includes(payment.state), take: recordPayment },
  { name: 'find no payment', weight: 2, ready: ({ payment }) => payment.state === 'awaiting_verification', take: notFound },
  { name: 'refund a part', weight: 3, ready: (order) => refundable(order) > 0n, take: refundPart },
  { name: 'pay a refund', weight: 4, ready: hasDue, take: settle },
  { name: 'withdraw a refund', weight: 3, ready: hasDue, take: withdraw },
  { name: 'pay all refunds', weight: 1, ready: ({ payment }) => payment.state === 'refund_due', take: refundAll },
]
