import { shotOf } from '../pictures/shots/shots.ts'
import { cartonOf, cartonText } from './carton.ts'
import type { DemoProduct } from './product.ts'
import type { FrameName } from './products.ts'

/** What a picture of a product shows, for people who do not see it. */
export function altOf(product: DemoProduct, frame: FrameName): string {
  const { name, brand, netQuantity } = product
  const count = cartonOf(product)
  switch (frame) {
    case 'pack': return `${brand} ${name}`
    case 'texture': return `${name}: texture and colour from near`
    case 'back': return `${name}: back of the pack with its legal text`
    case 'scale': return count === null ? `${name} beside a ruler and a ten-rupee coin: ${(shotOf(product)?.tall ?? 0) / 10} cm` : `${name}: carton of ${cartonText(count, netQuantity)}`
  }
}
