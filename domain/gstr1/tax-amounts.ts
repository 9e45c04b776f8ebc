import type { Paise } from '../money/money.ts'

/** Taxable value and GST components of a supply, in paise. What a credit note reverses is negative. */
export type TaxAmounts = { taxable: Paise; cgst: Paise; sgst: Paise; igst: Paise }

export const NOTHING: TaxAmounts = { taxable: 0, cgst: 0, sgst: 0, igst: 0 }

export function plus(a: TaxAmounts, b: TaxAmounts, sign: 1 | -1 = 1): TaxAmounts {
  return { taxable: a.taxable + sign * b.taxable, cgst: a.cgst + sign * b.cgst, sgst: a.sgst + sign * b.sgst, igst: a.igst + sign * b.igst }
}

export function amountsOf({ taxable, cgst, sgst, igst }: TaxAmounts): TaxAmounts {
  return { taxable, cgst, sgst, igst }
}

/** What was paid: the value plus its tax. */
export function paidOf({ taxable, cgst, sgst, igst }: TaxAmounts): Paise {
  return taxable + cgst + sgst + igst
}

export function isZero({ taxable, cgst, sgst, igst }: TaxAmounts): boolean {
  return taxable === 0 && cgst === 0 && sgst === 0 && igst === 0
}

export function sumAmounts(all: Iterable<TaxAmounts>): TaxAmounts {
  let sum = NOTHING
  for (const one of all) sum = plus(sum, one)
  return sum
}

/** One sum per key, sorted by key: numbers by size, texts by character. */
export function sumsBy<K extends Record<string, string | number>>(entries: Iterable<{ key: K; amounts: TaxAmounts }>): (K & TaxAmounts)[] {
  const sums = new Map<string, { key: K; amounts: TaxAmounts }>()
  for (const { key, amounts } of entries) {
    const name = JSON.stringify(Object.values(key))
    const sum = sums.get(name)
    if (sum) sum.amounts = plus(sum.amounts, amounts)
    else sums.set(name, { key, amounts: plus(NOTHING, amounts) })
  }
  return [...sums.values()].sort((a, b) => compareKeys(Object.values(a.key), Object.values(b.key))).map(({ key, amounts }) => ({ ...key, ...amounts }))
}

function compareKeys(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [index, one] of a.entries()) {
    const other = b[index]
    if (other !== undefined && one !== other) return one < other ? -1 : 1
  }
  return 0
}
