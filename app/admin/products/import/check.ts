/** The dry run: every row is parsed, matched and validated, in slices; nothing is written. */
import type { ImportField } from '#domain/product-import/fields.ts'
import type { GstSettings } from '#domain/tax/gst.ts'
import { listJudge, numberRows } from '#domain/product-import/judge-list.ts'
import type { JudgedRow } from '#domain/product-import/judge-list.ts'
import { readRow } from '#domain/product-import/read-row.ts'
import type { ReadRow } from '#domain/product-import/read-row.ts'
import { categoryFinder } from '#domain/product-import/category-nodes.ts'
import type { CategoryNode } from '#domain/product-import/category-nodes.ts'
import { fetchCategoryNodes, fetchStored } from '../../../data/admin/import.ts'
import type { Options } from './options.ts'
import { yielder } from './read-file.ts'
import type { Table } from './read-file.ts'

export type Checked = { rows: JudgedRow[]; categories: CategoryNode[] }
type CheckInput = {
  table: Pick<Table, 'rows'>
  fields: readonly (ImportField | null)[]
  options: Options
  settings: GstSettings
  onProgress: (done: number) => void
  signal: AbortSignal
}

export async function checkRows({ table, fields, options, settings, onProgress, signal }: CheckInput): Promise<Checked> {
  const turn = yielder()
  const read: ReadRow[] = []
  for (const { row, cells } of table.rows) {
    read.push(readRow(row, cells, [...fields]))
    await turn()
    signal.throwIfAborted()
  }
  const numbered = numberRows(read, fields.includes('sku') ? null : options.source)
  await turn()
  const skus = [...new Set(numbered.flatMap(({ values: { sku } }) => (sku ? [sku] : [])))]
  const categories = fields.includes('category') ? await fetchCategoryNodes() : []
  // Fetching the stored products takes most of the time, so the bar shows its progress.
  const stored = await fetchStored(skus, (done) => onProgress(Math.round((done / Math.max(1, skus.length)) * table.rows.length)), signal)
  const { pricesIncludeGst, newStatus, unsellable, createCategories } = options
  const judge = listJudge(numbered, {
    stored,
    findCategory: categoryFinder(categories).find,
    createCategories,
    terms: { settings, pricesIncludeGst, newStatus, unsellable },
  })
  const rows: JudgedRow[] = []
  for (const one of numbered) {
    rows.push(judge(one))
    await turn()
    signal.throwIfAborted()
  }
  onProgress(rows.length)
  return { rows, categories }
}
