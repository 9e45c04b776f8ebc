/** A year of orders from about sixty customers, in a believable rhythm. */
import { addDays, indianDay } from '#domain/time/calendar-day.ts'
import type { CalendarDay } from '#domain/time/calendar-day.ts'
import { hoursAfter, hoursBefore } from '../load-context.ts'
import type { DemoOrder, DemoStep } from '../orders.ts'
import type { DemoProduct } from '../products/product.ts'
import { buyerOf, cartOf, regularGoods } from './carts.ts'
import type { CartLine } from './carts.ts'
import { TRADE_PEOPLE } from './people.ts'
import type { Habit, TradePerson } from './people.ts'
import { randomOf } from './random.ts'
import type { Random } from './random.ts'
import { atIndian, nextRound, placedOn, seasonOf } from './rhythm.ts'

const HOUR_MS = 3_600_000
const YEAR_DAYS = 364

/** Days between two orders, and the days of the year on which the first and the last of such customers begin: the trade grows. */
const RESTOCKING: Partial<Record<Habit, { every: number; begins: readonly [number, number] }>> = {
  weekly: { every: 7.5, begins: [0, 150] },
  fortnightly: { every: 15, begins: [0, 210] },
  monthly: { every: 30, begins: [2, 230] },
}
const VISITS: Partial<Record<Habit, readonly [number, number]>> = { festive: [3, 7.5], once: [0.6, 2.2] }

/** Days on the way from Mumbai, by the first digit of the PIN code. */
const TRANSIT_DAYS = [0, 4, 4, 3, 2, 3, 4, 5, 5] as const
/** Hours from midnight. */
const TODAY_AT = [10.4, 12.6, 15.8, 19.3] as const
/** The shop's daily rounds, in hours from midnight: accepting, handing over to the couriers, reading what they have delivered. */
const [ACCEPTED_AT, SHIPPED_AT, ARRIVED_AT] = [[9.75, 11.25, 13, 15.25, 17.5], [15.5], [12.5, 17.75]] as const
const WEDNESDAY = 3
/** Couriers pay once a week what they collected, a week after the delivery at the earliest. */
function remittedOn(arrived: Date): Date {
  let day = addDays(indianDay(arrived), 7)
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== WEDNESDAY) day = addDays(day, 1)
  return atIndian(day, 11.5)
}
const COURIERS = [['Delhivery', 'DL78'], ['Blue Dart', 'BD45'], ['DTDC', 'DT61'], ['India Post', 'EM12']] as const

type Unnamed = Omit<DemoOrder, 'name'>
type Goods = { product: DemoProduct; arrived: Date }

/** @param arrived days since each product was added, by SKU */
export function ordersOfAYear(products: readonly DemoProduct[], arrived: ReadonlyMap<string, number>, now: Date): DemoOrder[] {
  const goods = products.map((product) => ({ product, arrived: hoursBefore(now, (arrived.get(product.sku) ?? 0) * 24) }))
  const orders = TRADE_PEOPLE.flatMap((person, k) => {
    const random = randomOf(`trade/${person.email}`)
    const regulars = regularGoods(products, random)
    return daysOf(person, k, addDays(indianDay(now), -YEAR_DAYS), random).map((day) => orderAt({ person, placed: placedOn(day, buyerOf(person), random), regulars, goods, now }, random))
  })
  const until = orders.filter(({ daysAgo }) => daysAgo * 24 > 0.2)
  const byTime = [...until, ...todays(until, goods, now)].toSorted((a, b) => b.daysAgo - a.daysAgo)
  return byTime.map((order, k) => ({ ...order, name: `trade-${k + 1}` }))
}

/** A few more today, so that a first look finds a day at work: by customers without an order in the last three days. */
function todays(orders: readonly Unnamed[], goods: readonly Goods[], now: Date): Unnamed[] {
  const random = randomOf('today')
  const busy = new Set(orders.filter(({ daysAgo }) => daysAgo < 3).map(({ customer }) => customer))
  return TODAY_AT.map((hours) => atIndian(indianDay(now), hours)).filter((placed) => placed < hoursBefore(now, 0.2)).map((placed) => {
    const person = random.pick(TRADE_PEOPLE.filter(({ email, habit }) => habit !== 'once' && !busy.has(email)))
    busy.add(person.email)
    return orderAt({ person, placed, regulars: new Set(), goods, now }, random)
  })
}

type Ordering = { person: TradePerson; placed: Date; regulars: ReadonlySet<string>; goods: readonly Goods[]; now: Date }

function orderAt({ person, placed, regulars, goods, now }: Ordering, random: Random): Unnamed {
  const products = goods.filter((entry) => entry.arrived < placed).map(({ product }) => product)
  const cart = cartOf(person, products, regulars, indianDay(placed), random)
  const payment = random.next() < (buyerOf(person) === 'shop' ? 0.62 : 0.45) ? 'upi' : 'cod'
  const past = stepsOf({ placed, payment, person, cart, products }, random).filter(({ afterHours }) => hoursAfter(placed, afterHours) < hoursBefore(now, 0.1))
  // what waits for the shop: the buyer has paid and said so
  const steps: DemoStep[] = past.length === 0 && payment === 'upi' ? [{ to: 'claimed', afterHours: 0.1 }] : past
  return { customer: person.email, daysAgo: (now.getTime() - placed.getTime()) / (24 * HOUR_MS), payment, cart, steps }
}

/** The days on which a person orders: at intervals that the season shortens or lengthens, or on some days of the year. */
function daysOf({ habit }: TradePerson, k: number, first: CalendarDay, random: Random): CalendarDay[] {
  const days: CalendarDay[] = []
  const restocking = RESTOCKING[habit]
  if (restocking) {
    // by their place among all people, so that beginnings are spread and not by chance at the same time
    const [from, to] = restocking.begins
    let after = from + ((k * 0.618) % 1) * (to - from)
    while (after <= YEAR_DAYS) {
      const day = addDays(first, Math.floor(after))
      days.push(day)
      after += (restocking.every * random.between(0.75, 1.3)) / seasonOf(day)
    }
    return days
  }
  const [fewest, most] = VISITS[habit] ?? [1, 1]
  const year = Array.from({ length: YEAR_DAYS + 1 }, (_, after) => addDays(first, after))
  const weight = (day: CalendarDay): number => seasonOf(day) ** 2 * (days.includes(day) ? 0 : 1)
  for (let visit = Math.max(1, Math.round(random.between(fewest, most))); visit > 0; visit--) days.push(random.pick(year, weight))
  return days.toSorted()
}

type Placed = { placed: Date; payment: 'cod' | 'upi'; person: TradePerson; cart: readonly CartLine[]; products: readonly DemoProduct[] }

/** What becomes of an order. All steps are taken while the counter is open. */
function stepsOf({ placed, payment, person, cart, products }: Placed, random: Random): DemoStep[] {
  const afterHours = (moment: Date): number => (moment.getTime() - placed.getTime()) / HOUR_MS
  const fate = random.next()
  // goods that come back were gone for a time: only where the stock is enough for it
  const canReturn = cart.every(([sku, quantity]) => quantity * 6 <= (products.find((product) => product.sku === sku)?.stock ?? 0))
  const accepted = nextRound(hoursAfter(placed, random.between(0.6, 3)), ACCEPTED_AT)
  if (canReturn && fate < 0.04) return [{ to: 'cancelled', afterHours: random.between(0.1, 0.5) }]
  const shipped = nextRound(hoursAfter(accepted, random.between(1.5, 26)), SHIPPED_AT)
  if (canReturn && payment === 'cod' && fate < 0.055) {
    return [{ to: 'processing', afterHours: afterHours(accepted) }, { to: 'cancelled', afterHours: afterHours(shipped), reason: random.pick(['The buyer asked for another date', 'Ordered twice']) }]
  }
  const [courier, prefix] = random.pick(COURIERS)
  const tracking = `${prefix}${Math.floor(random.between(10_000_000, 99_999_999))}${courier === 'India Post' ? 'IN' : ''}`
  const days = (TRANSIT_DAYS[Number(person.address.pincode[0])] ?? 4) + Math.floor(random.between(0, 2.4))
  const due = addDays(indianDay(shipped), days)
  const arrived = nextRound(atIndian(due, random.between(0, 17.5)), ARRIVED_AT)
  const refused = canReturn && payment === 'cod' && buyerOf(person) === 'home' && fate > 0.8
  return [
    { to: 'processing', afterHours: afterHours(accepted) },
    { to: 'shipped', afterHours: afterHours(shipped), courier, tracking },
    ...(refused
      ? [{ to: 'cancelled', afterHours: afterHours(arrived), reason: 'Refused at the door' } as const]
      : [{ to: 'delivered', afterHours: afterHours(arrived) } as const, ...(payment === 'cod' ? [{ to: 'paid', afterHours: afterHours(remittedOn(arrived)) } as const] : [])]),
  ]
}
