import type { Shot } from '../compose.ts'
import { accessories } from './accessories.ts'
import { fragrances } from './fragrances.ts'
import { haircare } from './haircare.ts'
import { makeup } from './makeup.ts'
import { novelty } from './novelty.ts'
import { skincare } from './skincare.ts'

/** Every product's picture by its SKU. */
export const SHOTS: Record<string, Shot> = { ...skincare, ...makeup, ...haircare, ...fragrances, ...accessories, ...novelty }
