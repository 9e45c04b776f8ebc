/** From the check to the import: creates the missing categories, then writes the rows. */
import { categoryFinder, categoriesToCreate, pathOf } from '#domain/product-import/category-nodes.ts'
import { createCategories, writeFamilies, writeImportChunk } from '../../../data/admin/products/import.ts'
import type { ImportFamily } from '../../../data/admin/products/import.ts'
import { beginImport } from '../../../data/admin/products/imports.ts'
import { queuePictures } from '../../../data/admin/products/picture-downloads.ts'
import type { Checked } from './check.ts'
import { startRun } from './run-import.ts'
import type { ImportRun, Planned } from './run-import.ts'

/** @throws Error if the categories cannot be created: then no product was written */
export async function startImport(checked: Checked, fileName: string): Promise<{ run: ImportRun; id: string }> {
  const wanted = [...new Set(checked.rows.flatMap(({ newCategory, outcome }) => (newCategory !== null && outcome !== 'refused' ? [newCategory] : [])))]
  const categories = wanted.length === 0 ? checked.categories : await createCategories(categoriesToCreate(wanted.map(pathOf), checked.categories))
  const { find } = categoryFinder(categories)
  const rows = checked.rows.flatMap(({ row, sku, importKey, name, outcome, set, newCategory }): Planned[] => {
    if (outcome !== 'new' && outcome !== 'changed') return []
    const category = newCategory === null ? null : find(newCategory)
    const columns = category !== null && category !== 'twice' && 'id' in category ? { category_id: category.id } : {}
    return [{ row, sku, import_key: importKey, name, outcome, set: { ...set, ...columns } }]
  })
  const added = rows.filter(({ outcome }) => outcome === 'new').length
  const id = await beginImport(fileName, added, rows.length - added)
  // The admin has chosen to skip rows with errors; rows that only the database refuses are skipped too.
  const run = startRun({
    rows,
    families: familiesOf(checked.rows),
    skip: true,
    write: (part, skip) => writeImportChunk(id, part, skip),
    join: (families) => writeFamilies(id, families),
    pictures: checked.rows.flatMap(({ sku, pictures, outcome }) => (outcome === 'refused' || pictures.length === 0 ? [] : [{ sku, addresses: pictures }])),
    queue: (pictures) => queuePictures(id, pictures),
  })
  return { run, id }
}

/** The families that get a member, each with all its members: those that are in it already say which family it is. */
export function familiesOf(rows: Checked['rows']): ImportFamily[] {
  const members = rows.filter(({ family, outcome, repeats }) => family !== null && outcome !== 'refused' && repeats === null)
  return [...Map.groupBy(members, ({ family }) => family?.key ?? '').entries()].flatMap(([key, group]) => {
    const [first] = group
    if (!first?.family || !group.some(({ joins }) => joins)) return []
    const { name, options } = first.family
    return [{ key, name, options, members: group.map(({ sku, family }) => ({ sku, values: family?.values ?? [] })) }]
  })
}
