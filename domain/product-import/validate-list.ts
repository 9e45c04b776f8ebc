/** Compares a whole list with the shop: what each row would change, before anything is written. */
import { validateRow, repeats } from './validate-row.ts'
import type { ImportTerms, RowResult, StoredProduct } from './validate-row.ts'
import { makeSkus } from './made-sku.ts'
import type { CellError, ReadRow, RowFamily } from './read-row.ts'
import type { FoundCategory } from './category-nodes.ts'

export type NumberedRow = ReadRow & { importKey: string | null }

/**
 * Gives rows without a SKU one that is derived from their identifying values, so that a second import of the same list finds the
 * same products. Where a list has a SKU column, an empty cell of it is an error unless the admin decides to have SKUs made.
 *
 * @param source identifies the list in generated SKUs; null: none are made
 */
export function numberRows(rows: readonly ReadRow[], source: string | null): NumberedRow[] {
  const without = rows.filter(({ values, errors }) => !values.sku && !errors.some(({ code }) => code === 'NOT_SKU' || code === 'CELLS'))
  if (source === null) {
    const unnumbered = new Set(without)
    return rows.map((read) =>
      unnumbered.has(read) ? { ...read, importKey: null, errors: [...read.errors, { field: 'sku', code: 'NO_SKU', found: '' }] } : { ...read, importKey: null },
    )
  }
  const items = without.map((read) => ({
    read,
    row: read.row,
    same: [read.values.name ?? '', read.values.brand ?? null, read.values.category ?? null, read.values.generic_name ?? null, ...(read.family?.values ?? [])],
    price: read.values.price ?? 0,
    mrp: read.values.mrp ?? null,
  }))
  const { made } = makeSkus(source, items)
  const keysOf = new Map(items.map((item) => [item.read, made.get(item)]))
  return rows.map((read) => {
    const keys = keysOf.get(read)
    return keys ? { ...read, values: { ...read.values, sku: keys.sku }, importKey: keys.importKey } : { ...read, importKey: null }
  })
}

export type ListContext = {
  stored: ReadonlyMap<string, StoredProduct>
  findCategory: (text: string) => FoundCategory
  /** Whether missing categories are created; until then the rows name them in `newCategory`. */
  createCategories: boolean
  terms: ImportTerms
}
export type CheckedRow = RowResult & {
  importKey: string | null
  /** a category that has to be created first */ newCategory: string | null
  /** the number of the row that it repeats */ repeats: number | null
  /** the family of its handle */ family: RowFamily | null
  /** whether it is to become a member of it */ joins: boolean
  /** the addresses of its pictures */ pictures: readonly string[]
}

/** Evaluates rows one by one, so that a long list can be evaluated in slices. */
export function listValidator(rows: readonly NumberedRow[], { stored, findCategory, createCategories, terms }: ListContext): (read: NumberedRow) => CheckedRow {
  const again = repeats(rows)
  return (read) => {
    const text = read.values.category
    const category = text === undefined ? undefined : findCategory(text)
    const missing = category !== undefined && category !== 'twice' && 'missing' in category
    const errors: CellError[] = [...read.errors]
    if (text !== undefined && category === 'twice') errors.push({ field: 'category', code: 'AMBIGUOUS_CATEGORY', found: text })
    if (text !== undefined && missing && !createCategories) errors.push({ field: 'category', code: 'NO_CATEGORY', found: text })
    const repeated = again.get(read)
    if (repeated && !repeated.same) errors.push({ field: 'sku', code: 'REPEATED', found: read.values.sku ?? '', limit: repeated.of })
    const id = category !== undefined && category !== 'twice' && 'id' in category ? category.id : undefined
    const before = stored.get(read.values.sku ?? '') ?? null
    const validated = validateRow({ ...read, errors }, before, id, terms)
    const family = read.family ?? null
    const joins = family !== null && before?.family_id == null
    const newCategory = missing && createCategories && text !== undefined ? text : null
    const outcome = repeated?.same === true ? 'same' : validated.outcome === 'same' && (newCategory !== null || joins) ? 'changed' : validated.outcome
    return {
      ...validated,
      outcome,
      importKey: read.importKey,
      newCategory,
      repeats: repeated?.same === true ? repeated.of : null,
      family,
      joins,
      pictures: read.pictures?.addresses ?? [],
    }
  }
}
