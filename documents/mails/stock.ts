import { productPath } from '#domain/slug.ts'
import type { Message, Shop } from './message.ts'

export type StockMailKind = 'low_stock'

/** The product as it was when the sale left fewer than ten; `stock` in units. */
export type StockMailData = { product_id: string; name: string; sku: string; stock: number }

/** To the shop. */
function lowStock({ product_id: id, name, sku, stock }: StockMailData, { origin }: Shop): Message {
  const left = stock === 0 ? 'is sold out' : `has ${stock} left`
  return {
    subject: `${name} ${left}`,
    preview: `SKU ${sku}`,
    heading: stock === 0 ? 'Sold out' : `${stock} left`,
    paragraphs: [`A sale just now: ${name} ${left}. Orders are taken only for what is there.`],
    facts: [
      ['SKU', sku],
      ['In stock', String(stock)],
    ],
    button: { label: 'See the product', url: `${origin}${productPath({ id, name })}` },
  }
}

export const stockMessages: Record<StockMailKind, (data: StockMailData, shop: Shop) => Message> = { low_stock: lowStock }
