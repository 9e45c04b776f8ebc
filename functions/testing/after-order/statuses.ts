import { arrive, credit, issueInvoice, piecesIn, GONE, rest, toSend } from './book.ts'
import { oweAll } from './money.ts'
import type { OrderBook } from './order-book.ts'
import { addParcel } from './parcel-invoices.ts'
import { sqlStep } from './taking.ts'
import { today, newTracking } from './world.ts'
import type { Step, World } from './world.ts'

async function accept(world: World, order: OrderBook): Promise<void> {
  if (order.status === 'processing') return
  const text = "update public.orders set status = 'processing' where id = $1 returning id"
  if (!(await sqlStep(world, 'accept', world.staff, order.status === 'pending', text, [order.id]))) return
  order.status = 'processing'
  if (!order.perParcel) issueInvoice(order, today(world))
}

/** What is in the shop goes back to stock, parcels under way are called back, documents are reversed and money is owed. */
function cancelled(world: World, order: OrderBook): void {
  for (const line of order.lines) line.product.stock += toSend(line) - piecesIn(order, line.item, GONE)
  order.parcels = order.parcels.filter(({ state }) => state !== 'packed')
  for (const parcel of order.parcels) if (parcel.state === 'shipped') parcel.state = 'returning'
  order.status = 'cancelled'
  oweAll(world, order)
  credit(order, null, true, today(world))
}

async function cancelByCustomer(world: World, order: OrderBook): Promise<void> {
  if (order.status === 'cancelled') return
  const text = "update public.orders set status = 'cancelled', cancelled_by = $2 where id = $1 returning id"
  if (await sqlStep(world, 'cancel by customer', order.buyer, order.status === 'pending', text, [order.id, order.buyer.id])) cancelled(world, order)
}

async function cancelByStaff(world: World, order: OrderBook): Promise<void> {
  if (order.status === 'cancelled') return
  const allowed = ['pending', 'processing', 'shipped'].includes(order.status) && !order.parcels.some(({ state }) => state === 'delivered')
  const text = "update public.orders set status = 'cancelled', cancel_reason = 'Refused at the door' where id = $1 returning id"
  if (await sqlStep(world, 'cancel by staff', world.staff, allowed, text, [order.id])) cancelled(world, order)
}

async function shipAll(world: World, order: OrderBook): Promise<void> {
  if (order.status === 'shipped') return
  const text = "update public.orders set status = 'shipped', courier = 'DTDC', tracking_number = $2 where id = $1 returning id"
  if (!(await sqlStep(world, 'ship everything', world.staff, order.status === 'processing', text, [order.id, newTracking()]))) return
  const pieces = rest(order)
  for (const parcel of order.parcels) if (parcel.state === 'packed') parcel.state = 'shipped'
  order.status = 'shipped'
  if (pieces.size === 0) return
  const known = order.parcels.map(({ id }) => id)
  const [row] = await world.shop.sql<{ id: string }>('select id from public.shipments where order_id = $1 and not (id = any ($2))', [order.id, known])
  addParcel(order, { id: row?.id ?? '', state: 'shipped', pieces }, today(world))
}

async function deliverAll(world: World, order: OrderBook): Promise<void> {
  if (order.status === 'delivered') return
  const text = "update public.orders set status = 'delivered' where id = $1 returning id"
  if (await sqlStep(world, 'deliver everything', world.staff, order.status === 'shipped', text, [order.id])) arrive(order, world.now)
}

export const statusSteps: Step[] = [
  { name: 'accept', weight: 8, ready: ({ status }) => status === 'pending', take: accept },
  { name: 'cancel by customer', weight: 1, ready: ({ status }) => status === 'pending', take: cancelByCustomer },
  { name: 'cancel by staff', weight: 1, ready: ({ status }) => ['processing', 'shipped'].includes(status), take: cancelByStaff },
  { name: 'ship everything', weight: 2, ready: ({ status }) => status === 'processing', take: shipAll },
  { name: 'deliver everything', weight: 4, ready: ({ status }) => status === 'shipped', take: deliverAll },
]
