import type { Paise } from '../money/money.ts'

export type SellingPrice = { sells: true; price: Paise } | { sells: false; why: 'NO_PRICE' | 'ABOVE_MRP'; price: Paise }

/**
 * The selling price for a list's price and MRP, both with GST. Selling above MRP is forbidden, and the list does not show which
 * of the two is wrong: the goods are not sold, with MRP as their price, until someone corrects them.
 *
 * @param price paise; null or undefined when the cell is empty or not an amount
 * @param highest the highest allowed price, in paise; null without an MRP
 */
export function sellingPrice(price: Paise | null | undefined, highest: Paise | null): SellingPrice {
  if (!price) return { sells: false, why: 'NO_PRICE', price: highest ?? 0 }
  if (highest !== null && price > highest) return { sells: false, why: 'ABOVE_MRP', price: highest }
  return { sells: true, price }
}
