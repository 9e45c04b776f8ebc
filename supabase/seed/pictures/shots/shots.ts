import type { DemoProduct } from '../../products/product.ts'
import type { Shot } from '../compose.ts'
import { accessories } from './accessories.ts'
import { familyShot } from './families.ts'
import { fragrances } from './fragrances.ts'
import { haircare } from './haircare.ts'
import { makeup } from './makeup.ts'
import { novelty } from './novelty.ts'
import { skincare } from './skincare.ts'

/** Every product's picture by its SKU. */
export const SHOTS: Record<string, Shot> = { ...skincare, ...makeup, ...haircare, ...fragrances, ...accessories, ...novelty }

/** How a product is photographed; undefined for a product without a picture. */
export const shotOf = (product: DemoProduct): Shot | undefined => (product.family ? familyShot(product) : SHOTS[product.sku])
