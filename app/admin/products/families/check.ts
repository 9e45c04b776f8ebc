import { formatRupees, toPaise, toRupees } from '#domain/money/money.ts'
import { readRupees } from '#domain/money/read-rupees.ts'
import { isBarcode } from '#domain/products/barcode.ts'
import { isWeight } from '#domain/products/weight.ts'
import { readCount } from '#domain/product-import/read-number.ts'
import { exceedsMrp } from '#domain/tax/mrp.ts'
import type { GstSettings } from '#domain/tax/gst.ts'
import * as say from '#words/admin-family.ts'
import * as productWords from '#words/admin-product.ts'
import type { FieldErrors } from '../../../ui/form/form-alert.tsx'
import { VALUE_COLUMNS, cellsIn, choicesOf, productIn, rowIds } from './draft.ts'
import type { Cells, FamilyDraft } from './draft.ts'

const DEFAULT_GST = 18
const PERCENT = /^\d{1,3}(\.\d{1,2})?$/

/** An amount as typed: rupees, null if empty, undefined if it is none. */
export function amountOf(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const paise = readRupees(text)
  return paise === null ? undefined : toRupees(paise)
}
export const barcodeOf = (text: string): string => text.replace(/[\s-]/g, '')

/** Adds the later ones of equal entries. */
function twice(entries: readonly (readonly [field: string, key: string])[], text: string, errors: Record<string, string>) {
  const seen = new Set<string>()
  for (const [field, key] of entries) {
    if (key !== '' && seen.has(key)) errors[field] ??= text
    seen.add(key)
  }
}

/** The errors by field, in the order of the form. */
export function checkFamily(draft: FamilyDraft, settings: GstSettings): FieldErrors {
  const errors: Record<string, string> = {}
  if (draft.name.trim() === '') errors['name'] = say.nameMissing
  if (draft.gst.trim() !== '' && (!PERCENT.test(draft.gst.trim()) || Number(draft.gst) > 100)) errors['gst'] = productWords.gstWrong
  if (!/^(\d{4}(\d{2}){0,2})?$/.test(draft.hsn.trim())) errors['hsn'] = productWords.hsnWrong
  const choices = choicesOf(draft)
  for (const [place, option] of draft.options.entries()) {
    if (option.trim() === '') errors[`option_${place}`] = say.optionMissing
    else if ((choices[place] ?? []).length === 0) errors[`add_${place}`] = say.optionEmpty
    for (const { id, name } of choices[place] ?? []) if (name.trim() === '') errors[`choice ${id}`] = say.valueMissing
    twice(
      (choices[place] ?? []).map(({ id, name }) => [`choice ${id}`, name.trim().toLowerCase()] as const),
      say.valueTwice,
      errors,
    )
  }
  twice(
    draft.options.map((option, place) => [`option_${place}`, option.trim().toLowerCase()] as const),
    say.optionTwice,
    errors,
  )
  checkRows(draft, settings, errors)
  return errors
}

function checkRows(draft: FamilyDraft, settings: GstSettings, errors: Record<string, string>) {
  const rows = rowIds(draft)
    .map((id) => ({ id, cells: cellsIn(draft, id) }))
    .filter(({ cells }) => cells.state === 'in')
  if (rows.length === 0) errors['grid'] = say.rowsMissing
  const columns = VALUE_COLUMNS.slice(0, draft.options.length)
  for (const { id, cells } of rows) {
    const missing = columns.find((column) => cells[column] === '')
    if (missing) errors[`${missing} ${id}`] = say.combinationMissing
    Object.assign(errors, Object.fromEntries(Object.entries(cellErrors(draft, id, cells, settings)).map(([column, text]) => [`${column} ${id}`, text])))
  }
  const each = (field: (id: string) => string, key: (cells: Cells) => string) => rows.map(({ id, cells }) => [field(id), key(cells)] as const)
  twice(
    each(
      (id) => `sku ${id}`,
      ({ sku }) => sku.trim(),
    ),
    say.skuTwice,
    errors,
  )
  twice(
    each(
      (id) => `barcode ${id}`,
      ({ barcode }) => (barcode.trim() === '' ? '' : barcodeOf(barcode).padStart(14, '0')),
    ),
    say.barcodeTwice,
    errors,
  )
  twice(
    each(
      (id) => `value_1 ${id}`,
      (cells) => (columns.every((column) => cells[column] !== '') ? columns.map((column) => cells[column]).join(' ') : ''),
    ),
    say.combinationTwice,
    errors,
  )
}

function cellErrors(draft: FamilyDraft, id: string, cells: Cells, settings: GstSettings): Partial<Record<keyof Cells, string>> {
  const errors: Partial<Record<keyof Cells, string>> = {}
  const product = productIn(draft, id)
  const [price, mrp] = [amountOf(cells.price), amountOf(cells.mrp)]
  if (product && cells.sku.trim() === '') errors.sku = say.skuMissing
  if (barcodeOf(cells.barcode) !== '' && !isBarcode(barcodeOf(cells.barcode))) errors.barcode = productWords.barcodeWrong
  if (price === undefined) errors.price = productWords.moneyWrong
  else if (cells.status === 'active' && (price ?? 0) === 0) errors.price = productWords.priceMissing
  if (mrp === undefined || mrp === 0) errors.mrp = productWords.mrpWrong
  if (!/^\d{1,9}$/.test(cells.stock.trim())) errors.stock = productWords.stockWrong
  if (cells.quantity.trim().length > 60) errors.quantity = say.quantityWrong
  const weight = readCount(cells.weight)
  if (weight !== null && !isWeight(weight ?? Number.NaN)) errors.weight = productWords.weightWrong
  if (errors.price || errors.mrp || !price || !mrp) return errors
  const gst = PERCENT.test(draft.gst.trim()) ? Number(draft.gst) : (product?.gst_percent ?? DEFAULT_GST)
  const above = exceedsMrp({ price, retail_price: null, mrp, gst_percent: gst }, settings)
  if (above) errors.price = say.aboveMrp(formatRupees(toPaise(mrp)), formatRupees(above.highestPrice))
  return errors
}
