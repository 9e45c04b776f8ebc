import type { ImportTerms } from '#domain/product-import/judge-row.ts'

/** What is decided once for the whole file. */
export type Options = {
  pricesIncludeGst: boolean
  newStatus: 'draft' | 'active'
  unsellable: ImportTerms['unsellable']
  createCategories: boolean
  /** names the list in made SKUs; used where no column has the SKU */
  source: string
}
