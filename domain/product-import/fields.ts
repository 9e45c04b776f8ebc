/** The columns of a product, in the order in which they are offered. */
export const PRODUCT_FIELDS = [
  'sku',
  'name',
  'brand',
  'category',
  'price',
  'retail_price',
  'mrp',
  'cost',
  'gst_percent',
  'hsn',
  'barcode',
  'stock',
  'unit',
  'min_order_quantity',
  'reorder_level',
  'pricing_tiers',
  'status',
  'is_featured',
  'description',
  'net_quantity',
  'weight_grams',
  'generic_name',
  'country_of_origin',
  'manufacturer',
  'best_before',
  'ingredients',
  'how_to_use',
] as const
/** Columns that say how cells and rows belong together: levels of the category, the rows of one handle or family, their options and values. */
export const JOINING_FIELDS = ['category_2', 'category_3', 'handle', 'family', 'option_1', 'value_1', 'option_2', 'value_2', 'option_3', 'value_3'] as const
/** Addresses of pictures: of the row's own product, and of all rows of its handle. Several columns may have them. */
export const PICTURE_FIELDS = ['pictures', 'family_pictures'] as const
/** The possible columns of a price list. */
export const IMPORT_FIELDS = [...PRODUCT_FIELDS, 'weight_kg', 'regular_price', ...PICTURE_FIELDS, ...JOINING_FIELDS] as const
/** The columns that are joined to the path of a category. */
export const CATEGORY_LEVELS: readonly ImportField[] = ['category', 'category_2', 'category_3']
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

export type Mapping = (ImportField | null)[]

/** Fields that are assigned to two columns: a row would have two values for them. */
export const claimedTwice = (mapping: Mapping): ImportField[] =>
  IMPORT_FIELDS.filter((field) => !isPictureField(field) && mapping.filter((one) => one === field).length > 1)

export const isPictureField = (field: ImportField | null): field is (typeof PICTURE_FIELDS)[number] => PICTURE_FIELDS.some((one) => one === field)
