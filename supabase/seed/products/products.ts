import { accessories } from './accessories.ts'
import { fragrances } from './fragrances.ts'
import { haircare } from './haircare.ts'
import { makeup } from './makeup.ts'
import { novelty } from './novelty.ts'
import type { DemoProduct } from './product.ts'
import { skincare } from './skincare.ts'

/** The whole demo catalogue, in the order of its categories. */
export const PRODUCTS: readonly DemoProduct[] = [...skincare, ...makeup, ...haircare, ...fragrances, ...accessories, ...novelty]

/** The name of a product's picture in its bucket and in `images/products/`: it contains the SKU, so that people find it easily. */
export const pictureName = (sku: string): string => `${sku.toLowerCase()}.webp`
