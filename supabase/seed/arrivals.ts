import type { DemoSize } from './load-context.ts'
import { ORDERS } from './orders.ts'
import { familyOf } from './products/families/families.ts'
import type { DemoProduct } from './products/product.ts'

/** Days since the demo shop opened, before every product and every order. */
export const OPENED_DAYS_AGO: Record<DemoSize, number> = { small: 210, full: 372 }

/**
 * Days since each product was added, by SKU. Featured products are among the newer ones, and neighbours in "newest" come from different
 * categories: a step that shares no factor with the length visits the whole catalogue once. In a shop that is a year old, two thirds
 * were there from the start. A family comes on one day, its featured product last: a card shows the newest one. A product is there before
 * the first fixed order for it.
 */
export function arrivals(products: readonly DemoProduct[], size: DemoSize): Map<string, number> {
  const opened = OPENED_DAYS_AGO[size]
  return new Map(
    products.map((product) => {
      const { sku } = product
      const place = ((products.indexOf(product) * 31) % products.length) / products.length
      const arrived = size === 'small' ? 1.5 + place * (opened - 55) : place < 1 / 3 ? 1.5 + place * 3 * (opened - 60) : opened - 5 + place * 4
      const ordered = ORDERS.filter(({ cart }) => cart.some(([sold]) => sold === sku)).map(({ daysAgo }) => daysAgo + 6)
      return [sku, Math.max(familyArrival(product, opened) ?? arrived, ...ordered)]
    }),
  )
}

/** Days since a product of a family was added: each some minutes before the one that is featured. Undefined for a product of its own. */
function familyArrival(product: DemoProduct, opened: number): number | undefined {
  const family = familyOf(product)
  if (!family) return undefined
  const place = Object.keys(family.products).indexOf(product.sku.slice(family.code.length + 1))
  return (family.arrived ?? opened - 2) + (product.featured ? 0 : (place + 1) / 144)
}
