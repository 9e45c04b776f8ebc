/** The shop's totals, computed a second time and in another way, to check the amounts in its screens and rows. Amounts in paise. */

export const paise = (rupees: number | string): number => Math.round(Number(rupees) * 100)

/** '₹1,796.37' → 179637 */
export function paiseIn(text: string | null): number {
  const found = /₹\s?([\d,]+(?:\.\d{1,2})?)/.exec(text ?? '')
  if (!found) throw new Error(`no amount in ${JSON.stringify(text)}`)
  return paise((found[1] ?? '').replaceAll(',', ''))
}

const halfUp = (value: number): number => Math.floor(value + 0.5 + 1e-9)

type Product = { price: number; retail_price: number | null; pricing_tiers: { min_quantity: number; discount_percent: number }[] | null }

/** Unit price for a quantity: that of the highest tier the quantity reaches. */
export function unitFor(product: Product, quantity: number): number {
  const base = paise(product.retail_price && product.retail_price > 0 ? product.retail_price : product.price)
  const reached = (product.pricing_tiers ?? []).filter((tier) => tier.min_quantity <= quantity).sort((a, b) => b.min_quantity - a.min_quantity)[0]
  return reached ? halfUp((base * (100 - reached.discount_percent)) / 100) : base
}

/** GST at 18 % included in a line, inside the seller's State (two components) or outside (one). */
export function gstIn(line: number, interState: boolean): number {
  return interState ? halfUp((line * 18) / 118) : 2 * halfUp((line * 9) / 118)
}
