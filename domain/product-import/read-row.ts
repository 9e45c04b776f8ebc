import type { Paise } from '../money/money.ts'
import { LONG_TEXTS, TEXT_LIMITS } from './fields.ts'
import type { ImportField, Mapping, TextField } from './fields.ts'
import { readAmount, readCount, readFlag, readHsn, readPercent, readSku, readStatus, readTiers } from './read-cell.ts'
import type { ProductStatus, StoredTier } from './read-cell.ts'
import { tidyLines, tidyText, withoutGuard } from './tidy-text.ts'

/** What is wrong with a cell. `found`: its text; `limit`: a length, a count, a price in paise or a row number, depending on the code. */
export type Fault = { field: ImportField | null; code: FaultCode; found: string; limit?: number | string }
export type FaultCode =
  | 'CELLS' // the row and the heading have different numbers of cells
  | 'MISSING'
  | 'TOO_LONG'
  | 'NOT_SKU'
  | 'NOT_AMOUNT'
  | 'NOT_COUNT'
  | 'NOT_MOQ'
  | 'NOT_PERCENT'
  | 'NOT_HSN'
  | 'NOT_STATUS'
  | 'NOT_FLAG'
  | 'NOT_TIERS'
  | 'TIERS_REPEAT'
  | 'TIERS_FALL'
  | 'NO_CATEGORY'
  | 'AMBIGUOUS_CATEGORY'
  | 'REPEATED' // another row of the file has the same SKU and different values
  | 'NO_PRICE'
  | 'ABOVE_MRP'
  | 'REFUSED' // by the database, with its message

/** The values of a row. An empty cell has no entry: the product keeps its value. Amounts in paise. */
export type RowValues = {
  sku?: string
  category?: string
  price?: Paise
  retail_price?: Paise
  mrp?: Paise
  gst_percent?: number
  hsn?: string
  stock?: number
  min_order_quantity?: number
  pricing_tiers?: StoredTier[]
  status?: ProductStatus
  is_featured?: boolean
} & { [field in TextField]?: string }

/** `row`: the number in a spreadsheet, where the heading is row 1. */
export type ReadRow = { row: number; values: RowValues; faults: Fault[] }

const MOST_AT_ONCE = 99_999

/** @param cells as in the file; their number must equal that of the mapping, because a short row's missing cells do not count as empty */
export function readRow(row: number, cells: readonly string[], mapping: Mapping): ReadRow {
  const values: RowValues = {}
  const faults: Fault[] = []
  if (cells.length !== mapping.length) {
    const found = cells.map(tidyText).filter(Boolean).join(', ').slice(0, 120)
    return { row, values: namesOf(cells, mapping), faults: [{ field: null, code: 'CELLS', found, limit: `${cells.length}/${mapping.length}` }] }
  }
  for (const [place, field] of mapping.entries()) {
    if (field === null) continue
    const cell = withoutGuard(cells[place] ?? '')
    const fault = readInto(values, field, cell)
    if (fault) faults.push({ field, found: tidyText(cell).slice(0, 120), ...fault })
  }
  return { row, values, faults }
}

/** The values by which people can recognise a broken row. */
function namesOf(cells: readonly string[], mapping: Mapping): RowValues {
  const at = (field: ImportField) => tidyText(cells[mapping.indexOf(field)] ?? '').slice(0, TEXT_LIMITS.name)
  return { name: at('name'), sku: at('sku').slice(0, 40) }
}

type Wrong = Pick<Fault, 'code' | 'limit'>

function readInto(values: RowValues, field: ImportField, cell: string): Wrong | null {
  switch (field) {
    case 'sku':
      return put(values, field, readSku(cell), 'NOT_SKU')
    case 'category':
      return put(values, field, tidyText(cell) || null, 'NO_CATEGORY')
    case 'price':
    case 'retail_price':
    case 'mrp':
      return put(values, field, readAmount(cell), 'NOT_AMOUNT')
    case 'gst_percent':
      return put(values, field, readPercent(cell), 'NOT_PERCENT')
    case 'hsn':
      return put(values, field, readHsn(cell), 'NOT_HSN')
    case 'stock':
      return put(values, field, readCount(cell), 'NOT_COUNT')
    case 'min_order_quantity': {
      const count = readCount(cell)
      return put(values, field, typeof count === 'number' && (count < 1 || count > MOST_AT_ONCE) ? undefined : count, 'NOT_MOQ')
    }
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
  const text = LONG_TEXTS.includes(field) ? tidyLines(cell) : tidyText(cell)
  const limit = TEXT_LIMITS[field]
  if (text.length > limit) return { code: 'TOO_LONG', limit }
  if (text !== '') values[field] = text
  return null
}

function put<F extends keyof RowValues>(values: RowValues, field: F, read: RowValues[F] | null | undefined, otherwise: FaultCode): Wrong | null {
  if (read === undefined) return { code: otherwise }
  if (read !== null) values[field] = read
  return null
}
