import { gstRate } from '#domain/tax/gst.ts'
import { exceedsMrp, mostPaidPerUnit } from '#domain/tax/mrp.ts'
import type { GstSettings } from '#domain/tax/gst.ts'
import { formatRupees, toDecimal, toPaise, toRupees } from '#domain/money/money.ts'
import { readRupees } from '#domain/money/read-rupees.ts'
import { basePrice } from '#domain/prices/price-tiers.ts'
import { isBarcode } from '#domain/products/barcode.ts'
import { isReorderLevel } from '#domain/products/stock.ts'
import { isWeight } from '#domain/products/weight.ts'
import { readCount } from '#domain/product-import/read-number.ts'
import { tierErrors } from '#domain/prices/tier-errors.ts'
import type { PricedProduct } from '#domain/prices/price-tiers.ts'
import * as say from '#words/admin-product.ts'
import type { EditedProduct, ProductColumns, TierRow } from '../../../data/admin/products/product.ts'

/** A tier as typed; `key` is unique to its row, so that its input stays the same while rows are added and removed. */
export type TierTexts = { key: string; minimum: string; percent: string }
/** The form's state: texts as typed. `stock` is only entered for a new product. */
export type ProductTexts = {
  name: string
  description: string
  categoryId: string
  brand: string
  sku: string
  price: string
  retailPrice: string
  mrp: string
  cost: string
  gst: string
  hsn: string
  unit: string
  minimum: string
  stock: string
  tiers: TierTexts[]
  status: ProductColumns['status']
  featured: boolean
  genericName: string
  netQuantity: string
  bestBefore: string
  countryOfOrigin: string
  licence: string
  batch: string
  barcode: string
  weight: string
  reorderLevel: string
  manufacturer: string
  ingredients: string
  howToUse: string
}
/** By field name, in the order of the form; the summary links to the fields. */
export type ProductErrors = Record<string, string>

export const NEW_PRODUCT: ProductTexts = {
  name: '',
  description: '',
  categoryId: '',
  brand: '',
  sku: '',
  price: '',
  retailPrice: '',
  mrp: '',
  cost: '',
  gst: '18',
  hsn: '',
  unit: 'NOS',
  minimum: '1',
  stock: '0',
  tiers: [],
  status: 'draft',
  featured: false,
  genericName: '',
  netQuantity: '',
  bestBefore: '',
  countryOfOrigin: 'India',
  licence: '',
  batch: '',
  barcode: '',
  weight: '',
  reorderLevel: '',
  manufacturer: '',
  ingredients: '',
  howToUse: '',
}

const money = (rupees: number | null): string => (rupees === null ? '' : toDecimal(toPaise(rupees)))

export function textsOf(row: EditedProduct): ProductTexts {
  return {
    name: row.name,
    description: row.description ?? '',
    categoryId: row.category_id ?? '',
    brand: row.brand ?? '',
    sku: row.sku,
    price: money(row.price),
    retailPrice: money(row.retail_price),
    mrp: money(row.mrp),
    cost: money(row.cost),
    gst: String(row.gst_percent),
    hsn: row.hsn ?? '',
    unit: row.unit,
    minimum: String(row.min_order_quantity),
    stock: '0',
    tiers: row.pricing_tiers.map((tier, place) => ({ key: `was-${place}`, minimum: String(tier.min_quantity), percent: String(tier.discount_percent) })),
    status: row.status,
    featured: row.is_featured,
    genericName: row.generic_name ?? '',
    netQuantity: row.net_quantity ?? '',
    bestBefore: row.best_before ?? '',
    countryOfOrigin: row.country_of_origin ?? '',
    licence: row.licence ?? '',
    batch: row.batch ?? '',
    barcode: row.barcode ?? '',
    weight: String(row.weight_grams ?? ''),
    reorderLevel: String(row.reorder_level ?? ''),
    manufacturer: row.manufacturer ?? '',
    ingredients: row.ingredients ?? '',
    howToUse: row.how_to_use ?? '',
  }
}

/** A copy with everything except what is unique to one product. The batch is printed on packs, so it is not copied. */
export const copyOf = (row: EditedProduct): ProductTexts => ({
  ...textsOf(row),
  name: [...say.copyOf(row.name)].slice(0, 200).join(''),
  sku: '',
  stock: '0',
  batch: '',
  barcode: '',
  status: 'draft',
  featured: false,
})

const PERCENT = /^\d{1,3}(\.\d{1,2})?$/
const COUNT = /^\d{1,6}$/

const amount = (text: string): number | null => {
  const paise = readRupees(text)
  return paise === null ? null : toRupees(paise)
}
export const tierOf = ({ minimum, percent }: TierTexts): TierRow => ({
  min_quantity: COUNT.test(minimum.trim()) ? Number(minimum) : Number.NaN,
  discount_percent: PERCENT.test(percent.trim()) ? Number(percent) : Number.NaN,
})
const byQuantity = (a: TierRow, b: TierRow): number => a.min_quantity - b.min_quantity

/** The typed values in the format that the domain prices; invalid numbers count as empty. */
export function pricedTexts(texts: ProductTexts): PricedProduct & { gst_percent: number } {
  return {
    price: amount(texts.price) ?? 0,
    retail_price: amount(texts.retailPrice),
    mrp: amount(texts.mrp),
    gst_percent: PERCENT.test(texts.gst.trim()) && Number(texts.gst) <= 100 ? Number(texts.gst) : 0,
    pricing_tiers: texts.tiers.map(tierOf),
    min_order_quantity: COUNT.test(texts.minimum) ? Math.max(1, Number(texts.minimum)) : 1,
    stock: 0,
  }
}

/** By how much the price exceeds the MRP, in one sentence, and the highest valid price. */
export function mrpError(texts: ProductTexts, settings: GstSettings): { field: 'price' | 'retailPrice'; text: string; highest: string } | null {
  const product = pricedTexts(texts)
  const problem = exceedsMrp(product, settings)
  if (problem === null) return null
  const unit = basePrice(product)
  return {
    field: (product.retail_price ?? 0) === 0 ? 'price' : 'retailPrice',
    text: say.aboveMrp({
      unit: formatRupees(unit),
      paid: formatRupees(mostPaidPerUnit(unit, gstRate(settings, product), settings)),
      mrp: formatRupees(toPaise(product.mrp ?? 0)),
      by: formatRupees(problem.by),
    }),
    highest: toDecimal(problem.highestPrice),
  }
}

/** The errors of the tiers, by field name: the domain's rules in the words of the form. */
export function tierErrorsOf(tiers: readonly TierTexts[]): ProductErrors {
  const errors: ProductErrors = {}
  for (const error of tierErrors(tiers.map(tierOf))) {
    const row = tierOf(tiers[error.index] ?? { key: '', minimum: '', percent: '' })
    const [minimum, percent] = [`tier_minimum_${error.index}`, `tier_percent_${error.index}`]
    if (error.code === 'TIER_DUPLICATE') errors[minimum] = say.tierTwice(error.minQuantity)
    if (error.code === 'TIER_DISCOUNT_FALLS') errors[percent] = say.tierFalls
    if (error.code !== 'TIER_INVALID') continue
    if (!(row.min_quantity >= 1)) errors[minimum] = say.minimumOfTierWrong
    if (!(row.discount_percent < 100)) errors[percent] = say.percentOfTierWrong
  }
  return errors
}

/** Returns the columns to save, the opening stock and the cost in rupees, or the errors by field. */
export function checkProduct(
  texts: ProductTexts,
  settings: GstSettings,
  isNew: boolean,
): { ok: true; columns: ProductColumns; stock: number; cost: number | null } | { ok: false; errors: ProductErrors } {
  const errors: ProductErrors = {}
  const text = (name: keyof ProductTexts) => String(texts[name]).trim()
  const optional = (name: keyof ProductTexts) => text(name) || null
  if (text('name') === '') errors['name'] = say.nameMissing
  const price = text('price') === '' ? 0 : amount(texts.price)
  const retail = text('retailPrice') === '' ? null : amount(texts.retailPrice)
  const mrp = text('mrp') === '' ? null : amount(texts.mrp)
  const cost = text('cost') === '' ? null : amount(texts.cost)
  if (price === null) errors['price'] = say.moneyWrong
  else if (texts.status === 'active' && price === 0 && (retail ?? 0) === 0) errors['price'] = say.priceMissing
  if (text('retailPrice') !== '' && retail === null) errors['retailPrice'] = say.moneyWrong
  if (text('mrp') !== '' && !((mrp ?? 0) > 0)) errors['mrp'] = say.mrpWrong
  const above = (errors['price'] ?? errors['retailPrice'] ?? errors['mrp']) ? null : mrpError(texts, settings)
  if (above) errors[above.field] = above.text
  Object.assign(errors, tierErrorsOf(texts.tiers))
  if (text('cost') !== '' && !((cost ?? 0) > 0)) errors['cost'] = say.costWrong
  if (!isNew && text('sku') === '') errors['sku'] = say.skuMissing
  const barcode = text('barcode').replace(/[\s-]/g, '')
  if (barcode !== '' && !isBarcode(barcode)) errors['barcode'] = say.barcodeWrong
  const weight = readCount(texts.weight)
  const reorderLevel = readCount(texts.reorderLevel)
  if (isNew && !/^\d{1,9}$/.test(text('stock'))) errors['stock'] = say.stockWrong
  if (reorderLevel !== null && !isReorderLevel(reorderLevel ?? Number.NaN)) errors['reorderLevel'] = say.reorderWrong
  if (weight !== null && !isWeight(weight ?? Number.NaN)) errors['weight'] = say.weightWrong
  if (!/^[1-9]\d{0,4}$/.test(text('minimum'))) errors['minimum'] = say.minimumWrong
  if (text('unit') === '' || text('unit').length > 12) errors['unit'] = say.unitWrong
  if (!/^(\d{4}(\d{2}){0,2})?$/.test(text('hsn'))) errors['hsn'] = say.hsnWrong
  if (!PERCENT.test(text('gst')) || Number(texts.gst) > 100) errors['gst'] = say.gstWrong
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  return {
    ok: true,
    stock: Number(text('stock')),
    cost,
    columns: {
      sku: text('sku'),
      name: text('name'),
      description: optional('description'),
      brand: optional('brand'),
      price: price ?? 0,
      retail_price: retail,
      mrp,
      gst_percent: Number(texts.gst),
      hsn: optional('hsn'),
      unit: text('unit'),
      category_id: texts.categoryId || null,
      is_featured: texts.featured,
      min_order_quantity: Number(text('minimum')),
      pricing_tiers: texts.tiers.map(tierOf).sort(byQuantity),
      status: texts.status,
      net_quantity: optional('netQuantity'),
      country_of_origin: optional('countryOfOrigin'),
      manufacturer: optional('manufacturer'),
      generic_name: optional('genericName'),
      best_before: optional('bestBefore'),
      licence: optional('licence'),
      batch: optional('batch'),
      barcode: barcode || null,
      weight_grams: weight ?? null,
      reorder_level: reorderLevel ?? null,
      ingredients: optional('ingredients'),
      how_to_use: optional('howToUse'),
    },
  }
}

/** The number of changed fields; tiers count as one. */
export const changedFields = (before: ProductTexts, now: ProductTexts): number =>
  (Object.keys(before) as (keyof ProductTexts)[]).filter((name) => comparable(before[name]) !== comparable(now[name])).length

const comparable = (value: ProductTexts[keyof ProductTexts]): string =>
  Array.isArray(value) ? JSON.stringify(value.map(({ minimum, percent }) => [minimum.trim(), percent.trim()])) : String(value)
