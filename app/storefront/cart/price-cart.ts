import { NO_CHOICES } from '#domain/orders/order-choices.ts'
import type { BuyerChoices } from '#domain/orders/order-choices.ts'
import { quoteWithDiscounts } from '#domain/quote/discounted-quote.ts'
import type { DiscountedQuote, Discounts } from '#domain/quote/discounted-quote.ts'
import type { CartItem, CartProduct } from '../../data/cart/cart.ts'
import type { Quote, QuoteLine } from '#domain/quote/quote.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import { effectiveMinimum } from '#domain/products/stock.ts'
import * as say from '#words/cart-lines.ts'

export type PricedLine = { item: CartItem & { product: CartProduct }; line: QuoteLine; problem: LineProblem | null }
export type LineProblem = { kind: 'gone' | 'short' | 'minimum'; text: string; /** the quantity that would be valid; 0 if there is none */ right: number }
export type PricedCart = {
  quote: Quote
  lines: PricedLine[]
  lost: CartItem[]
  /** why the coupon does not apply */ couponError: DiscountedQuote['couponError']
}

/**
 * The cart with its prices. Products that are no longer sold are listed separately in `lost`; sold-out products keep their line and price. Neither counts
 * towards the totals: they cannot be ordered, so they must not bring the cart closer to free delivery or an offer.
 */
export function priceCart(
  items: readonly CartItem[],
  settings: StoreSettings,
  deliveryState: string | null,
  discounts: Discounts,
  choices: BuyerChoices,
): PricedCart {
  const sold = items.filter((item): item is CartItem & { product: CartProduct } => item.product !== null)
  const asked = (some: typeof sold) => ({
    lines: some.map(({ product_id, quantity, product }) => ({ productId: product_id, quantity, product })),
    settings,
    deliveryState,
    choices: { ...NO_CHOICES, ...choices },
  })
  const { quote: priced, couponError } = quoteWithDiscounts(asked(sold.filter(({ product }) => !isSoldOut(product))), discounts)
  const counted = priced.lines.values()
  const lines = sold.flatMap((item) => {
    const line = isSoldOut(item.product) ? quoteWithDiscounts(asked([item]), {}).quote.lines[0] : counted.next().value
    return line ? [{ item, line, problem: problemOf(item.product, item.quantity) }] : []
  })
  return { quote: priced, lines, lost: items.filter((item) => item.product === null), couponError }
}

const isSoldOut = ({ stock }: { stock: number }): boolean => stock <= 0

/** Whether something in the cart prevents the order. */
export const isBlocked = ({ lines, lost }: PricedCart): boolean => lost.length > 0 || lines.some((line) => line.problem !== null)

/** Why a line cannot be ordered as it is; the server refuses it for the same reasons (docs/rules.md#minimum-order). */
export function problemOf(product: { stock: number; min_order_quantity: number }, quantity: number): LineProblem | null {
  if (isSoldOut(product)) return { kind: 'gone', text: say.outOfStock, right: 0 }
  if (quantity > product.stock) return { kind: 'short', text: say.onlyLeft(product.stock), right: product.stock }
  const minimum = effectiveMinimum(product)
  if (quantity < minimum) return { kind: 'minimum', text: say.minimumOrder(minimum), right: minimum }
  return null
}
