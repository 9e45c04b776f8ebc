import { gstRate } from '../tax/gst.ts'
import { exceedsMrp, highestPriceUnder, mostPaidPerUnit } from '../tax/mrp.ts'
import type { GstSettings } from '../tax/gst.ts'
import { toPaise, toRupees } from '../money/money.ts'
import type { Paise } from '../money/money.ts'
import { basePrice, parseTiers } from '../prices/price-tiers.ts'
import { PRODUCT_FIELDS } from './fields.ts'
import type { ImportField } from './fields.ts'
import type { ProductStatus, StoredTier } from './read-cell.ts'
import type { CellError, ReadRow, RowValues } from './read-row.ts'
import type { Remedies, Warning } from './remedies.ts'
import { sellingPrice } from './selling-price.ts'
import { inOneUnit } from './units.ts'

/** The columns that an import may write, in API format: amounts in rupees. */
export type ProductColumns = {
  name: string
  brand: string | null
  category_id: string | null
  price: number
  retail_price: number | null
  mrp: number | null
  /** excluding GST; only staff who read costs see and write it */
  cost: number | null
  gst_percent: number
  hsn: string | null
  barcode: string | null
  unit: string
  stock: number
  min_order_quantity: number
  reorder_level: number | null
  pricing_tiers: unknown
  status: ProductStatus
  is_featured: boolean
  description: string | null
  net_quantity: string | null
  weight_grams: number | null
  generic_name: string | null
  country_of_origin: string | null
  manufacturer: string | null
  best_before: string | null
  ingredients: string | null
  how_to_use: string | null
}
export type StoredProduct = ProductColumns & { id: string; sku: string; family_id: string | null }

export type ImportTerms = {
  settings: GstSettings
  /** whether the list's prices include GST */
  pricesIncludeGst: boolean
  /** the status of a new product if the list has none */
  newStatus: ProductStatus
  /**
   * What happens to a product that cannot be sold at its listed price. `draft`: a new one becomes a draft at its MRP. `cap`: a price
   * above the MRP becomes the MRP, and one without a price is refused.
   */
  unsellable: 'refuse' | 'draft' | 'cap'
  remedies: Remedies
}

export type RowResult = {
  row: number
  sku: string
  name: string
  outcome: 'new' | 'changed' | 'same' | 'refused'
  /** The columns to write: for a new product everything in the list, for an existing one the differences. */
  set: Partial<ProductColumns>
  /** The previous values of the columns in `set`. */
  was: Partial<ProductColumns>
  errors: CellError[]
  warnings: Warning[]
}

/** GST rates of goods as of 22 September 2025 (docs/india.md#gst-rates), and the two older ones that existing stock still has. */
const KNOWN_RATES = [0, 0.25, 1.5, 3, 5, 12, 18, 28, 40]
const isOdd = (rate: number | undefined): boolean => rate !== undefined && !KNOWN_RATES.includes(rate)
/** A price that falls below this share of its old value is more likely a mistake than a decision. */
const SLIP = 0.5

/** A new product before any values from the list (the defaults of the table). */
const BLANK: ProductColumns = {
  name: '',
  brand: null,
  category_id: null,
  price: 0,
  retail_price: null,
  mrp: null,
  cost: null,
  gst_percent: 18,
  hsn: null,
  barcode: null,
  unit: 'NOS',
  stock: 0,
  min_order_quantity: 1,
  reorder_level: null,
  pricing_tiers: null,
  status: 'draft',
  is_featured: false,
  description: null,
  net_quantity: null,
  weight_grams: null,
  generic_name: null,
  country_of_origin: null,
  manufacturer: null,
  best_before: null,
  ingredients: null,
  how_to_use: null,
}

/** @param categoryId the id of the row's category; undefined if the row has none */
export function validateRow(read: ReadRow, stored: StoredProduct | null, categoryId: string | undefined, terms: ImportTerms): RowResult {
  const { values, errors: unitErrors } = inOneUnit(read.values, stored?.unit ?? null)
  const { remedies } = terms
  if (isOdd(values.gst_percent)) values.gst_percent = remedies.gstPercent ?? values.gst_percent
  const errors = [...read.errors, ...unitErrors]
  const warnings: Warning[] = []
  const before = stored ?? BLANK
  const wanted: Partial<ProductColumns> = { ...columnsOf(values, before, terms), ...(categoryId === undefined ? {} : { category_id: categoryId }) }
  // A member is called as its family says, which may have another name than in the list by now.
  if (stored?.family_id && read.family) delete wanted.name
  if (!stored) {
    wanted.status ??= terms.newStatus
    if (!wanted.name) errors.push({ field: 'name', code: 'MISSING', found: '' })
    if (errors.length === 0 && terms.unsellable === 'draft') keepWithinMrp(wanted, values, terms, warnings)
  }
  if (terms.unsellable === 'cap') capAtMrp(wanted, before, terms, warnings)
  const withoutHsn = (wanted.hsn ?? before.hsn) === null && (wanted.status ?? before.status) === 'active'
  if (withoutHsn && remedies.hsn !== null) wanted.hsn = remedies.hsn
  const after = { ...before, ...wanted }
  if (errors.length === 0) errors.push(...priceErrors(after, stored, values, terms))
  const set = stored ? differing(wanted, stored) : wanted
  const was = stored ? Object.fromEntries(Object.keys(set).map((key) => [key, stored[key as keyof ProductColumns]])) : {}
  if (isOdd(wanted.gst_percent)) warnings.push('ODD_RATE')
  if (stored && set.price !== undefined && wanted.retail_price === undefined && (stored.retail_price ?? 0) > 0) warnings.push('RETAIL_DECIDES')
  if (stored && basePrice(after) < basePrice(before) * SLIP) warnings.push('PRICE_HALVED')
  if (after.hsn === null && after.status === 'active') warnings.push('NO_HSN')
  if ((read.pictures?.wrong.length ?? 0) > 0) warnings.push('NO_ADDRESS')
  if (errors.length === 0 && warnings.some((one) => remedies.leaveOut.includes(one))) errors.push({ field: null, code: 'LEFT_OUT', found: '' })
  const outcome = errors.length > 0 ? 'refused' : !stored ? 'new' : Object.keys(set).length > 0 ? 'changed' : 'same'
  return { row: read.row, sku: values.sku ?? '', name: values.name ?? stored?.name ?? '', outcome, set, was, errors, warnings }
}

function columnsOf(values: RowValues, before: ProductColumns, terms: ImportTerms): Partial<ProductColumns> {
  const { sku: _sku, category: _category, price, retail_price, mrp, cost, ...plain } = values
  const rate = gstRate(terms.settings, { gst_percent: values.gst_percent ?? before.gst_percent })
  const shown = (amount: Paise) => toRupees(asTheShopHasIt(amount, rate, terms))
  return {
    ...plain,
    ...(price === undefined ? {} : { price: shown(price) }),
    ...(retail_price === undefined ? {} : { retail_price: retail_price === 0 ? null : shown(retail_price) }),
    // lists use 0 for an unknown MRP
    ...(mrp === undefined ? {} : { mrp: mrp === 0 ? null : toRupees(mrp) }),
    // and for an unknown cost
    ...(cost === undefined || cost === 0 ? {} : { cost: toRupees(cost) }),
  }
}

/** Converts a price of the list to the shop's price mode: with or without GST (docs/rules.md#prices-include-gst). */
function asTheShopHasIt(price: Paise, rate: number, { settings, pricesIncludeGst }: ImportTerms): Paise {
  if (pricesIncludeGst === settings.pricesIncludeGst) return price
  return pricesIncludeGst ? highestPriceUnder(price, rate, settings) : mostPaidPerUnit(price, rate, { pricesIncludeGst: false })
}

/** Makes a new product that cannot be sold at its listed price a draft at its MRP. */
function keepWithinMrp(wanted: Partial<ProductColumns>, values: RowValues, { settings }: ImportTerms, warnings: Warning[]): void {
  const mrp = wanted.mrp ? toPaise(wanted.mrp) : null
  if (mrp === null) return
  const highest = highestPriceUnder(mrp, gstRate(settings, { gst_percent: values.gst_percent ?? BLANK.gst_percent }), settings)
  const decided = sellingPrice(basePrice({ price: wanted.price ?? 0, retail_price: wanted.retail_price ?? null }), highest)
  if (decided.sells) return
  wanted.price = toRupees(decided.price)
  if (wanted.retail_price) wanted.retail_price = wanted.price
  wanted.status = 'draft'
  warnings.push('DRAFT_AT_MRP')
}

/** Lowers the price that buyers pay to the highest one that the MRP allows. */
function capAtMrp(wanted: Partial<ProductColumns>, before: ProductColumns, { settings }: ImportTerms, warnings: Warning[]): void {
  const after = { ...before, ...wanted }
  const over = exceedsMrp(after, settings)
  if (over === null) return
  if ((after.retail_price ?? 0) > 0) wanted.retail_price = toRupees(over.highestPrice)
  else wanted.price = toRupees(over.highestPrice)
  warnings.push('CAPPED_AT_MRP')
}

function priceErrors(after: ProductColumns, stored: StoredProduct | null, values: RowValues, { settings }: ImportTerms): CellError[] {
  const field: ImportField = values.retail_price === undefined ? 'price' : 'retail_price'
  const found = values[field] === undefined ? '' : String(toRupees(values[field]))
  // A draft may still have no price, but an import cannot remove a price from a product.
  const unpriced = stored !== null && basePrice(stored) === 0
  if (basePrice(after) === 0 && (after.status === 'active' || !unpriced)) return [{ field: 'price', code: 'NO_PRICE', found }]
  const over = exceedsMrp(after, settings)
  return over ? [{ field, code: 'ABOVE_MRP', found, limit: over.highestPrice }] : []
}

/** Writes only the differences, so that changes by other people in the meantime are preserved. */
function differing(wanted: Partial<ProductColumns>, stored: StoredProduct): Partial<ProductColumns> {
  return Object.fromEntries(Object.entries(wanted).filter(([key, value]) => !same(key, value, stored[key as keyof ProductColumns])))
}

const AMOUNTS = new Set<string>(['price', 'retail_price', 'mrp', 'cost'])

function same(key: string, wanted: unknown, stored: unknown): boolean {
  if (key === 'pricing_tiers') return tierKey(wanted) === tierKey(stored)
  if (AMOUNTS.has(key)) return (wanted === null) === (stored === null) && (wanted === null || toPaise(wanted as number) === toPaise(stored as number))
  return wanted === stored || (typeof stored !== 'string' && stored !== null && Number(wanted) === Number(stored))
}

const tierKey = (tiers: unknown): string =>
  JSON.stringify(parseTiers(tiers).map((tier): StoredTier => ({ min_quantity: tier.minQuantity, discount_percent: tier.discountPercent })))

/** Rows with the same SKU: the first one counts, an identical one is skipped, and a different one is an error. */
export function repeats(rows: readonly ReadRow[]): Map<ReadRow, { of: number; same: boolean }> {
  const first = new Map<string, ReadRow>()
  const found = new Map<ReadRow, { of: number; same: boolean }>()
  for (const read of rows) {
    const { sku } = read.values
    if (sku === undefined || sku === '') continue
    const before = first.get(sku)
    if (before) found.set(read, { of: before.row, same: valuesKey(before.values) === valuesKey(read.values) })
    else first.set(sku, read)
  }
  return found
}

const valuesKey = (values: RowValues): string => JSON.stringify(PRODUCT_FIELDS.map((field) => values[field] ?? null))
