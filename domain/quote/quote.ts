/** What a quote is made of and what it says. It is computed by quoteWithDiscounts alone (discounted-quote.ts). */
import type { AppliedDiscount } from '../discounts/discount.ts'
import type { Paise } from '../money/money.ts'
import type { PricedProduct, PriceTier } from '../prices/price-tiers.ts'
import type { StoreSettings } from '../shop/settings.ts'
import type { Charge, ChargeChoices, ChargeTerms } from './charges.ts'

export type QuotedProduct = PricedProduct & {
  name: string
  sku: string
  hsn: string | null
  unit: string
  gst_percent: number | string | null
  /** Products with the same group count together for their tiers (docs/rules.md#families). */
  tier_group: string | null
}

export type QuoteSettings = Pick<StoreSettings, 'pricesIncludeGst' | 'forcedGstPercent' | 'stateCode'> & ChargeTerms

/** `agreedPrice`: per unit, in paise, as the shop shows prices; it replaces base price and tier (on a manual order). */
export type QuotedLine<P extends QuotedProduct = QuotedProduct> = { productId: string; quantity: number; product: P; agreedPrice?: Paise | null }

export type QuoteInput<P extends QuotedProduct = QuotedProduct> = {
  lines: readonly QuotedLine<P>[]
  settings: QuoteSettings
  /** Name, short form or GST code; null while unknown: the shop's own State is assumed. */
  deliveryState: string | null
  /** what is chosen and charged for; NO_CHOICES for a plain cart */
  choices: ChargeChoices
}

/** One line, amounts in paise. */
export type QuoteLine = {
  productId: string
  quantity: number
  /** Units that count for the tier: the line's own, and those of other lines of its group. */
  tierQuantity: number
  tier: PriceTier | null
  basePrice: Paise
  unitPrice: Paise
  /** unit price × quantity, before any discount */
  lineTotal: Paise
  /** the line's shares of all discounts */
  discount: Paise
  /** the name of the automatic offer among them; a line has at most one */
  offer: string | null
  /** what is paid for the line, GST included */
  paid: Paise
  /** GST rate in percent */
  rate: number
  taxable: Paise
  cgst: Paise
  sgst: Paise
  igst: Paise
  /** compared with MRP, or with the base price when there is none; without discounts */
  savings: Paise
}

export type Quote = {
  lines: QuoteLine[]
  /** GST code of the State of supply */
  placeOfSupply: string
  interState: boolean
  /** supplied within a Union Territory without a legislature: the `sgst` amounts are UTGST */
  unionTerritory: boolean
  /** the goods as the cart shows them, after tiers and discounts (without GST where prices exclude it) */
  goodsTotal: Paise
  discount: Paise
  /** the parts of `discount`, and what waived the delivery charge */
  discounts: AppliedDiscount[]
  savings: Paise
  subtotalBase: Paise
  /** GST components of the goods; each charge has its own GST */
  totalGst: Paise
  cgst: Paise
  sgst: Paise
  igst: Paise
  /** what is paid in addition to the goods; none for an empty cart */
  charges: Charge[]
  freeDeliveryRemaining: Paise
  /** subtotalBase + totalGst + every charge's amount */
  total: Paise
}
