import type { MakerName } from '../makers.ts'

/**
 * One product of the demo shop. Money in rupees, GST included; `gst` is the legal rate in percent, which the shop's
 * `forced_gst_percent` overrides (docs/rules.md#gst-rate); `tiers` are [minimum quantity, percent off].
 */
export type DemoProduct = {
  sku: string
  name: string
  brand: string
  category: string
  price: number
  retailPrice?: number
  mrp?: number
  hsn: string
  gst: 0 | 3 | 5 | 18
  unit?: string
  stock: number
  minimumOrder?: number
  tiers?: readonly (readonly [number, number])[]
  featured?: boolean
  netQuantity: string
  genericName: string
  maker: MakerName
  country?: string
  bestBefore?: string
  description: string
  ingredients?: string
  howToUse?: string
  /** EAN-13; a product without one is sold by its SKU. */
  barcode?: string
  /** Where the product belongs to a family: the family's code, and the code of its value of each option. */
  family?: { code: string; values: readonly string[] }
  /** False: the shop shows its own placeholder, as for a product that has not been photographed yet. */
  picture?: false
}

/** What the database gets if a row says nothing else. */
export const bestBeforeOf = (product: Pick<DemoProduct, 'bestBefore'>): string => product.bestBefore ?? '24 months from manufacture'
export const countryOf = (product: Pick<DemoProduct, 'country'>): string => product.country ?? 'India'
