import sharp from 'sharp'
import { tone } from '../colour.ts'
import { seedOf } from '../compose.ts'
import type { DemoProduct } from '../../products/product.ts'
import { familySurface } from '../shots/families.ts'
import { tintOf } from '../stage.ts'
import { SURFACES } from '../surfaces/of-products.ts'
import { photograph } from '../surfaces/surface.ts'
import type { Goods } from './pack.ts'

/** Surfaces are calculated at this part of their size: a lens is no sharper. */
const LENS = 0.72

/** Frame 2: the texture or swatch, `size` pixels square, as PNG. It lies on a card of the category's tint. */
export async function textureFrame({ sku, category, shot }: Goods, product: DemoProduct, size: number): Promise<Buffer> {
  const seed = seedOf(`${sku} texture`)
  const surface = product.family ? familySurface(product, seed) : SURFACES[sku]?.(seed, shot.shades ?? [shot.body])
  if (!surface) throw new Error(`${sku} has no texture`)
  const taken = await photograph(surface, tone(tintOf(category), 2), Math.round(size * LENS))
  return sharp(taken).resize(size, size, { kernel: 'lanczos3' }).png({ compressionLevel: 0 }).toBuffer()
}
