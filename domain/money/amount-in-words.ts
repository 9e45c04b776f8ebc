import type { Paise } from './money.ts'

const SMALL = [
  'Zero',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
  'Thirteen',
  'Fourteen',
  'Fifteen',
  'Sixteen',
  'Seventeen',
  'Eighteen',
  'Nineteen',
]
const TENS = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety']

/** Crores repeat above a hundred crore ('One Lakh Crore'); the smaller units occur once. */
const GROUPS: readonly [size: number, name: string][] = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1_000, 'Thousand'],
  [100, 'Hundred'],
]

/**
 * 12000050 paise → 'Rupees One Lakh Twenty Thousand and Fifty Paise Only', the wording of Indian invoices.
 * Throws RangeError on negative or fractional paise.
 */
export function amountInWords(paise: Paise): string {
  if (!Number.isSafeInteger(paise) || paise < 0) throw new RangeError(`Not an amount to write out: ${paise}`)
  const rest = paise % 100
  const rupees = (paise - rest) / 100
  const cents = rest === 0 ? '' : `${inWords(rest)} ${rest === 1 ? 'Paisa' : 'Paise'}`
  if (rupees === 0 && cents !== '') return `${cents} Only`
  return `Rupees ${inWords(rupees)}${cents === '' ? '' : ` and ${cents}`} Only`
}

function inWords(value: number): string {
  for (const [size, name] of GROUPS) {
    if (value < size) continue
    const rest = value % size
    const head = `${inWords((value - rest) / size)} ${name}`
    return rest === 0 ? head : `${head} ${inWords(rest)}`
  }
  if (value < 20) return SMALL[value] ?? ''
  const unit = value % 10
  const tens = TENS[(value - unit) / 10] ?? ''
  return unit === 0 ? tens : `${tens} ${SMALL[unit] ?? ''}`
}
