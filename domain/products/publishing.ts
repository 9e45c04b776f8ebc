import { toPaise } from '../money/money.ts'
import { basePrice } from '../prices/price-tiers.ts'

/** What decides whether a product may, and should, be shown to buyers. Texts as the row has them. */
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
 * `refused`: the database does not put it on sale. `law`: a label or an invoice must say it (docs/india.md#product-labels).
 * `buyers`: it sells badly without.
 */
export type PublishingNeed = 'refused' | 'law' | 'buyers'

/** Everything that is looked at, in the order in which a form asks for it. */
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
 * What a product still lacks. Only a price is asked by the database: a list of thousands that was imported without its
 * labels goes on being sold, and says on every product what is missing (Legal Metrology rule 6(10), GST rule 46).
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
