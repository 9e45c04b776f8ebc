import type { Paise } from '../money/money.ts'

/**
 * The HSN code of the most valuable goods, over all their lines and units, of two alike the lower one; null without goods. Charges are part of the
 * supply of these goods (docs/decisions/0019-gstr1.md). The return and the e-invoice both ask this, so that they name the same code.
 */
export function principalHsn(goods: readonly { hsn: string; taxable: Paise }[]): string | null {
  const values = new Map<string, Paise>()
  for (const { hsn, taxable } of goods) values.set(hsn, (values.get(hsn) ?? 0) + taxable)
  const [first] = [...values].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
  return first?.[0] ?? null
}
