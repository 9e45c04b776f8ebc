import { lazy, Suspense } from 'react'
import { gstRate, paidPerUnit } from '#domain/tax/gst.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import type { ListedProduct } from '../data/shop/products.ts'
import { ProductCard } from '../ui/product-card.tsx'
import { AddToCart } from './add-to-cart.tsx'
import { Heart } from './heart.tsx'
import { useRoot } from './shell/use-root.ts'

/** Only lists with families need this code. */
const FamilyCard = lazy(() => import('./family/family-card.tsx'))

/** A product in any storefront list, with its buy button. */
export function Card({ product, eager, sizes, heading }: { product: ListedProduct; eager?: boolean; sizes?: string; heading?: 'h2' | 'h3' }) {
  const { settings } = useRoot()
  const card = {
    product,
    action: <AddToCart product={product} />,
    mark: <Heart product={product} />,
    eager,
    sizes,
    heading,
    paid: paidFor(product, settings),
  }
  const single = <ProductCard {...card} />
  return product.family ? (
    <Suspense fallback={single}>
      <FamilyCard {...card} family={product.family} />
    </Suspense>
  ) : (
    single
  )
}

/**
 * Converts a unit price to the price the customer pays, where the shop shows prices without GST (docs/rules.md#prices-include-gst). Undefined where the shown
 * price already includes GST.
 */
export function paidFor(product: Pick<ListedProduct, 'gst_percent'>, settings: StoreSettings): ((unit: number) => number) | undefined {
  if (settings.pricesIncludeGst) return undefined
  const rate = gstRate(settings, product)
  return (unit) => paidPerUnit(unit, rate, settings)
}
