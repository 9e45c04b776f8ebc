import { sumOf } from '../money/money.ts'
import type { Paise } from '../money/money.ts'
import { mrpOf } from '../prices/price-tiers.ts'
import type { Quote, QuotedProduct } from './quote.ts'

/** What a shopkeeper keeps who sells everything in the quote at MRP, GST and delivery aside. Lines without MRP do not count. In paise. */
export function marginAtMrp(quote: Pick<Quote, 'lines'>, productOf: (id: string) => Pick<QuotedProduct, 'mrp'> | undefined): Paise {
  return sumOf(quote.lines, ({ productId, quantity, paid }) => {
    const product = productOf(productId)
    const mrp = product ? mrpOf(product) : null
    return mrp === null ? 0 : mrp * quantity - paid
  })
}
