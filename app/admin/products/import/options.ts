import type { Remedies } from '#domain/product-import/remedies.ts'
import type { ImportTerms } from '#domain/product-import/validate-row.ts'

/** The options for the whole file. */
export type Options = {
  pricesIncludeGst: boolean
  newStatus: 'draft' | 'active'
  unsellable: ImportTerms['unsellable']
  createCategories: boolean
  /** names the list in generated SKUs; used if no column contains the SKU */
  source: string
  remedies: Remedies
}
