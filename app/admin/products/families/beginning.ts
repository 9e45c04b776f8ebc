import type { FamilyProduct } from '../../../data/admin/products/family.ts'
import { NEW_FAMILY, VALUE_COLUMNS, choicesOf, productFields, rowFields, withFields } from './draft.ts'
import type { FamilyDraft } from './draft.ts'
import { addedValues, sharedBeginning, valueInName } from './grid.ts'

/** The form of a new family with these products: named by what their names have in common, each with the rest of its name as its value. */
export function beginningWith(products: readonly FamilyProduct[], newId: () => string): FamilyDraft {
  const empty = { ...NEW_FAMILY } as FamilyDraft
  if (products.length === 0) return empty
  const name = sharedBeginning(products.map((product) => product.name)).slice(0, 120)
  return products.reduce<FamilyDraft>((draft, product) => withFields(draft, joining(draft, product, newId)), { ...empty, name })
}

/**
 * A product that joins. Of a family with one option it has the value that its name says, a new one if there is none of this name; otherwise its
 * values are chosen in the grid.
 */
export function joining(draft: FamilyDraft, product: FamilyProduct, newId: () => string): Partial<FamilyDraft> {
  const fields = { ...productFields(product), ...rowFields(product.id, { value_1: '', value_2: '', value_3: '' }) }
  const said = draft.options.length === 1 ? valueInName(draft.name, product.name) : ''
  if (said === '') return fields
  const known = choicesOf(draft)[0]?.find(({ name }) => name.trim().toLowerCase() === said.toLowerCase())
  if (known) return { ...fields, ...rowFields(product.id, { [VALUE_COLUMNS[0]]: known.id }) }
  const id = newId()
  return { ...addedValues(draft, 0, [said], () => id), ...fields, ...rowFields(product.id, { [VALUE_COLUMNS[0]]: id }) }
}
