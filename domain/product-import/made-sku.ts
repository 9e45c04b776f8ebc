import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Paise } from '../money/money.ts'
import { comparable } from './tidy-text.ts'

/** A row without a SKU: `same` holds its identifying values (name, brand, category, kind). Amounts in paise. */
export type Unnumbered = { row: number; same: readonly (string | null)[]; price: Paise; mrp: Paise | null }
export type Numbered = { importKey: string; sku: string }
export type MadeSkus<Item> = {
  made: Map<Item, Numbered>
  /** Rows with identical values that differ only in their position, so later imports cannot distinguish them. */
  alike: Item[][]
}

/**
 * Some lists have no SKU and repeat names, mostly for sizes that they do not mention. The key of a row consists of its identifying
 * values and its rank, by price, MRP and order in the file, among the rows that share them. So the same list gives the same SKUs
 * again, wherever its rows are in the file.
 *
 * @param source identifies the list ('beauty-india'): a list with another name never changes the products of this one
 */
export function makeSkus<Item extends Unnumbered>(source: string, items: readonly Item[]): MadeSkus<Item> {
  const made = new Map<Item, Numbered>()
  const alike: Item[][] = []
  const groups = Map.groupBy(items, ({ same }) => same.map((part) => comparable(part ?? '')).join('\u001f'))
  for (const [key, group] of groups) {
    // A library hash gives the same result in the browser, even over plain HTTP, and on the command line.
    const digest = bytesToHex(sha256(utf8ToBytes(key)))
    const ordered = group.toSorted((a, b) => a.price - b.price || (a.mrp ?? 0) - (b.mrp ?? 0) || a.row - b.row)
    for (const [k, item] of ordered.entries()) {
      made.set(item, {
        importKey: `${source}:${digest.slice(0, 32)}:${k + 1}`,
        sku: `${initials(source)}-${digest.slice(0, 10).toUpperCase()}${k === 0 ? '' : `-${k + 1}`}`,
      })
    }
    for (const same of Map.groupBy(group, (item) => `${item.price}/${item.mrp}`).values()) if (same.length > 1) alike.push(same)
  }
  return { made, alike: alike.toSorted((a, b) => (a[0]?.row ?? 0) - (b[0]?.row ?? 0)) }
}

/** 'beauty-india' → 'BI' */
export const initials = (source: string): string =>
  source
    .split('-')
    .map((word) => word.charAt(0))
    .join('')
    .toUpperCase()
