import { randomUUID } from 'node:crypto'
import { rupees, sum } from './book.ts'
import { awaited, namePayments, newPayment, openAmount, receive } from './money.ts'
import type { OrderBook } from './order-book.ts'
import { sqlStep } from './taking.ts'
import type { Step, World } from './world.ts'

type Row = { place: number; tracking: string; collected: bigint; order: OrderBook | null; undelivered: boolean; booked: bigint; problem: string | null }

/** A part becomes a payment of its own and lowers the one that is awaited. */
function receivePart(world: World, order: OrderBook, amount: bigint): void {
  const payment = awaited(order)
  if (!payment || amount === 0n) return
  if (amount === payment.amount) {
    payment.remitted = true
    return receive(world, order, payment)
  }
  payment.amount -= amount
  order.payments.push({ ...newPayment(payment.method, 'paid', amount, world.now, world.now.getTime()), remitted: true })
}

/** One row for each of some parcels: what is open, more, less or nothing; and a number that nobody knows. */
async function randomRows(world: World): Promise<Row[]> {
  const orders = world.orders.filter(() => world.roll(3) > 0)
  const numbers = await world.shop.sql<{ id: string; order_id: string; tracking: string }>(
    'select id, order_id, tracking_number as tracking from public.shipments where order_id = any ($1) and tracking_number is not null order by order_id, number',
    [orders.map(({ id }) => id)],
  )
  const known = numbers.flatMap(({ id: parcel, order_id, tracking }) => {
    const order = orders.find(({ id }) => id === order_id) ?? null
    const open = order ? openAmount(order) : 0n
    const random = BigInt(world.roll(Number(open) + 200))
    const undelivered = order?.parcels.some((one) => one.id === parcel && one.undelivered) ?? false
    return world.roll(4) === 0 ? [] : [{ tracking, order, undelivered, collected: world.roll(2) === 0 ? open : random }]
  })
  const rows = [...known, ...(world.roll(3) === 0 ? [{ tracking: randomUUID(), order: null, undelivered: false, collected: 100n }] : [])]
  return rows.map((row, at) => ({ ...row, place: at + 1, booked: 0n, problem: null }))
}

/** What becomes of each row: what an order has still open is booked at it, the rest stays a difference. */
function settle(rows: Row[], remitted: ReadonlySet<string>): Row[] {
  const settled: Row[] = []
  for (const row of rows) {
    const { order, collected, tracking, undelivered } = row
    const same = (other: Row) => other.tracking === tracking && other.collected === collected
    const problem =
      remitted.has(`${tracking} ${collected}`) || settled.some(same)
        ? 'repeated'
        : order === null
          ? 'unknown'
          : order.method !== 'cod'
            ? 'not_cod'
            : collected === 0n
              ? null
              : order.status === 'cancelled'
                ? 'cancelled'
                : undelivered
                  ? 'undelivered'
                  : order.state === 'cod_pending'
                    ? null
                    : 'paid'
    const before = sum(settled.filter((other) => other.order === order && other.problem === null).map((other) => other.collected))
    const left = problem === null && order ? openAmount(order) - before : 0n
    settled.push({ ...row, problem, booked: left <= 0n ? 0n : left < collected ? left : collected })
  }
  return settled
}

async function remit(world: World): Promise<void> {
  const settled = settle(await randomRows(world), world.remitted)
  if (settled.length === 0) return
  const fresh = settled.filter(({ problem }) => problem !== 'repeated')
  const rows = settled.map(({ place, tracking, collected }) => ({ place, tracking: tracking.toLowerCase(), collected: rupees(collected), charges: '11.80' }))
  const received = BigInt(world.roll(2) * world.roll(90_000))
  const text = "select public.book_remittance('Delhivery', $1, '2027-01-31', $3, 5.90, $2) ->> 'id' as id"
  const values = [randomUUID(), JSON.stringify(rows), rupees(received)]
  const made = await sqlStep(world, 'book a remittance', world.staff, fresh.length > 0, text, values)
  if (!made) return
  const charges = 590n + 1180n * BigInt(fresh.length)
  world.transfers.push({ at: world.now, booked: sum(fresh.map(({ booked }) => booked)), received, charges })
  for (const { order, tracking, collected, booked } of fresh) {
    world.remitted.add(`${tracking} ${collected}`)
    if (order) receivePart(world, order, booked)
  }
  for (const order of world.orders) await namePayments(world, order)
  const found = await world.shop.sql<{ line: string }>(
    `select l.place || ' ' || l.booked || ' ' || l.charges || ' ' || coalesce(l.problem, 'fits') as line from public.remittance_lines l
     where l.remittance_id = $1 order by l.place`,
    [made['id']],
  )
  const wanted = fresh.map(({ place, booked, problem }) => `${place} ${rupees(booked)} 11.80 ${problem ?? 'fits'}`)
  if (found.map(({ line }) => line).join() !== wanted.join())
    throw new Error(`A remittance booked ${found.map(({ line }) => line).join()} and not ${wanted.join()}\n${world.story.join('\n')}`)
}

export const remittanceSteps: Step[] = [
  {
    name: 'book a remittance',
    weight: 5,
    ready: ({ state, parcels }) => state === 'cod_pending' && parcels.some((parcel) => ['shipped', 'delivered'].includes(parcel.state)),
    take: remit,
  },
]
