import * as say from '#words/admin-product.ts'
import type { EditedProduct, ProductColumns, StoredPicture } from '../../../data/admin/products/product.ts'
import { changesOf } from '../../../data/admin/save.ts'
import { conflictsOf } from '../../ui/stale-edit.tsx'
import type { Conflict } from '../../ui/stale-edit.tsx'

const LABELS: Partial<Record<keyof ConflictRow, string>> = {
  name: say.name,
  description: say.description,
  category_id: say.category,
  brand: say.brand,
  price: say.price,
  retail_price: say.retailPrice,
  mrp: say.mrp,
  cost: say.cost,
  tiers: say.tiers,
  status: say.status,
  is_featured: say.featured,
  sku: say.sku,
  min_order_quantity: say.minimum,
  unit: say.unit,
  hsn: say.hsn,
  gst_percent: say.gst,
  generic_name: say.genericName,
  net_quantity: say.netQuantity,
  best_before: say.bestBefore,
  country_of_origin: say.countryOfOrigin,
  licence: say.licence,
  batch: say.batch,
  barcode: say.barcode,
  weight_grams: say.weight,
  reorder_level: say.reorderLevel,
  manufacturer: say.manufacturer,
  ingredients: say.ingredients,
  how_to_use: say.howToUse,
  shown_pictures: say.pictures,
}
type Costed = ProductColumns & { cost: number | null }
type ConflictRow = Omit<Costed, 'pricing_tiers'> & { tiers: string; shown_pictures: string }

/** A row in the format of the conflict table: categories by name, tiers and pictures as text. */
function conflictRow(columns: Costed, pictures: readonly StoredPicture[], categories: ReadonlyMap<string, string>): ConflictRow {
  const { pricing_tiers, ...rest } = columns
  return {
    ...rest,
    category_id: rest.category_id === null ? null : (categories.get(rest.category_id) ?? say.goneCategory),
    tiers: pricing_tiers.map(({ min_quantity, discount_percent }) => say.tierText(min_quantity, discount_percent)).join(', '),
    // by file name in the bucket, because a picture without a description has no other name
    shown_pictures: pictures.map(({ image_url, alt }) => alt ?? image_url.split('/').at(-1)?.slice(0, 6) ?? '').join(', '),
  }
}

/** "Mine" is the result of saving over the other version: only fields that were changed here are written, everything else stays theirs. */
export function productConflicts(
  shown: EditedProduct,
  theirs: EditedProduct,
  mine: { columns: Costed; pictures: readonly StoredPicture[] },
  categories: ReadonlyMap<string, string>,
): Conflict[] {
  const [was, now, typed] = [
    conflictRow(shown, shown.pictures, categories),
    conflictRow(theirs, theirs.pictures, categories),
    conflictRow(mine.columns, mine.pictures, categories),
  ]
  return conflictsOf(was, now, { ...now, ...changesOf(was, typed) }, LABELS)
}
