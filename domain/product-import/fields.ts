import { comparable } from './tidy-text.ts'

/** The possible columns of a price list, in the order in which they are offered. */
export const IMPORT_FIELDS = [
  'sku',
  'name',
  'brand',
  'category',
  'price',
  'retail_price',
  'mrp',
  'gst_percent',
  'hsn',
  'stock',
  'unit',
  'min_order_quantity',
  'pricing_tiers',
  'status',
  'is_featured',
  'description',
  'net_quantity',
  'generic_name',
  'country_of_origin',
  'manufacturer',
  'best_before',
  'ingredients',
  'how_to_use',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** The plain-text columns of products and their maximum lengths (the checks of the table `products`). */
export const TEXT_LIMITS = {
  name: 200,
  brand: 80,
  unit: 12,
  description: 20_000,
  net_quantity: 60,
  generic_name: 120,
  country_of_origin: 60,
  manufacturer: 400,
  best_before: 120,
  ingredients: 10_000,
  how_to_use: 10_000,
} as const
export type TextField = keyof typeof TEXT_LIMITS
export const LONG_TEXTS: readonly ImportField[] = ['description', 'ingredients', 'how_to_use', 'manufacturer']

/** Names that traders and their programs use: the first one that equals a heading wins, then the first one that a heading begins or ends with. */
const NAMES: Record<ImportField, readonly string[]> = {
  sku: ['sku', 'sku code', 'item code', 'product code', 'article code', 'article no', 'style code', 'code', 'item no', 'ean', 'barcode', 'part no'],
  name: ['name', 'product', 'product name', 'item', 'item name', 'title', 'particulars', 'description of goods', 'goods'],
  brand: ['brand', 'brand name', 'make', 'company'],
  category: ['category path', 'sub category', 'subcategory', 'category', 'product category', 'item group', 'stock group', 'group', 'department'],
  price: ['price', 'sale price', 'selling price', 'rate', 'sp', 'unit price', 'net rate', 'our price', 'offer price', 'amount'],
  retail_price: ['retail price', 'retail rate', 'counter price'],
  mrp: ['mrp', 'm r p', 'market price', 'maximum retail price', 'list price', 'compare at price'],
  gst_percent: ['gst', 'gst %', 'gst rate', 'gst percent', 'tax', 'tax %', 'tax rate', 'igst', 'igst %'],
  hsn: ['hsn', 'hsn/sac', 'hsn code', 'hsn sac', 'hsn/sac code', 'sac'],
  stock: ['stock', 'qty', 'quantity', 'closing stock', 'stock qty', 'available', 'balance', 'inventory', 'on hand', 'closing balance'],
  unit: ['unit', 'uom', 'uqc', 'unit of measure', 'per'],
  min_order_quantity: ['moq', 'minimum order', 'min order', 'minimum order quantity', 'min qty', 'minimum quantity'],
  pricing_tiers: ['price tiers', 'tiers', 'bulk price', 'bulk pricing', 'slab', 'slabs', 'quantity discount'],
  status: ['status', 'state', 'published'],
  is_featured: ['featured', 'is featured', 'show on home page'],
  description: ['description', 'details', 'long description', 'about', 'body'],
  net_quantity: ['net quantity', 'net qty', 'net content', 'net contents', 'net weight', 'pack size', 'size', 'volume', 'weight'],
  generic_name: ['generic name', 'common name', 'type', 'product type', 'commodity'],
  country_of_origin: ['country of origin', 'origin', 'country', 'made in'],
  manufacturer: ['manufacturer', 'manufactured by', 'mfr', 'packer', 'importer', 'marketed by'],
  best_before: ['best before', 'shelf life', 'expiry', 'expiry date', 'use before'],
  ingredients: ['ingredients', 'composition', 'key ingredients'],
  how_to_use: ['how to use', 'directions', 'directions for use', 'usage'],
}

/** `GST%`, `HSN/SAC_Code` and `Sale Price (₹)` as words: 'gst', 'hsn sac code', 'sale price'. */
const heading = (text: string): string =>
  comparable(text.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2'))
    .replace(/\([^()]*\)|\b(rs|inr|in rupees)\b\.?/g, ' ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

export type Mapping = (ImportField | null)[]
export type Guess = { field: ImportField | null; sure: boolean }

/**
 * Guesses the field of each column of a file. Each field is assigned once: to the heading that equals one of its names, earlier names
 * first, otherwise to one that begins or ends with a name ('Product MRP'). `sure`: the heading equals the name.
 */
export function guessFields(headings: readonly string[]): Guess[] {
  const words = headings.map(heading)
  const guesses: Guess[] = headings.map(() => ({ field: null, sure: false }))
  const given = new Set<ImportField>()
  for (const sure of [true, false]) {
    for (const field of IMPORT_FIELDS) {
      if (given.has(field)) continue
      const place = placeOf(words, NAMES[field].map(heading), sure, guesses)
      if (place === -1) continue
      guesses[place] = { field, sure }
      given.add(field)
    }
  }
  return guesses
}

function placeOf(words: readonly string[], names: readonly string[], sure: boolean, guesses: readonly Guess[]): number {
  for (const name of names) {
    const fits = (word: string) => (sure ? word === name : name.length > 2 && (word.startsWith(`${name} `) || word.endsWith(` ${name}`)))
    const place = words.findIndex((word, at) => guesses[at]?.field === null && fits(word))
    if (place !== -1) return place
  }
  return -1
}

/** Fields that are assigned to two columns: a row would have two values for them. */
export const claimedTwice = (mapping: Mapping): ImportField[] => IMPORT_FIELDS.filter((field) => mapping.filter((one) => one === field).length > 1)
