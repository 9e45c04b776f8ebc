import { deliveryFor } from './delivery.ts'
import { gstRate, shippingTax, splitDelivery, splitGst } from './gst.ts'
import { spreadByLargestRemainder, sumOf } from './money.ts'
import type { Paise } from './money.ts'
import { activeTier, basePrice, mrpOf, parseTiers, tierPrice } from './price-tiers.ts'
import type { PricedProduct, PriceTier } from './price-tiers.ts'
import type { StoreSettings } from './settings.ts'
import { findState } from './states.ts'

export type QuotedProduct = PricedProduct & {
  name: string
  sku: string
  hsn: string | null
  unit: string
  gst_percent: number | string | null
}

export type QuoteSettings = Pick<StoreSettings, 'pricesIncludeGst' | 'forcedGstPercent' | 'freeDeliveryFrom' | 'deliveryCharge' | 'stateCode'>

export type QuoteInput<P extends QuotedProduct = QuotedProduct> = {
  lines: readonly { productId: string; quantity: number; product: P }[]
  settings: QuoteSettings
  /** Name, short form or GST code; null while unknown, then as the shop's own State. */
  deliveryState: string | null
  /** A coupon's amount on the goods as the cart shows them; never more than they cost. */
  discount?: Paise
  /** the products that share the discount; null or missing: all of them */
  discountOn?: ReadonlySet<string> | null
  /** delivery costs nothing, whatever the goods cost */
  freeDelivery?: boolean
}

/** One line, amounts in paise. */
export type QuoteLine = {
  productId: string
  quantity: number
  tier: PriceTier | null
  basePrice: Paise
  unitPrice: Paise
  /** unit price × quantity, before the coupon */
  lineTotal: Paise
  /** the coupon's share */
  discount: Paise
  /** what is paid for the line, GST included */
  paid: Paise
  /** GST rate in percent */
  rate: number
  taxable: Paise
  cgst: Paise
  sgst: Paise
  igst: Paise
  /** against MRP, or the base price where there is none; the coupon not counted */
  savings: Paise
}

export type Quote = {
  lines: QuoteLine[]
  /** GST code of the State of supply */
  placeOfSupply: string
  interState: boolean
  /** supplied within a Union Territory without a legislature: the `sgst` amounts are UTGST */
  unionTerritory: boolean
  /** the goods as the cart shows them, after tiers and coupon (without GST where prices exclude it) */
  goodsTotal: Paise
  discount: Paise
  savings: Paise
  subtotalBase: Paise
  /** heads of the goods; delivery's own is in `shippingGst` */
  totalGst: Paise
  cgst: Paise
  sgst: Paise
  igst: Paise
  shippingCost: Paise
  shippingTaxable: Paise
  shippingGst: Paise
  freeDeliveryRemaining: Paise
  /** subtotalBase + totalGst + shippingCost */
  total: Paise
}

/**
 * What the customer sees and pays (rulings 1–5): the one door for cart, checkout, order and manual order.
 * Throws RangeError on a quantity that is no whole number ≥ 1 and on an unknown State: both are checked before.
 */
export function quote(input: QuoteInput): Quote {
  const place = placeOf(input.deliveryState ?? input.settings.stateCode)
  const interState = place.code !== input.settings.stateCode
  const priced = input.lines.map((line) => priceLine(line))
  const gross = sumOf(priced, (line) => line.lineTotal)
  const sharing = priced.map((line) => (input.discountOn?.has(line.productId) === false ? 0 : line.lineTotal))
  const discount = Math.min(
    Math.max(0, input.discount ?? 0),
    sumOf(sharing, (worth) => worth),
  )
  const shares = spreadDiscount(discount, priced, sharing)
  const lines = priced.map((line, index) => taxLine(line, shares[index] ?? 0, interState, input.settings))

  const goodsTotal = gross - discount
  const delivery = lines.length === 0 ? { charge: 0, remaining: input.settings.freeDeliveryFrom } : deliveryFor(goodsTotal, input.settings, input.freeDelivery)
  const shippingGst = shippingTax(splitDelivery(delivery.charge, lines, interState))
  const [cgst, sgst, igst] = [sumOf(lines, (line) => line.cgst), sumOf(lines, (line) => line.sgst), sumOf(lines, (line) => line.igst)]
  const subtotalBase = sumOf(lines, (line) => line.taxable)
  const totalGst = cgst + sgst + igst
  return {
    lines,
    placeOfSupply: place.code,
    interState,
    unionTerritory: place.union && !interState,
    goodsTotal,
    discount,
    savings: sumOf(lines, (line) => line.savings),
    subtotalBase,
    totalGst,
    cgst,
    sgst,
    igst,
    shippingCost: delivery.charge,
    shippingTaxable: delivery.charge - shippingGst,
    shippingGst,
    freeDeliveryRemaining: delivery.remaining,
    total: subtotalBase + totalGst + delivery.charge,
  }
}

type PricedLine = Pick<QuoteLine, 'productId' | 'quantity' | 'tier' | 'basePrice' | 'unitPrice' | 'lineTotal'> & { product: QuotedProduct }

function priceLine({ productId, quantity, product }: QuoteInput['lines'][number]): PricedLine {
  if (!Number.isSafeInteger(quantity) || quantity < 1) throw new RangeError(`Not a quantity: ${quantity}`)
  const tier = activeTier(parseTiers(product.pricing_tiers), quantity)
  const base = basePrice(product)
  const unit = tierPrice(base, tier)
  return { productId, quantity, tier, basePrice: base, unitPrice: unit, lineTotal: unit * quantity, product }
}

/** Ties of a paisa go by product, not by the order in which things were put into the cart (ruling 5). */
function spreadDiscount(discount: Paise, lines: readonly PricedLine[], sharing: readonly Paise[]): Paise[] {
  const places = [...lines.keys()].sort((a, b) => compareLines(lines[a], lines[b]))
  const spread = spreadByLargestRemainder(
    discount,
    places.map((place) => sharing[place] ?? 0),
  )
  const shares = Array.from<Paise>({ length: lines.length }).fill(0)
  for (const [rank, place] of places.entries()) shares[place] = spread[rank] ?? 0
  return shares
}

function compareLines(a: PricedLine | undefined, b: PricedLine | undefined): number {
  if (!a || !b) return 0
  return a.productId === b.productId ? a.quantity - b.quantity : a.productId < b.productId ? -1 : 1
}

function taxLine({ product, ...line }: PricedLine, discount: Paise, interState: boolean, settings: QuoteSettings): QuoteLine {
  const rate = gstRate(settings, product)
  const terms = { interState, included: settings.pricesIncludeGst }
  const split = splitGst(line.lineTotal - discount, rate, terms)
  const mrp = mrpOf(product)
  // MRP includes GST, so it is compared with what is paid; a base price is compared as it is shown
  const saved = mrp === null ? line.basePrice * line.quantity - line.lineTotal : mrp * line.quantity - splitGst(line.lineTotal, rate, terms).paid
  return { ...line, discount, rate, ...split, savings: Math.max(0, saved) }
}

function placeOf(text: string): { code: string; union: boolean } {
  const state = findState(text)
  if (!state) throw new RangeError(`Not an Indian State: ${JSON.stringify(text)}`)
  return state
}
