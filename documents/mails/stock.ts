import { formatDay } from '#domain/time/dates.ts'
import { productPath } from '#domain/text/slug.ts'
import type { Message, Shop } from './message.ts'

/** To the shop: little stock is left. To a customer who asked for it: a product is back. */
export type StockMailData = { low_stock: LowStockData; back_in_stock: BackInStockData }
export type StockMailKind = keyof StockMailData

/** The product when a sale brought it to its reorder level, or below ten; `stock` in units. */
export type LowStockData = { product_id: string; name: string; sku: string; stock: number }
/** `asked_at`: ISO, when the customer asked for the notification. */
export type BackInStockData = { product_id: string; name: string; asked_at: string }

function lowStock({ product_id: id, name, sku, stock }: LowStockData, { origin }: Shop): Message {
  const left = stock === 0 ? 'is sold out' : `has ${stock} left`
  return {
    subject: `${name} ${left}`,
    preview: `SKU ${sku}`,
    heading: stock === 0 ? 'Sold out' : `${stock} left`,
    paragraphs: [`After a recent sale, ${name} ${left}. Customers can only order what is in stock.`],
    facts: [
      ['SKU', sku],
      ['In stock', String(stock)],
    ],
    button: { label: 'See the product', url: `${origin}${productPath({ id, name })}` },
  }
}

/** The only message that the customer asked for: it says so, and that no other follows. */
function backInStock({ product_id: id, name, asked_at }: BackInStockData, { settings, origin }: Shop): Message {
  return {
    subject: `${name} is back in stock`,
    preview: `You asked us to notify you when it is back at ${settings.storeName}.`,
    heading: 'Back in stock',
    paragraphs: [`${name} is available again at ${settings.storeName}.`, 'We cannot reserve it for you, and it may take a while to restock once it sells out.'],
    button: { label: 'See the product', url: `${origin}${productPath({ id, name })}` },
    notes: [
      `You get this email because you asked us on ${formatDay(asked_at)} to notify you once. Your request is now closed: we will not write about this product again unless you ask.`,
    ],
  }
}

export const stockMessages: { [K in StockMailKind]: (data: StockMailData[K], shop: Shop) => Message } = { low_stock: lowStock, back_in_stock: backInStock }
