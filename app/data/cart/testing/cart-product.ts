import type { CartProduct } from '../cart-calls.ts'

/** A kajal at ₹149.00 (MRP ₹199.00, 18 %) with 20 in stock and no tiers; `changes` override it. */
export function cartProduct(changes: Partial<CartProduct> = {}): CartProduct {
  return {
    id: 'k',
    sku: 'K',
    name: 'Kajal',
    brand: null,
    image_url: null,
    image_thumbhash: null,
    price: 149,
    retail_price: null,
    mrp: 199,
    gst_percent: 18,
    hsn: '3304',
    tier_group: null,
    unit: 'NOS',
    stock: 20,
    min_order_quantity: 1,
    pricing_tiers: null,
    status: 'active',
    ...changes,
  }
}
