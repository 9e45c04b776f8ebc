/**
 * Numbers as lists write them: `1,234.50`, `1.299,50`, `१२`, `₹ 99/-`, `24 Nos`, `185.50/Nos`. A number that has two readings is not
 * read, unless the other cells of its column decide: `1.299` may be 1,299 or 1.30.
 */
import { isWeight } from '../products/weight.ts'
import { toPaise } from '../money/money.ts'
import type { Paise } from '../money/money.ts'
import { tidyText } from './tidy-text.ts'

/** The sign before the decimals in a column; null when its cells do not say. */
export type DecimalMark = 'dot' | 'comma' | null

/** The zeros of the scripts that lists in India are written in, and of Arabic and fullwidth digits. */
const ZEROS = [0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0660, 0x06f0, 0xff10]

/** `१२` → `12` */
export const asciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.charCodeAt(0)
    const zero = ZEROS.find((one) => code >= one && code < one + 10)
    return zero === undefined ? digit : String(code - zero)
  })

const GROUPED = /^(?!0)(\d{1,2}(,\d{2})*|\d{1,3}(,\d{3})*),\d{3}(\.\d+)?$/ // Indian or western
const DOT_GROUPED = /^(?!0)\d{1,3}(\.\d{3})+(,\d{1,2})?$/

/** The number in a plain spelling (`1234.5`), or undefined if it is none, or has two readings. */
function plainNumber(text: string, mark: DecimalMark): string | undefined {
  if (/^\d+$/.test(text)) return text
  const commas = text.split(',').length - 1
  const dots = text.split('.').length - 1
  // One sign with three digits behind it groups them or begins the decimals.
  if (commas + dots === 1 && /^[1-9]\d{0,2}[.,]\d{3}$/.test(text)) {
    if (commas === 1) return mark === 'comma' ? undefined : text.replace(',', '')
    return mark === 'dot' ? text : mark === 'comma' ? text.replace('.', '') : undefined
  }
  if (GROUPED.test(text)) return text.replaceAll(',', '')
  if (DOT_GROUPED.test(text) && (commas === 1 || dots > 1)) return text.replaceAll('.', '').replace(',', '.')
  if (/^\d+\.\d+$/.test(text)) return text
  return mark === 'comma' && /^\d+,\d{1,2}$/.test(text) ? text.replace(',', '.') : undefined
}

/** Which sign the numbers of a column write before their decimals: decided by cells with one reading, and only if they agree. */
export function decimalMark(cells: Iterable<string>): DecimalMark {
  let dot = false
  let comma = false
  for (const cell of cells) {
    const { number } = partsOf(cell)
    dot ||= /^(\d{1,3}(,\d{2,3})+\.\d+|\d+\.(\d{1,2}|\d{4,})|0\d*\.\d+|\d{4,}\.\d+)$/.test(number)
    comma ||= /^(\d{1,3}(\.\d{3})+,\d+|\d+,\d{1,2})$/.test(number)
    if (dot && comma) return null
  }
  return dot ? 'dot' : comma ? 'comma' : null
}

type Parts = { number: string; unit: string | null }
const LONGEST = 60
const CURRENCY = /^(₹|rs\.?|inr|रु\.?|रुपये)/i

/** '₹ 185.50/Nos' → 185.50 and Nos. A cell with more than a number and a unit keeps it in `number`, which then is none. */
function partsOf(cell: string): Parts {
  const text = asciiDigits(tidyText(cell.slice(0, LONGEST)))
    .replace(CURRENCY, '')
    .trim()
  const last = text.search(/\d\D*$/)
  const rest = text.slice(last + 1).trim()
  const number = text.slice(0, last + 1)
  if (last === -1 || rest === '') return { number: text, unit: null }
  if (rest === '/-') return { number, unit: null }
  if (/^(rs\.?|inr|रुपये)$/i.test(rest)) return { number, unit: null }
  const unit = rest.replace(/^(\/|per )/i, '').trim()
  return /^[\p{L}\p{M}]{1,12}\.?$/u.test(unit) ? { number, unit: unit.replace('.', '') } : { number: text, unit: null }
}

/** Whether a cell that is not read is a number whose sign may group thousands or begin decimals: `1.299`, `107,50`. */
export const hasTwoReadings = (cell: string): boolean => /^(\d{1,3}[.,]\d{3}|\d{1,9},\d{1,2})$/.test(partsOf(cell).number)

/** A price, and the unit it is for, if the cell names one: `185.50/Nos`. */
export function readPrice(cell: string, mark: DecimalMark = null): { amount: Paise; unit: string | null } | null | undefined {
  if (tidyText(cell) === '') return null
  const { number, unit } = partsOf(cell)
  const plain = cell.length > LONGEST ? undefined : plainNumber(number, mark)
  return plain !== undefined && /^\d{1,9}(\.\d+)?$/.test(plain) ? { amount: toPaise(plain), unit } : undefined
}

/** `1,234.50`, `₹ 99`, `Rs. 99/-` and `99.9` are amounts. */
export function readAmount(cell: string, mark: DecimalMark = null): Paise | null | undefined {
  const read = readPrice(cell, mark)
  return read ? (read.unit === null ? read.amount : undefined) : read
}

const MOST = 2_147_483_647

/** A quantity, and its unit, if the cell names one: `24 Nos`, `3 Doz`. Fractions and negative numbers are none. */
export function readQuantity(cell: string, mark: DecimalMark = null): { count: number; unit: string | null } | null | undefined {
  if (tidyText(cell) === '') return null
  const { number, unit } = partsOf(cell)
  const plain = cell.length > LONGEST ? undefined : plainNumber(number, mark)
  const count = plain !== undefined && /^\d{1,10}(\.0+)?$/.test(plain) ? Number(plain) : Number.NaN
  return count <= MOST ? { count, unit } : undefined
}

const KILOGRAMS = /^(kgs?|kilos?|kilograms?|कि\.?ग्रा|किलो)$/i
const GRAMS = /^(g|gms?|grams?|ग्राम)$/i

/**
 * A weight in grams: `250`, `250 g`, `0.25 kg`. 0 is an unknown weight, as shops export it.
 * @param unit of a cell without one
 */
export function readGrams(cell: string, unit: 'g' | 'kg', mark: DecimalMark = null): number | null | undefined {
  if (tidyText(cell) === '') return null
  const parts = partsOf(cell)
  const kilograms = parts.unit === null ? unit === 'kg' : KILOGRAMS.test(parts.unit)
  if (parts.unit !== null && !kilograms && !GRAMS.test(parts.unit)) return undefined
  // 1.250 kg is no 1,250 kg
  const plain = cell.length > LONGEST ? undefined : plainNumber(parts.number, kilograms ? (mark ?? 'dot') : mark)
  if (plain === undefined || !/^\d{1,9}(\.\d{1,9})?$/.test(plain)) return undefined
  const grams = Math.round(Number(plain) * (kilograms ? 1000 : 1))
  if (Number(plain) === 0) return null
  // less than a gram is a weight in kilograms, taken for one in grams
  return isWeight(grams) && (kilograms || Number.isInteger(Number(plain)) || Number(plain) >= 10) ? grams : undefined
}

/** `12`, `1,200` and a spreadsheet's `12.00` are counts. */
export function readCount(cell: string, mark: DecimalMark = null): number | null | undefined {
  const read = readQuantity(cell, mark)
  return read ? (read.unit === null ? read.count : undefined) : read
}

/** Rates below one percent that exist (docs/india.md#gst-rates): any other fraction may be a share, and 0.18 may mean 18. */
const SMALL_RATES = [0, 0.1, 0.25]
const NO_TAX = ['nil', 'nil rated', 'exempt', 'exempted']

/** `18`, `18%`, `18.00 %`, `GST 18%`, `GST_18` and `GST18 [18%]`: percent from 0 to 100, at most two decimals. */
export function readPercent(cell: string): number | null | undefined {
  const text = asciiDigits(tidyText(cell)).toLowerCase()
  if (text === '') return null
  if (NO_TAX.includes(text)) return 0
  if (text.length > LONGEST) return undefined
  const words = text
    .replace(/igst|gst|tax|rate|[%@_:()[\]-]/g, (word) => (word === '-' ? '-' : ' '))
    .split(' ')
    .filter(Boolean)
  const [word = ''] = words
  if (words.some((other) => Number(other) !== Number(word))) return undefined
  const percent = /^\d{1,3}(\.\d{1,2}0*)?$/.test(word) ? Number(word) : Number.NaN
  return percent <= 100 && (percent >= 1 || SMALL_RATES.includes(percent)) ? percent : undefined
}
