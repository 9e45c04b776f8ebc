import { divideHalfUp, formatRupees } from '#domain/money/money.ts'
import * as say from '#words/product.tsx'
import type { ProductDetails } from '../../data/shop/products.ts'

export type ProductPicture = { src: string; alt: string; thumbhash: string | null; closeUp: boolean }

/** All pictures; a single one is shown twice, the second time as a close-up. */
export function picturesOf(product: Pick<ProductDetails, 'name' | 'image_url' | 'image_thumbhash' | 'product_images'>): ProductPicture[] {
  const stored = product.product_images.map((image) => ({ src: image.image_url, alt: image.alt ?? product.name, thumbhash: image.thumbhash, closeUp: false }))
  const all =
    stored.length > 0 || product.image_url === null
      ? stored
      : [{ src: product.image_url, alt: product.name, thumbhash: product.image_thumbhash, closeUp: false }]
  const only = all.length === 1 ? all[0] : undefined
  return only ? [only, { ...only, alt: say.closeUpOf(product.name), closeUp: true }] : all
}

const LEDE_MOST = 180

/** The first sentence of a description, if it is short enough to show under the name. */
export function lede(description: string | null): string | null {
  const text = (description ?? '').trim().replace(/\s+/g, ' ')
  const sentence = /^.+?[.!?।](?=\s|$)/.exec(text)?.[0] ?? text
  return sentence !== '' && sentence.length <= LEDE_MOST ? sentence : null
}

/** The price of one gram, millilitre or piece (Legal Metrology, unit sale price), also for '5 × 22 ml'; null if the net quantity does not contain a measure. */
export function measurePrice(unitPrice: number, netQuantity: string | null): string | null {
  const match = /^\s*(?:(\d+)\s*[x×]\s*)?(\d+(?:\.\d+)?)\s*(g|gm|gms|gram|grams|kg|ml|l|ltr|litre|litres|pc|pcs|piece|pieces|n|u|nos?)\b/i.exec(
    netQuantity ?? '',
  )
  if (!match) return null
  const unit = measureOf(match[3] ?? '')
  const thousandths = Math.round(Number(match[1] ?? 1) * Number(match[2]) * unit.times * 1000)
  if (thousandths === 0 || thousandths === 1000) return null
  return say.pricePer(formatRupees(divideHalfUp(unitPrice * 1000, thousandths)), unit.name)
}

function measureOf(written: string): { name: string; times: number } {
  const text = written.toLowerCase()
  if (text === 'kg') return { name: 'g', times: 1000 }
  if (text.startsWith('g')) return { name: 'g', times: 1 }
  if (text === 'ml') return { name: 'ml', times: 1 }
  if (text.startsWith('l')) return { name: 'ml', times: 1000 }
  return { name: 'piece', times: 1 }
}
