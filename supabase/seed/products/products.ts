import type { DemoSize } from '../load-context.ts'
import { accessories } from './accessories.ts'
import { FAMILY_PRODUCTS, shadeOf } from './families/families.ts'
import { fragrances } from './fragrances.ts'
import { haircare } from './haircare.ts'
import { makeup } from './makeup.ts'
import { novelty } from './novelty.ts'
import type { DemoProduct } from './product.ts'
import { skincare } from './skincare.ts'

/** The products of the small demo, in the order of its categories. */
export const PRODUCTS: readonly DemoProduct[] = [...skincare, ...makeup, ...haircare, ...fragrances, ...accessories, ...novelty]

/** What a demo of this size sells: the full one also has families. */
export const productsOf = (size: DemoSize): readonly DemoProduct[] => (size === 'full' ? [...PRODUCTS, ...FAMILY_PRODUCTS] : PRODUCTS)

/** The pictures of a product, in their order: the pack (in lists), its texture, its back with the legal text, and its scale or carton. */
export const FRAMES = ['pack', 'texture', 'back', 'scale'] as const

export type FrameName = (typeof FRAMES)[number]

/** The pictures that a product has. One of a family has two: what differs is its colour, or its size. */
export function framesOf(product: DemoProduct): readonly FrameName[] {
  if (product.picture === false) return []
  if (!product.family) return FRAMES
  return ['pack', shadeOf(product) ? 'texture' : 'scale']
}

/** The name of a product's picture in its bucket and in `images/products/`: it contains the SKU, so that people find it easily. */
export const pictureName = (sku: string, frame: FrameName = 'pack'): string => `${sku.toLowerCase()}${frame === 'pack' ? '' : `-${frame}`}.webp`

/** What a product is photographed as: bangles of one colour are the same picture in all sizes. */
export function looksLike(product: DemoProduct): string {
  const shade = shadeOf(product)
  return product.family && shade ? `${product.family.code}-${shade.code}` : product.sku
}
