/** Products of one family that count together for the bulk price (docs/rules.md#families). The quote does it for whole carts; this is for the price of one product. */
import { sumOf } from '../money/money.ts'

type Grouped = { id: string; tier_group: string | null }

/** A line of the cart, or one that is about to be in it. */
export type HeldLine = { product_id: string; quantity: number; product: Pick<Grouped, 'tier_group'> | null }

/** Units in the cart of other products of this one's group. */
export function othersInGroup(items: readonly HeldLine[], { id, tier_group }: Grouped): number {
  if (tier_group === null) return 0
  const others = items.filter(({ product_id, product }) => product_id !== id && product?.tier_group === tier_group)
  return sumOf(others, ({ quantity }) => quantity)
}
