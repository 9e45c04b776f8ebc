/** The time of one quote of a large cart: tiers, six competing offers, a coupon on top of them, five GST rates, delivery with its own tax. */
import type { Coupon } from '#domain/discounts/discount.ts'
import { quoteWithDiscounts } from '#domain/quote/discounted-quote.ts'
import type { QuoteInput } from '#domain/quote/quote.ts'
import { DEFAULT_SETTINGS } from '#domain/shop/settings.ts'
import { NO_CHOICES } from '#domain/orders/order-choices.ts'

function largeCart(lines: number): QuoteInput {
  return {
    lines: Array.from({ length: lines }, (_, index) => ({
      productId: `product-${(index * 7919) % lines}`,
      quantity: 1 + (index % 40),
      product: {
        name: `Product ${index}`,
        sku: `P-${index}`,
        hsn: '3304',
        tier_group: null,
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
    choices: NO_CHOICES,
  }
}

function discounts(lines: number): { offers: Coupon[]; coupon: Coupon } {
  const discount = (id: string, value: number, every: number): Coupon => ({
    id,
    name: id,
    code: null,
    description: null,
    kind: 'percent',
    value,
    minimumGoods: 100,
    maximumDiscount: every === 1 ? null : 50_000 * every,
    combines: true,
    standing: 'OK',
    covers: every === 1 ? null : new Set(Array.from({ length: Math.ceil(lines / every) }, (_, index) => `product-${index * every}`)),
  })
  const offers = [1, 2, 3, 4, 5, 7].map((every) => discount(`offer-${every}`, 5 + every, every))
  return { offers, coupon: { ...discount('coupon', 5, 1), code: 'SALON5' } }
}

/** Milliseconds of one quote: the median and the 99th percentile of many, after warm-up. */
export function measureQuote(lines: number): { median: number; p99: number } {
  const cart = largeCart(lines)
  const given = discounts(lines)
  const times = Array.from({ length: 400 }, () => {
    const began = performance.now()
    quoteWithDiscounts(cart, given)
    return performance.now() - began
  })
    .slice(100)
    .sort((a, b) => a - b)
  return { median: times[150] ?? Number.NaN, p99: times[297] ?? Number.NaN }
}
