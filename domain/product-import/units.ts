/**
 * What the numbers of a row are numbers of. Tally and Busy write the unit behind them: stock `3 Doz`, price `185.50/Nos`. They are
 * converted to the unit in which the shop sells the product, and refused where that would be a guess: a wrong one is wrong by twelve.
 */
import { unitCode } from '../gstr1/unit-codes.ts'
import type { CellError, RowValues } from './read-row.ts'

/** How many pieces are in a unit. All others (boxes, packs, kilograms) have no fixed number. */
const PIECES: Record<string, number> = { NOS: 1, PCS: 1, UNT: 1, DOZ: 12, GRS: 144 }

/** @returns undefined if the number cannot be converted */
function converted(count: number, from: string, to: string): number | undefined {
  if (unitCode(from) === unitCode(to) && (unitCode(from) !== 'OTH' || from.toUpperCase() === to.toUpperCase())) return count
  const [one, other] = [PIECES[unitCode(from)], PIECES[unitCode(to)]]
  const result = one === undefined || other === undefined ? Number.NaN : (count * one) / other
  return Number.isSafeInteger(result) ? result : undefined
}

/**
 * Converts the quantities of a row to its unit.
 *
 * @param stored the unit that the shop has for the product; null for a new one
 */
export function inOneUnit(values: RowValues, stored: string | null): { values: RowValues; errors: CellError[] } {
  const { stockUnit, priceUnit, costUnit, minimumUnit, reorderUnit, ...plain } = values
  const errors: CellError[] = []
  const given = [stockUnit, priceUnit, costUnit, minimumUnit, reorderUnit].filter((unit) => unit !== undefined)
  if (given.length === 0) return { values: plain, errors }
  const known = priceUnit !== undefined && unitCode(priceUnit) !== 'OTH'
  const named = plain.unit ?? stored ?? (known ? priceUnit : undefined)
  // 'Stock 3 Doz, price 185.50': the price may be for one or for twelve.
  if (named === undefined && given.some((unit) => converted(1, unit, 'NOS') !== 1))
    return { values: plain, errors: [{ field: 'unit', code: 'WHICH_UNIT', found: given.join(', ') }] }
  const unit = named ?? 'NOS'
  if (plain.unit === undefined && stored === null && known) plain.unit = priceUnit.toUpperCase()
  if (priceUnit !== undefined && converted(1, priceUnit, unit) !== 1) errors.push({ field: 'price', code: 'OTHER_UNIT', found: priceUnit, limit: unit })
  if (costUnit !== undefined && converted(1, costUnit, unit) !== 1) errors.push({ field: 'cost', code: 'OTHER_UNIT', found: costUnit, limit: unit })
  for (const [field, from] of [
    ['stock', stockUnit],
    ['min_order_quantity', minimumUnit],
    ['reorder_level', reorderUnit],
  ] as const) {
    const count = plain[field]
    if (from === undefined || count === undefined) continue
    const result = converted(count, from, unit)
    if (result === undefined) errors.push({ field, code: 'OTHER_UNIT', found: `${count} ${from}`, limit: unit })
    else plain[field] = result
  }
  return { values: plain, errors }
}
