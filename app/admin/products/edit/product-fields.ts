import type { GstSettings } from '#domain/tax/gst.ts'
import type { ProductErrors, ProductTexts } from './draft.ts'

/** The props of every section. */
export type ProductFields = {
  texts: ProductTexts
  errors: ProductErrors
  set: (some: Partial<ProductTexts>) => void
  settings: GstSettings
  /** fields that can only be read, because the product's family decides them */ decided: ReadonlySet<keyof ProductTexts>
}
