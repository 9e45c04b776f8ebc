/** The handle of a row: exports of other shops write one product in several rows, which have it in common. */
import type { ImportField, Mapping } from './fields.ts'
import { comparable, tidyText } from './tidy-text.ts'

/** What each member has for itself; all else is in the first row of a handle alone. */
export const OWN_FIELDS: readonly ImportField[] = ['sku', 'barcode', 'price', 'regular_price', 'retail_price', 'mrp', 'stock', 'value_1', 'value_2', 'value_3']

/** What the rows of one product have in common; '' for a row of its own, and for a broken one. */
export const handleOf = (cells: readonly string[], mapping: Mapping): string =>
  cells.length === mapping.length ? comparable(tidyText(cells[mapping.indexOf('handle')] ?? '')) : ''
/** Whether a row of a handle is a product, and not only a further picture or the family's description. */
export const hasOwnValues = (cells: readonly string[], mapping: Mapping): boolean =>
  OWN_FIELDS.some((field) => tidyText(cells[mapping.indexOf(field)] ?? '') !== '')
