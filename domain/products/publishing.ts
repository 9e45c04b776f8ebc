import { toPaise } from '../money/money.ts'
import { basePrice } from '../prices/price-tiers.ts'

/** What determines whether a product may, and should, be shown to buyers. Texts as in the row. */
export type Publishable = {
  price: number | string
  retail_price: number | string | null
  mrp: number | string | null
  description: string | null
  category_id: string | null
  hsn: string | null
  generic_name: string | null
  net_quantity: string | null
  country_of_origin: string | null
  manufacturer: string | null
  best_before: string | null
  pictures: number
}

/**
 * `refused`: the database does not allow selling without it. `law`: a label or an invoice must show it (docs/india.md#product-labels).
 * `buyers`: products without it sell badly.
 */
export type PublishingNeed = 'refused' | 'law' | 'buyers'

/** All checked items, in the order of the form. */
export const PUBLISHING_NEEDS = {
  price: 'refused',
  picture: 'buyers',
  description: 'buyers',
  category: 'buyers',
  mrp: 'law',
  hsn: 'law',
  genericName: 'law',
  netQuantity: 'law',
  countryOfOrigin: 'law',
  manufacturer: 'law',
  bestBefore: 'law',
} as const satisfies Record<string, PublishingNeed>

export type PublishingItem = keyof typeof PUBLISHING_NEEDS

/**
 * What a product still lacks. The database requires only a price: thousands of products that were imported without the data of
 * their labels stay on sale, and the edit page of each one lists what is missing (Legal Metrology rule 6(10), GST rule 46).
 */
export function publishingGaps(product: Publishable): PublishingItem[] {
  const blank = (text: string | null) => (text ?? '').trim() === ''
  const missing: Record<PublishingItem, boolean> = {
    price: basePrice(product) <= 0,
    picture: product.pictures === 0,
    description: blank(product.description),
    category: product.category_id === null,
    mrp: product.mrp === null || toPaise(product.mrp) <= 0,
    hsn: blank(product.hsn),
    genericName: blank(product.generic_name),
    netQuantity: blank(product.net_quantity),
    countryOfOrigin: blank(product.country_of_origin),
    manufacturer: blank(product.manufacturer),
    bestBefore: blank(product.best_before),
  }
  return (Object.keys(PUBLISHING_NEEDS) as PublishingItem[]).filter((item) => missing[item])
}
