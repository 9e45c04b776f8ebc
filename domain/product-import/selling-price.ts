import type { Paise } from '../money/money.ts'

export type SellingPrice = { sells: true; price: Paise } | { sells: false; why: 'NO_PRICE' | 'ABOVE_MRP'; price: Paise }

/**
 * What a list's price and MRP come to, both with GST. Nobody may sell above MRP, and which of the two is wrong the list does
 * not say: the goods are kept back, at their MRP, until somebody puts it right.
 *
 * @param price paise; null or undefined where the cell is empty or no amount
 * @param highest what may be asked at most, paise; null without an MRP
 */
export function sellingPrice(price: Paise | null | undefined, highest: Paise | null): SellingPrice {
  if (!price) return { sells: false, why: 'NO_PRICE', price: highest ?? 0 }
  if (highest !== null && price > highest) return { sells: false, why: 'ABOVE_MRP', price: highest }
  return { sells: true, price }
}
