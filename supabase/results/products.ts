/** What functions return about products. */
import type { StockStatus } from '#domain/products/stock.ts'
import type { SelectedRow, TableRow } from '../tables.ts'
import type { Rows } from './rows.ts'

export type WrittenRow = { row: number; outcome: 'new' | 'changed' | 'same' | 'refused'; message?: string; detail?: string }

/** `family`: the key of the request */
export type WrittenFamily = { family: string; outcome: 'joined' | 'same' | 'refused'; message?: string; detail?: string }

/** How many products each further choice would show; keys are category ids, names, stock statuses and minimum orders. */
export type ProductFacets = {
  total: number
  category: Record<string, number>
  brand: Record<string, number>
  country: Record<string, number>
  stock: Partial<Record<StockStatus, number>>
  moq: Record<string, number>
  /**
   * Of a large catalogue, when a search or a price range has as many products as are counted (docs/decisions/0123-counts-of-a-search.md). `total`: there
   * may be more than `total`; `counts`: each number is the least there are, and a choice with 0 may have some.
   */
  more?: { total: boolean; counts: boolean }
}

/** `files`: the files of the pictures that came with the import and are shown no more */
export type UndoneImport = { deleted: number; restored: number; files: string[] }

/** `KEPT`, or why an uploaded file is not used */
export type ZipPictureOutcome = 'KEPT' | 'KNOWN' | 'FULL' | 'GONE'
export type QueuedPictures = { queued: number; known: number }
/** Why a picture of an import could not be downloaded. */
export type PictureFailure = 'ADDRESS' | 'INNER' | 'NOT_FOUND' | 'FORBIDDEN' | 'UNREACHABLE' | 'TOO_LARGE' | 'NOT_A_PICTURE' | 'FULL'
/** `failures`: the newest fifty */
export type PictureDownloads = {
  waiting: number
  failed: number
  failures: { product_id: string; sku: string; name: string; address: string; failure: PictureFailure }[]
}

/** A product of the back office's list without its long texts. */
type ListedProduct = Omit<TableRow<'products'>, 'description' | 'ingredients' | 'how_to_use' | 'manufacturer'> & {
  category: { name: string } | null
  family: null
}

/** What the grouped list shows of a family. `products`: how many the list has, `of`: how many there are; `highest` in rupees. */
export type ListedFamily = {
  products: number
  of: number
  highest: number
  statuses: Record<'active' | 'draft' | 'archived', number>
  category: string | null
  image_url: string | null
  image_thumbhash: string | null
}

/** Batches with pieces left: `today` in India as YYYY-MM-DD, those past their last day, and those whose last day is within so many days. */
export type ExpiryCounts = { today: string; expired: number; in30: number; in60: number; in90: number; in180: number }

type Counted = { value: string | number; count: number }
/** All brands and GST rates, each with its number of products. */
export type ProductValues = { brands: Counted[]; rates: Counted[] }

/** As the cart shows and prices it. */
type CartProduct = SelectedRow<
  'products',
  'id,sku,name,brand,image_url,image_thumbhash,price,retail_price,mrp,gst_percent,hsn,unit,stock,min_order_quantity,pricing_tiers,tier_group,status'
>
type FoundLine = { matched: 'sku' | 'barcode' | 'name' | 'near'; product: CartProduct }

/** As a list of products shows it. */
export type CardProduct = SelectedRow<
  'products',
  'id,name,brand,image_url,image_thumbhash,price,retail_price,mrp,gst_percent,pricing_tiers,tier_group,min_order_quantity,stock'
>

/** What a card shows of a family (docs/decisions/0065-families.md). Prices in rupees. */
export type CardFamily = {
  id: string
  name: string
  options: string[]
  /** how many values of the first option its products have */
  values: number
  /** the first of them that have a colour or a picture, at most five */
  swatches: Swatch[]
  /** how many of its products fit the filters, and their lowest and highest price */
  fitting: number
  from: number
  to: number
}
export type Swatch = SelectedRow<'product_family_values', 'name,colour,picture'>

export type ProductResults = {
  add_to_cart: Rows<'add_to_cart'>
  admin_product_groups: Rows<'admin_product_groups', { product: ListedProduct | null; family: ListedFamily | null }>
  add_zip_picture: ZipPictureOutcome
  bought_before: Rows<'bought_before', { product: CardProduct }>
  category_usage: Rows<'category_usage'>
  expiry_counts: ExpiryCounts
  import_families: WrittenFamily[]
  picture_downloads: PictureDownloads
  queue_pictures: QueuedPictures
  import_products: WrittenRow[]
  list_products: Rows<'list_products', { product: CardProduct; family: CardFamily | null }>
  match_order_lines: Rows<'match_order_lines', FoundLine>
  near_order_lines: Rows<'near_order_lines', FoundLine>
  product_facets: ProductFacets
  product_values: ProductValues
  /** `unused`: files of swatches that nothing shows any more */
  save_family: { version: number; unused: string[] }
  /** `unused`: files of the product's pictures that no product uses any more */
  save_product: { unused: string[] }
  /** `after`: the last product of the previous part; null for the first */
  sitemap_parts: Rows<'sitemap_parts', { after: string | null }>
  stock_waiting: Rows<'stock_waiting'>
  undo_import: UndoneImport
  /** `actor_name` null: the shop itself, or a buyer */
  stock_history: Rows<'stock_history', Record<'note' | 'order_id' | 'actor_name', string | null> & { order_number: number | null }>
}
