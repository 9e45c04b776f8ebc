import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../shop/settings.ts'
import { marginAtMrp } from './margin.ts'
import { quote } from './testing/plain-quote.ts'

const product = (mrp: number | null) => ({
  name: 'Lipstick',
  sku: 'L',
  hsn: '3304',
  tier_group: null,
  unit: 'NOS',
  gst_percent: 18,
  price: 149,
  retail_price: null,
  mrp,
  min_order_quantity: 1,
  stock: 40,
  pricing_tiers: [{ min_quantity: 6, discount_percent: 12 }],
})
const products = new Map([
  ['with', product(225)],
  ['without', product(null)],
])
const lines = [...products].map(([productId, one]) => ({ productId, quantity: 6, product: one }))

test('the margin is MRP less what is paid, to the paisa, and leaves out what has no MRP', () => {
  const priced = quote({ lines, settings: DEFAULT_SETTINGS, deliveryState: null })
  // 6 × (₹225.00 − ₹131.12)
  expect(marginAtMrp(priced, (id) => products.get(id))).toBe(56_328)
  expect(marginAtMrp(priced, () => undefined)).toBe(0)
})
