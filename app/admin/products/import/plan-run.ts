/** From the check to the writing: the shelves that are missing are made, then the rows go. */
import { shelfFinder, shelvesToMake, pathOf } from '#domain/product-import/shelves.ts'
import { makeShelves, writeImportChunk } from '../../../data/admin/import.ts'
import type { Checked } from './check.ts'
import { startRun } from './run-import.ts'
import type { ImportRun, Planned } from './run-import.ts'

/** @throws Error when the shelves cannot be made: then no product was written */
export async function beginImport(checked: Checked): Promise<ImportRun> {
  const wanted = [...new Set(checked.rows.flatMap(({ newShelf, outcome }) => (newShelf !== null && outcome !== 'refused' ? [newShelf] : [])))]
  const shelves = wanted.length === 0 ? checked.shelves : await makeShelves(shelvesToMake(wanted.map(pathOf), checked.shelves))
  const { find } = shelfFinder(shelves)
  const rows = checked.rows.flatMap(({ row, sku, importKey, name, outcome, set, newShelf }): Planned[] => {
    if (outcome !== 'new' && outcome !== 'changed') return []
    const shelf = newShelf === null ? null : find(newShelf)
    const category = shelf !== null && shelf !== 'twice' && 'id' in shelf ? { category_id: shelf.id } : {}
    return [{ row, sku, import_key: importKey, name, outcome, set: { ...set, ...category } }]
  })
  // Whoever comes this far with faulty rows has chosen to leave them out; so it goes for those that only the database refuses.
  return startRun({ rows, skip: true, write: writeImportChunk })
}
