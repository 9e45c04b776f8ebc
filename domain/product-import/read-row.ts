import type { Paise } from '../money/money.ts'
import { isReorderLevel } from '../products/stock.ts'
import { CATEGORY_LEVELS, isPictureField, JOINING_FIELDS, LONG_TEXTS, TEXT_LIMITS } from './fields.ts'
import type { ImportField, PICTURE_FIELDS, Mapping, TextField } from './fields.ts'
import { decodeEntities, htmlToText, listToText } from './html-text.ts'
import { readBarcode, readFlag, readHsn, readSku, readStatus, readTiers } from './read-cell.ts'
import type { ProductStatus, StoredTier } from './read-cell.ts'
import { hasTwoReadings, readGrams, readPercent, readPrice, readQuantity } from './read-number.ts'
import type { DecimalMark } from './read-number.ts'
import type { RowPictures } from './row-pictures.ts'
import { tidyLines, tidyText, withoutGuard } from './tidy-text.ts'

/** What is wrong with a cell. `found`: its text; `limit`: a length, a count, a price in paise or a row number, depending on the code. */
export type CellError = { field: ImportField | null; code: CellErrorCode; found: string; limit?: number | string }
export type CellErrorCode =
  | 'CELLS' // the row and the heading have different numbers of cells
  | 'MISSING'
  | 'TOO_LONG'
  | 'NO_SKU' // and the list has a column for it
  | 'NOT_SKU'
  | 'NOT_AMOUNT'
  | 'TWO_READINGS' // `1.299` or `107,50`, and nothing in the column decides
  | 'NOT_COUNT'
  | 'NOT_MOQ'
  | 'NOT_LEVEL'
  | 'NOT_WEIGHT'
  | 'NOT_PERCENT'
  | 'NOT_HSN'
  | 'NOT_BARCODE'
  | 'NOT_STATUS'
  | 'NOT_FLAG'
  | 'NOT_TIERS'
  | 'WHICH_UNIT' // dozens, and a price that may be for one or for twelve
  | 'OTHER_UNIT' // a price or quantity in a unit that cannot be converted to the product's
  | 'TIERS_REPEAT'
  | 'TIERS_FALL'
  | 'NO_CATEGORY'
  | 'AMBIGUOUS_CATEGORY'
  | 'VALUES_REPEAT' // two rows of a family have the same values
  | 'REPEATED' // another row of the file has the same SKU and different values
  | 'NO_PRICE'
  | 'ABOVE_MRP'
  | 'LEFT_OUT' // by the admin, who leaves out all rows with a warning
  | 'REFUSED' // by the database, with its message

/** The values of a row. An empty cell has no entry: the product keeps its value. Amounts in paise. */
export type RowValues = {
  sku?: string
  category?: string
  price?: Paise
  /** the price before an offer: the price where the offer's cell is empty */
  regular_price?: Paise
  retail_price?: Paise
  mrp?: Paise
  /** excluding GST */
  cost?: Paise
  gst_percent?: number
  hsn?: string
  barcode?: string
  stock?: number
  min_order_quantity?: number
  reorder_level?: number
  weight_grams?: number
  pricing_tiers?: StoredTier[]
  status?: ProductStatus
  is_featured?: boolean
  /** the units behind these numbers, until `inOneUnit` has converted them */
  priceUnit?: string
  stockUnit?: string
  minimumUnit?: string
  costUnit?: string
  reorderUnit?: string
} & { [field in TextField]?: string }

/** The family of a row: `key` is the same in all its rows. `options` and `values` belong together: Shade and Ruby Red. */
export type RowFamily = { key: string; name: string; options: string[]; values: string[] }

/** `row`: the number in a spreadsheet, where the heading is row 1. */
export type ReadRow = { row: number; values: RowValues; errors: CellError[]; family?: RowFamily | null; pictures?: RowPictures }

const MOST_AT_ONCE = 99_999

/** How the columns of a list are to be read: the decimal mark of each, and whether a category cell lists several. */
export type ListHabits = { marks: readonly DecimalMark[]; categoryLists: boolean }
const NO_HABITS: ListHabits = { marks: [], categoryLists: false }

/** @param cells as in the file; their number must equal that of the mapping, because a short row's missing cells do not count as empty */
export function readRow(row: number, cells: readonly string[], mapping: Mapping, { marks, categoryLists }: ListHabits = NO_HABITS): ReadRow {
  const values: RowValues = {}
  const errors: CellError[] = []
  if (cells.length !== mapping.length) {
    const found = cells.map(tidyText).filter(Boolean).join(', ').slice(0, 120)
    return { row, values: namesOf(cells, mapping), errors: [{ field: null, code: 'CELLS', found, limit: `${cells.length}/${mapping.length}` }] }
  }
  for (const [place, field] of mapping.entries()) {
    if (field === null || isJoining(field) || isPictureField(field)) continue
    const cell = field === 'category' ? categoryText(cells, mapping, categoryLists) : withoutGuard(cells[place] ?? '')
    const error = readInto(values, field, cell, marks[place] ?? null)
    if (error) errors.push({ field, found: tidyText(cell).slice(0, 120), ...error })
  }
  if (values.price === undefined && values.regular_price !== undefined && !errors.some(({ field }) => field === 'price')) values.price = values.regular_price
  delete values.regular_price
  return { row, values, errors }
}

/** The category of a row: its levels joined (`Makeup > Lips`), or of a list of categories (`Sale, Makeup > Lips`) the deepest. */
export function categoryText(cells: readonly string[], mapping: Mapping, lists = false): string {
  const levels = CATEGORY_LEVELS.map((field) => decodeEntities(tidyText(withoutGuard(cells[mapping.indexOf(field)] ?? ''))))
  const text = levels.filter((level, place) => level !== '' && level !== levels[place - 1]).join(' > ')
  if (!lists) return text
  const depth = (path: string) => path.split('>').length
  return text
    .split(/(?<!\\),/)
    .map((path) => path.replaceAll('\\,', ',').trim())
    .reduce((deepest, path) => (depth(path) > depth(deepest) || deepest === '' ? path : deepest), '')
}

/** The values by which people can recognise a broken row. */
function namesOf(cells: readonly string[], mapping: Mapping): RowValues {
  const at = (field: ImportField) => tidyText(cells[mapping.indexOf(field)] ?? '').slice(0, TEXT_LIMITS.name)
  return { name: at('name'), sku: at('sku').slice(0, 40) }
}

type ProductField = Exclude<ImportField, (typeof JOINING_FIELDS)[number] | (typeof PICTURE_FIELDS)[number]>
const isJoining = (field: ImportField): field is (typeof JOINING_FIELDS)[number] => (JOINING_FIELDS as readonly ImportField[]).includes(field)

type Wrong = Pick<CellError, 'code' | 'limit'>

function readInto(values: RowValues, field: ProductField, cell: string, mark: DecimalMark): Wrong | null {
  switch (field) {
    case 'sku':
      return put(values, field, readSku(cell), 'NOT_SKU')
    case 'category':
      return put(values, field, tidyText(cell) || null, 'NO_CATEGORY')
    case 'price':
    case 'regular_price':
    case 'retail_price':
    case 'mrp':
    case 'cost': {
      const read = readPrice(cell, mark)
      if (read?.unit && field === 'cost') values.costUnit = read.unit
      else if (read?.unit && field !== 'mrp') values.priceUnit = read.unit
      return put(values, field, read ? read.amount : read, hasTwoReadings(cell) ? 'TWO_READINGS' : 'NOT_AMOUNT')
    }
    case 'gst_percent':
      return put(values, field, readPercent(cell), 'NOT_PERCENT')
    case 'hsn':
      return put(values, field, readHsn(cell), 'NOT_HSN')
    case 'barcode':
      return put(values, field, readBarcode(cell), 'NOT_BARCODE')
    case 'stock': {
      const read = readQuantity(cell, mark)
      if (read?.unit) values.stockUnit = read.unit
      return put(values, field, read ? read.count : read, hasTwoReadings(cell) ? 'TWO_READINGS' : 'NOT_COUNT')
    }
    case 'min_order_quantity': {
      const read = readQuantity(cell, mark)
      if (read?.unit) values.minimumUnit = read.unit
      const count = read ? read.count : read
      return put(values, field, typeof count === 'number' && (count < 1 || count > MOST_AT_ONCE) ? undefined : count, 'NOT_MOQ')
    }
    case 'reorder_level': {
      const read = readQuantity(cell, mark)
      if (read?.unit) values.reorderUnit = read.unit
      const level = read ? read.count : read
      return put(values, field, typeof level === 'number' && !isReorderLevel(level) ? undefined : level, 'NOT_LEVEL')
    }
    case 'weight_grams':
    case 'weight_kg':
      return put(values, 'weight_grams', readGrams(cell, field === 'weight_kg' ? 'kg' : 'g', mark), 'NOT_WEIGHT')
    case 'status':
      return put(values, field, readStatus(cell), 'NOT_STATUS')
    case 'is_featured':
      return put(values, field, readFlag(cell), 'NOT_FLAG')
    case 'pricing_tiers': {
      const tiers = readTiers(cell)
      if (tiers === 'TIER_DUPLICATE') return { code: 'TIERS_REPEAT' }
      if (tiers === 'TIER_DISCOUNT_FALLS') return { code: 'TIERS_FALL' }
      return put(values, field, tiers === 'TIER_INVALID' ? undefined : tiers, 'NOT_TIERS')
    }
    default:
      return readText(values, field, cell)
  }
}

function readText(values: RowValues, field: TextField, cell: string): Wrong | null {
  const text = LONG_TEXTS.includes(field) ? tidyLines(htmlToText(field === 'ingredients' ? listToText(cell) : cell)) : tidyText(decodeEntities(cell))
  const limit = TEXT_LIMITS[field]
  if (text.length > limit) return { code: 'TOO_LONG', limit }
  if (text !== '') values[field] = text
  return null
}

function put<F extends keyof RowValues>(values: RowValues, field: F, read: RowValues[F] | null | undefined, otherwise: CellErrorCode): Wrong | null {
  if (read === undefined) return { code: otherwise }
  if (read !== null) values[field] = read
  return null
}
