/** Where the goods come from: what is in stock at the start, what the makers deliver, what breaks. */
import { addDays, indianDay, isSunday } from '#domain/time/calendar-day.ts'
import { hoursAfter, hoursBefore } from '../load-context.ts'
import type { DemoOrder } from '../orders.ts'
import type { DemoProduct } from '../products/product.ts'
import { randomOf } from './random.ts'
import type { Random } from './random.ts'
import { atIndian } from './rhythm.ts'

/** Goods that come in, or are lost: `moves` are pieces by SKU, minus for a loss. */
export type StockMove = { at: Date; reason: 'initial' | 'purchase' | 'damaged'; note: string; moves: readonly (readonly [sku: string, pieces: number])[] }

export type Supply = { /** pieces by SKU when the product is added */ opening: Map<string, number>; moves: StockMove[] }

const DAY_MS = 86_400_000
const DELIVERY_DAYS = 30
/** Makers pack in dozens. */
const PACK = 12
const LOSSES = 16
const LOSS_NOTES = ['Broken in transit', 'Leaked in the carton', 'Box crushed', 'Best before date passed'] as const

/** Goods that left the stock at one moment. */
type Outflow = { sku: string; at: Date; pieces: number }

/** Makes every order possible and ends with the stock that the products' data says. */
export function supplyFor(products: readonly DemoProduct[], arrived: ReadonlyMap<string, number>, orders: readonly DemoOrder[], now: Date): Supply {
  const random = randomOf('supply')
  const losses = lossesOf(products, arrived, now, random)
  const outflows = new Map<string, Outflow[]>(products.map(({ sku }) => [sku, []]))
  for (const flow of [...orders.flatMap((order) => soldBy(order, now)), ...losses.flatMap(({ at, moves }) => moves.map(([sku, pieces]) => ({ sku, at, pieces: -pieces })))]) {
    outflows.get(flow.sku)?.push(flow)
  }
  const opening = new Map<string, number>()
  const deliveries = new Map<string, StockMove>()
  for (const product of products) {
    const added = hoursBefore(now, (arrived.get(product.sku) ?? 0) * 24)
    const flows = outflows.get(product.sku) ?? []
    const dates = [added, ...deliveryDates(product.brand, added, now)]
    let ahead = 0
    let left = flows.reduce((sum, { pieces }) => sum + pieces, 0)
    for (const [k, at] of dates.entries()) {
      const until = dates[k + 1] ?? now
      const needed = flows.filter((flow) => flow.at >= at && flow.at < until).reduce((sum, { pieces }) => sum + pieces, 0)
      // in packs as long as that is not more than all that is still to be sold: the stock ends exactly at the product's own
      const received = Math.min(Math.ceil(Math.max(0, needed - ahead) / PACK) * PACK, left - ahead)
      ahead += received - needed
      left -= needed
      if (k === 0) opening.set(product.sku, product.stock + received)
      else if (received > 0) addTo(deliveries, at, product, received)
    }
  }
  return { opening, moves: [...deliveries.values(), ...losses].toSorted((a, b) => a.at.getTime() - b.at.getTime()) }
}

/** What an order takes for good. Goods of a cancelled one come back: the stock of the data is enough for the time between. */
export function soldBy({ daysAgo, cart, steps }: DemoOrder, now: Date): Outflow[] {
  if (steps.some(({ to }) => to === 'cancelled')) return []
  return cart.map(([sku, pieces]) => ({ sku, at: hoursBefore(now, daysAgo * 24), pieces }))
}

/** Each maker delivers once in thirty days, on its own weekday morning. */
function deliveryDates(brand: string, added: Date, now: Date): Date[] {
  const first = Math.floor(randomOf(`delivery/${brand}`).between(0, DELIVERY_DAYS))
  const dates: Date[] = []
  // counted from a fixed day, so that all products of a maker come together
  for (let k = Math.ceil(added.getTime() / DAY_MS / DELIVERY_DAYS); ; k++) {
    const day = indianDay(new Date((k * DELIVERY_DAYS + first) * DAY_MS))
    const at = atIndian(isSunday(day) ? addDays(day, 1) : day, 10.4)
    if (at > hoursBefore(now, 1)) return dates
    if (at > hoursAfter(added, 24)) dates.push(at)
  }
}

function addTo(deliveries: Map<string, StockMove>, at: Date, { sku, brand }: DemoProduct, pieces: number): void {
  const key = `${brand} ${at.toISOString()}`
  const note = `${brand}, bill ${indianDay(at).replaceAll('-', '').slice(2)}`
  const delivery = deliveries.get(key) ?? { at, reason: 'purchase', note, moves: [] }
  deliveries.set(key, { ...delivery, moves: [...delivery.moves, [sku, pieces]] })
}

function lossesOf(products: readonly DemoProduct[], arrived: ReadonlyMap<string, number>, now: Date, random: Random): StockMove[] {
  const enough = products.filter(({ stock }) => stock >= 40)
  return Array.from({ length: enough.length === 0 ? 0 : LOSSES }, () => {
    const { sku } = random.pick(enough)
    const day = indianDay(hoursBefore(now, random.between(0.02, 0.95) * (arrived.get(sku) ?? 0) * 24))
    const at = atIndian(isSunday(day) ? addDays(day, -1) : day, 12)
    return { at, reason: 'damaged' as const, note: random.pick(LOSS_NOTES), moves: [[sku, -Math.round(random.between(1, 4))] as const] }
  }).filter(({ at, moves }) => at < hoursBefore(now, 1) && moves.every(([sku]) => at > hoursBefore(now, (arrived.get(sku) ?? 0) * 24)))
}
