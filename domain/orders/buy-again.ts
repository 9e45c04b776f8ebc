import { sumOf, toPaise } from '../money/money.ts'
import type { Paise } from '../money/money.ts'
import { suggestedQuantity } from '../prices/nearby-steps.ts'
import { unitPrice } from '../prices/price-tiers.ts'
import { othersInGroup } from '../prices/tier-groups.ts'
import type { HeldLine } from '../prices/tier-groups.ts'
import type { QuotedProduct } from '../quote/quote.ts'

/** A product as its last order had it; `unit_price` in rupees. */
type Bought = { quantity: number; unit_price: number | string; product: QuotedProduct & { id: string; stock: number; min_order_quantity: number } }

export type AgainRow<B extends Bought = Bought> = B & {
  /** units in the cart; 0: none */
  inCart: number
  /** units that Add puts into the cart; 0: sold out, or in the cart already */
  adds: number
  /** per unit for the suggested quantity beside what the cart has, in paise */
  now: Paise
  /** what a unit cost in the last order, if it differs now and the quantity does not */
  before: Paise | null
}

/**
 * What "buy again" shows of each product, and what "Add all" costs: the goods total of the rows that are not in the cart yet, before
 * offers. A row has the price of adding it alone, the total those of adding all: products of one family may count together for the
 * bulk price (docs/rules.md#families).
 */
export function planBuyAgain<B extends Bought>(bought: readonly B[], cart: readonly HeldLine[]): { rows: AgainRow<B>[]; total: Paise } {
  const rows = bought.map((line): AgainRow<B> => {
    const held = sumOf(
      cart.filter(({ product_id: id }) => id === line.product.id),
      (item) => item.quantity,
    )
    const quantity = suggestedQuantity(line.product, line.quantity)
    const now = unitPrice(line.product, (held > 0 ? held : quantity) + othersInGroup(cart, line.product))
    const before = toPaise(line.unit_price)
    const changed = held === 0 && quantity === line.quantity && before !== now
    return { ...line, inCart: held, adds: held > 0 || line.product.stock <= 0 ? 0 : quantity, now, before: changed ? before : null }
  })
  const added = rows.filter(({ adds }) => adds > 0)
  const then = [...cart, ...added.map(({ product, adds }): HeldLine => ({ product_id: product.id, quantity: adds, product }))]
  return { rows, total: sumOf(added, ({ product, adds }) => adds * unitPrice(product, adds + othersInGroup(then, product))) }
}
