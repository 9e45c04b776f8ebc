import type { EditedProduct } from '../../../data/admin/products/product.ts'
import type { SharedColumn } from '../../../data/admin/products/family.ts'
import type { ProductTexts } from './draft.ts'

const FIELDS: Record<SharedColumn, keyof ProductTexts> = {
  description: 'description',
  brand: 'brand',
  category_id: 'categoryId',
  gst_percent: 'gst',
  hsn: 'hsn',
  country_of_origin: 'countryOfOrigin',
  manufacturer: 'manufacturer',
  generic_name: 'genericName',
  best_before: 'bestBefore',
  licence: 'licence',
  ingredients: 'ingredients',
  how_to_use: 'howToUse',
}

/** The fields that a product's family decides: its name, and what the family fills in. They are changed on the page of the family. */
export function decidedBy(product: EditedProduct | null): ReadonlySet<keyof ProductTexts> {
  const family = product?.family
  if (!family) return new Set()
  const shared = (Object.keys(FIELDS) as SharedColumn[]).filter((column) => family[column] !== null)
  return new Set<keyof ProductTexts>(['name', ...shared.map((column) => FIELDS[column])])
}
