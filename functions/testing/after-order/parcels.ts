import { followParcels, productOf, rest } from './book.ts'
import type { OrderBook, Parcel } from './order-book.ts'
import { addParcel, removeParcel } from './parcel-invoices.ts'
import { sqlStep } from './taking.ts'
import { newTracking, today } from './world.ts'
import type { Step, World } from './world.ts'

export const anyOf = (world: World, order: OrderBook, state: string): Parcel | undefined => {
  const fitting = order.parcels.filter((parcel) => parcel.state === state)
  const all = fitting.length > 0 ? fitting : order.parcels
  return all[world.roll(Math.max(all.length, 1))]
}
const linesOf = (pieces: Iterable<readonly [string, object]>) => JSON.stringify([...pieces].map(([item, more]) => ({ item, ...more })))

async function pack(world: World, order: OrderBook): Promise<void> {
  const left = rest(order)
  const pieces = new Map(
    order.lines.flatMap(({ item, quantity }) => {
      const most = world.roll(12) === 0 ? quantity + 1 : (left.get(item) ?? 0)
      const chosen = world.roll(most + 1)
      return chosen > 0 ? [[item, chosen] as const] : []
    }),
  )
  if (pieces.size === 0) return
  const packed = world.roll(2) === 0
  const allowed = order.status === 'processing' && [...pieces].every(([item, quantity]) => quantity <= (left.get(item) ?? 0))
  const text = "select public.create_shipment($1, (select version from public.orders where id = $1), $2, 'DTDC', $4, false, $3) as id"
  const lines = linesOf([...pieces].map(([item, quantity]) => [item, { quantity }] as const))
  const made = await sqlStep(world, packed ? 'pack' : 'ship a part', world.staff, allowed, text, [order.id, lines, packed, newTracking()])
  if (made) addParcel(order, { id: String(made['id']), state: packed ? 'packed' : 'shipped', pieces }, today(world))
  if (made) followParcels(order, world.now)
}

/** A step of one parcel from one state. */
const step = (name: string, from: string, weight: number, call: string, then: (order: OrderBook, parcel: Parcel, world: World) => void): Step => ({
  name,
  weight,
  ready: ({ parcels }) => parcels.some(({ state }) => state === from),
  async take(world, order) {
    const parcel = anyOf(world, order, from)
    if (!parcel) return
    const text = `select public.${call.replace('$version', '(select s.version from public.shipments s where s.id = $1)')}`
    if (!(await sqlStep(world, name, world.staff, parcel.state === from, text, [parcel.id]))) return
    then(order, parcel, world)
    followParcels(order, world.now)
  },
})

async function receive(world: World, order: OrderBook): Promise<void> {
  const parcel = anyOf(world, order, 'returning')
  if (!parcel) return
  const nothing = world.roll(4) === 0
  const split = [...parcel.pieces].map(([item, quantity]) => {
    const restocked = nothing ? 0 : world.roll(quantity + 1)
    const damaged = nothing ? 0 : world.roll(quantity - restocked + 1)
    return [item, { restocked, damaged, lost: quantity - restocked - damaged }] as const
  })
  const text = 'select public.receive_shipment($1, (select s.version from public.shipments s where s.id = $1), $2)'
  if (!(await sqlStep(world, 'receive a parcel', world.staff, parcel.state === 'returning', text, [parcel.id, linesOf(split)]))) return
  for (const [item, { restocked }] of split) productOf(order, item).stock += restocked
  parcel.state = split.every(([, { restocked, damaged }]) => restocked + damaged === 0) ? 'lost' : 'returned'
}

export const parcelSteps: Step[] = [
  { name: 'pack', weight: 12, ready: (order) => order.status === 'processing' && rest(order).size > 0, take: pack },
  step('dispatch', 'packed', 5, "dispatch_shipment($1, $version, 'DTDC', gen_random_uuid()::text)", (_, parcel) => (parcel.state = 'shipped')),
  step('deliver a parcel', 'shipped', 5, 'deliver_shipment($1, $version)', (_, parcel) => (parcel.state = 'delivered')),
  step('unpack', 'packed', 2, 'unpack_shipment($1, $version)', (order, parcel, world) => removeParcel(order, parcel, today(world))),
  { name: 'receive a parcel', weight: 6, ready: ({ parcels }) => parcels.some(({ state }) => state === 'returning'), take: receive },
]
