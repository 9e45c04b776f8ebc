/** From the check to the import: creates the missing categories, then writes the rows. */
import { categoryFinder, categoriesToCreate, pathOf } from '#domain/product-import/category-nodes.ts'
import { createCategories, writeImportChunk } from '../../../data/admin/import.ts'
import type { Checked } from './check.ts'
import { startRun } from './run-import.ts'
import type { ImportRun, Planned } from './run-import.ts'

/** @throws Error if the categories cannot be created: then no product was written */
export async function beginImport(checked: Checked): Promise<ImportRun> {
  const wanted = [...new Set(checked.rows.flatMap(({ newCategory, outcome }) => (newCategory !== null && outcome !== 'refused' ? [newCategory] : [])))]
  const categories = wanted.length === 0 ? checked.categories : await createCategories(categoriesToCreate(wanted.map(pathOf), checked.categories))
  const { find } = categoryFinder(categories)
  const rows = checked.rows.flatMap(({ row, sku, importKey, name, outcome, set, newCategory }): Planned[] => {
    if (outcome !== 'new' && outcome !== 'changed') return []
    const category = newCategory === null ? null : find(newCategory)
    const columns = category !== null && category !== 'twice' && 'id' in category ? { category_id: category.id } : {}
    return [{ row, sku, import_key: importKey, name, outcome, set: { ...set, ...columns } }]
  })
  // The admin has chosen to skip rows with errors; rows that only the database refuses are skipped too.
  return startRun({ rows, skip: true, write: writeImportChunk })
}
