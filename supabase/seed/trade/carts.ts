/** What a customer buys, from whatever the shop sells: no product is named here. */
import type { CalendarDay } from '#domain/time/calendar-day.ts'
import type { DemoProduct } from '../products/product.ts'
import type { TradePerson } from './people.ts'
import { randomOf } from './random.ts'
import type { Random } from './random.ts'
import { isFestive } from './rhythm.ts'

export type CartLine = readonly [sku: string, quantity: number]

/** Rupees that a line of a shop's order is worth, about; a buyer at home looks at one or two pieces. */
const SHOP_LINE = 1_100
/** What a buyer at home pays for the smallest quantity of a product, at most, in rupees. */
const HOME_LINE = 1_300
const FESTIVE_CATEGORIES = new Set(['festive', 'gift-sets', 'nails-and-bindi'])

export const buyerOf = ({ habit }: TradePerson): 'shop' | 'home' => (habit === 'festive' || habit === 'once' ? 'home' : 'shop')

/** Some products sell much more than others; which ones, only their SKU decides. */
function appealOf({ sku }: DemoProduct): number {
  const appeal = appeals.get(sku) ?? Math.exp(randomOf(`appeal/${sku}`).between(-1.2, 1.8))
  appeals.set(sku, appeal)
  return appeal
}
const appeals = new Map<string, number>()

/** The products that a shop always has: most of its orders are for these. */
export function regularGoods(products: readonly DemoProduct[], random: Random): ReadonlySet<string> {
  const regulars = new Set<string>()
  const most = Math.min(random.between(12, 22), products.length)
  while (regulars.size < most) regulars.add(random.pick(products.filter(({ sku }) => !regulars.has(sku)), appealOf).sku)
  return regulars
}

/** @param products those that are in the shop on that day */
export function cartOf(person: TradePerson, products: readonly DemoProduct[], regulars: ReadonlySet<string>, day: CalendarDay, random: Random): readonly CartLine[] {
  const buyer = buyerOf(person)
  const festive = isFestive(day)
  const affordable = buyer === 'shop' ? products : products.filter((product) => product.price * (product.minimumOrder ?? 1) <= HOME_LINE)
  const wish = (product: DemoProduct): number => appealOf(product) * (regulars.has(product.sku) ? 12 : 1) * (festive && FESTIVE_CATEGORIES.has(product.category) ? 3 : 1)
  const most = Math.min(Math.round(buyer === 'shop' ? random.between(2.5, 8.5) : random.between(0.6, 4.4)), affordable.length)
  const lines = new Map<string, number>()
  while (lines.size < most) {
    const product = random.pick(affordable.filter(({ sku }) => !lines.has(sku)), wish)
    lines.set(product.sku, buyer === 'shop' ? shopQuantity(product, random) : homeQuantity(product, random))
  }
  return [...lines]
}

/** In half dozens, as shops count; expensive goods by the piece. */
function shopQuantity({ price, minimumOrder = 1 }: DemoProduct, random: Random): number {
  const wanted = (SHOP_LINE * random.between(0.5, 2)) / price
  return Math.min(Math.max(minimumOrder, wanted < 5 ? Math.round(wanted) : Math.round(wanted / 6) * 6, 1), 96)
}

function homeQuantity({ price, minimumOrder = 1 }: DemoProduct, random: Random): number {
  return Math.max(minimumOrder, price < 400 && random.next() < 0.4 ? Math.round(random.between(2, 4)) : 1)
}
