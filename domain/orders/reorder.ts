import { toPaise } from '../money/money.ts'
import type { Paise } from '../money/money.ts'
import { unitPrice } from '../prices/price-tiers.ts'
import { othersInGroup } from '../prices/tier-groups.ts'
import type { HeldLine } from '../prices/tier-groups.ts'
import type { QuotedProduct } from '../quote/quote.ts'
import { effectiveMinimum } from '../products/stock.ts'

/** A frozen line of the order that is bought again; `unit_price` in rupees. */
export type BoughtLine = { product_id: string | null; product_name: string; quantity: number; unit_price: number | string }
export type ProductNow = QuotedProduct & { id: string; status: string; stock: number; min_order_quantity: number }

/** Why a line differs from what it was. Amounts in paise, per unit. */
export type ReorderChange =
  | { kind: 'gone' }
  | { kind: 'sold-out' }
  /** `inCart`: units of the product that are already in the cart */
  | { kind: 'stock'; left: number; inCart: number }
  | { kind: 'minimum'; minimum: number }
  | { kind: 'price'; before: Paise; now: Paise }

export type ReorderLine = { productId: string | null; name: string; bought: number; /** units to add to the cart */ adds: number; changes: ReorderChange[] }

/**
 * What each line of an old order is today (docs/rules.md#reorder): how much of it the cart can take, and what has changed since.
 * The result has every line, even those that are not available; lines of the same product are merged.
 *
 * @param cart what is already in it counts for stock, minimum and tier
 */
export function planReorder(bought: readonly BoughtLine[], products: ReadonlyMap<string, ProductNow>, cart: readonly HeldLine[]): ReorderLine[] {
  const inCart = new Map(cart.map((item) => [item.product_id, item.quantity]))
  const lines = merged(bought)
  const added = lines.flatMap((line): HeldLine[] => {
    const product = line.product_id === null ? undefined : products.get(line.product_id)
    return product ? [{ product_id: product.id, quantity: addable(product, line.quantity, inCart.get(product.id) ?? 0), product }] : []
  })
  return lines.map((line) => {
    const product = line.product_id === null ? undefined : products.get(line.product_id)
    const answer = (adds: number, changes: ReorderChange[]): ReorderLine => ({
      productId: line.product_id,
      name: line.product_name,
      bought: line.quantity,
      adds,
      changes,
    })
    if (!product || product.status !== 'active') return answer(0, [{ kind: 'gone' }])
    if (product.stock <= 0) return answer(0, [{ kind: 'sold-out' }])
    const held = inCart.get(product.id) ?? 0
    const adds = addable(product, line.quantity, held)
    const changes: ReorderChange[] = []
    if (adds < line.quantity) changes.push({ kind: 'stock', left: product.stock, inCart: held })
    if (adds > line.quantity) changes.push({ kind: 'minimum', minimum: effectiveMinimum(product) })
    const before = toPaise(line.unit_price)
    const now = adds === 0 ? before : unitPrice(product, held + adds + othersInGroup([...cart, ...added], product))
    if (now !== before) changes.push({ kind: 'price', before, now })
    return answer(adds, changes)
  })
}

/** Units that the cart can take of a product of which it holds some already. */
function addable(product: ProductNow, wanted: number, held: number): number {
  if (product.status !== 'active') return 0
  return Math.min(Math.max(0, product.stock - held), Math.max(wanted, effectiveMinimum(product) - held))
}

/** Orders of this shop have one line per product; an imported one may have more. */
function merged(bought: readonly BoughtLine[]): BoughtLine[] {
  const lines: BoughtLine[] = []
  for (const line of bought) {
    const same = line.product_id === null ? undefined : lines.find((other) => other.product_id === line.product_id)
    if (same) same.quantity += line.quantity
    else lines.push({ ...line })
  }
  return lines
}
