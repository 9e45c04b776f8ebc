/** The dry run: every row is parsed, matched and validated, in slices; nothing is written. */
import { headingWords } from '#domain/product-import/guess-fields.ts'
import type { ImportField } from '#domain/product-import/fields.ts'
import { joinRows, withHandles } from '#domain/product-import/join-rows.ts'
import type { GstSettings } from '#domain/tax/gst.ts'
import { picturesOfRows } from '#domain/product-import/row-pictures.ts'
import { listValidator, numberRows } from '#domain/product-import/validate-list.ts'
import type { CheckedRow } from '#domain/product-import/validate-list.ts'
import { decimalMark } from '#domain/product-import/read-number.ts'
import { readRow } from '#domain/product-import/read-row.ts'
import type { ReadRow } from '#domain/product-import/read-row.ts'
import { categoryFinder } from '#domain/product-import/category-nodes.ts'
import type { CategoryNode } from '#domain/product-import/category-nodes.ts'
import { fetchCategoryNodes, fetchStored } from '../../../data/admin/products/import.ts'
import type { Options } from './options.ts'
import { yielder } from './read-file.ts'
import type { Loaded } from './loaded.ts'

/** `left`: rows that are no product of their own, such as those that only name another picture. */
export type Checked = { rows: CheckedRow[]; left: number; categories: CategoryNode[] }
type CheckInput = {
  table: Pick<Loaded, 'rows' | 'headings' | 'dialect'>
  fields: readonly (ImportField | null)[]
  options: Options
  settings: GstSettings
  /** whether the admin may read costs */ costs: boolean
  onProgress: (done: number) => void
  signal: AbortSignal
}

const NUMBERS: readonly (ImportField | null)[] = [
  'price',
  'regular_price',
  'retail_price',
  'mrp',
  'cost',
  'stock',
  'min_order_quantity',
  'reorder_level',
  'weight_grams',
  'weight_kg',
]
const isNumber = (field: ImportField | null): boolean => NUMBERS.includes(field)

export async function checkRows({ table, fields, options, settings, costs, onProgress, signal }: CheckInput): Promise<Checked> {
  const turn = yielder()
  const { dialect, headings } = table
  const handled = dialect?.parentRows ? withHandles(table.rows, headings.map(headingWords), [...fields]) : { rows: table.rows, mapping: [...fields] }
  const { mapping } = handled
  const joined =
    mapping.includes('handle') || mapping.includes('family')
      ? joinRows(handled.rows, mapping)
      : { rows: handled.rows.map((row) => ({ ...row, family: null, errors: [] })), left: 0 }
  const pictures = picturesOfRows(handled.rows, mapping)
  const marks = mapping.map((field, place) => (isNumber(field) ? decimalMark(handled.rows.map(({ cells }) => cells[place] ?? '')) : null))
  const habits = { marks, categoryLists: dialect?.categoryLists === true }
  await turn()
  const read: ReadRow[] = []
  for (const { row, cells, family, errors } of joined.rows) {
    const one = readRow(row, cells, mapping, habits)
    read.push({ ...one, errors: [...one.errors, ...errors], family, pictures: pictures.get(row) })
    await turn()
    signal.throwIfAborted()
  }
  const numbered = numberRows(read, fields.includes('sku') && !options.remedies.makeSkus ? null : options.source)
  await turn()
  const skus = [...new Set(numbered.flatMap(({ values: { sku } }) => (sku ? [sku] : [])))]
  const categories = fields.includes('category') ? await fetchCategoryNodes() : []
  // Fetching the stored products takes most of the time, so the bar shows its progress.
  const stored = await fetchStored(
    skus,
    costs && fields.includes('cost'),
    (done) => onProgress(Math.round((done / Math.max(1, skus.length)) * table.rows.length)),
    signal,
  )
  const { pricesIncludeGst, newStatus, unsellable, createCategories, remedies } = options
  const validate = listValidator(numbered, {
    stored,
    findCategory: categoryFinder(categories).find,
    createCategories,
    terms: { settings, pricesIncludeGst, newStatus, unsellable, remedies },
  })
  const rows: CheckedRow[] = []
  for (const one of numbered) {
    rows.push(validate(one))
    await turn()
    signal.throwIfAborted()
  }
  onProgress(table.rows.length)
  return { rows, left: joined.left, categories }
}
