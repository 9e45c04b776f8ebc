/** Compares a whole list with the shop: what each row would change, before anything is written. */
import { judgeRow, repeats } from './judge-row.ts'
import type { ImportTerms, Judged, StoredProduct } from './judge-row.ts'
import { makeSkus } from './made-sku.ts'
import type { Fault, ReadRow } from './read-row.ts'
import type { FoundCategory } from './category-nodes.ts'

export type NumberedRow = ReadRow & { importKey: string | null }

/**
 * Gives each row without a SKU one that is derived from its identifying values. If the list has a SKU column, an empty SKU is an
 * error, because a second import of the same file would create the product again.
 *
 * @param source identifies the list in generated SKUs; null: the list has a SKU column
 */
export function numberRows(rows: readonly ReadRow[], source: string | null): NumberedRow[] {
  if (source === null)
    return rows.map((read) =>
      read.values.sku || read.faults.some(({ code }) => code === 'NOT_SKU' || code === 'CELLS')
        ? { ...read, importKey: null }
        : { ...read, importKey: null, faults: [...read.faults, { field: 'sku', code: 'MISSING', found: '' }] },
    )
  const items = rows.map((read) => ({
    row: read.row,
    same: [read.values.name ?? '', read.values.brand ?? null, read.values.category ?? null, read.values.generic_name ?? null],
    price: read.values.price ?? 0,
    mrp: read.values.mrp ?? null,
  }))
  const { made } = makeSkus(source, items)
  return rows.map((read, place) => {
    const item = items[place]
    const keys = item && made.get(item)
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
export type JudgedRow = Judged & {
  importKey: string | null
  /** a category that has to be created first */ newCategory: string | null
  /** the number of the row that it repeats */ repeats: number | null
}

/** Evaluates rows one by one, so that a long list can be evaluated in slices. */
export function listJudge(rows: readonly NumberedRow[], { stored, findCategory, createCategories, terms }: ListContext): (read: NumberedRow) => JudgedRow {
  const again = repeats(rows)
  return (read) => {
    const text = read.values.category
    const category = text === undefined ? undefined : findCategory(text)
    const missing = category !== undefined && category !== 'twice' && 'missing' in category
    const faults: Fault[] = [...read.faults]
    if (text !== undefined && category === 'twice') faults.push({ field: 'category', code: 'AMBIGUOUS_CATEGORY', found: text })
    if (text !== undefined && missing && !createCategories) faults.push({ field: 'category', code: 'NO_CATEGORY', found: text })
    const repeated = again.get(read)
    if (repeated && !repeated.same) faults.push({ field: 'sku', code: 'REPEATED', found: read.values.sku ?? '', limit: repeated.of })
    const id = category !== undefined && category !== 'twice' && 'id' in category ? category.id : undefined
    const judged = judgeRow({ ...read, faults }, stored.get(read.values.sku ?? '') ?? null, id, terms)
    const newCategory = missing && createCategories && text !== undefined ? text : null
    const outcome = repeated?.same === true ? 'same' : judged.outcome === 'same' && newCategory !== null ? 'changed' : judged.outcome
    return { ...judged, outcome, importKey: read.importKey, newCategory, repeats: repeated?.same === true ? repeated.of : null }
  }
}
