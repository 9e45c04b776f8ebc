/** How long one quote of a large cart takes: tiers, a coupon over every line, five rates, delivery with its own tax. */
import { quote } from '#domain/quote.ts'
import type { QuoteInput } from '#domain/quote.ts'
import { DEFAULT_SETTINGS } from '#domain/settings.ts'

function largeCart(lines: number): QuoteInput {
  return {
    lines: Array.from({ length: lines }, (_, index) => ({
      productId: `product-${(index * 7919) % lines}`,
      quantity: 1 + (index % 40),
      product: {
        name: `Product ${index}`,
        sku: `P-${index}`,
        hsn: '3304',
        unit: 'NOS',
        price: ((100 + ((index * 37) % 900)) / 100).toFixed(2),
        retail_price: null,
        mrp: '12.00',
        pricing_tiers: [
          { min_quantity: 6, discount_percent: 7.25 },
          { min_quantity: 24, discount_percent: 12 },
        ],
        min_order_quantity: 1,
        stock: 1000,
        gst_percent: [0, 5, 12, 18, 28][index % 5] ?? 18,
      },
    })),
    settings: { ...DEFAULT_SETTINGS, forcedGstPercent: null, freeDeliveryFrom: 100_000_000 },
    deliveryState: '29',
    discount: 123_457,
  }
}

/** Milliseconds of one quote: the median and the 99th percentile of many, after warming up. */
export function measureQuote(lines: number): { median: number; p99: number } {
  const cart = largeCart(lines)
  const times = Array.from({ length: 400 }, () => {
    const began = performance.now()
    quote(cart)
    return performance.now() - began
  })
    .slice(100)
    .sort((a, b) => a - b)
  return { median: times[150] ?? Number.NaN, p99: times[297] ?? Number.NaN }
}
