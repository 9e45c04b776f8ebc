import { createHash } from 'node:crypto'
import type { CatalogueItem } from './catalogue-item.ts'
import { comparable } from './tidy-text.ts'

export type KeyedItem = CatalogueItem & { importKey: string; sku: string }
export type KeyedList = {
  items: KeyedItem[]
  /** Rows that differ in nothing but their place: which is which nobody can say. */
  alike: CatalogueItem[][]
}

const identity = (item: CatalogueItem): string => [item.name, item.brand ?? '', item.subCategory, item.type].map(comparable).join('\u001f')

/**
 * The list has no SKU and repeats names, mostly for sizes it does not tell. A row's key is its name, brand, sub-category
 * and type, and its place among the rows that share them, by price, MRP and order in the file: the same list gives the
 * same keys again, wherever in the file its rows stand.
 */
export function giveKeys(source: string, items: readonly CatalogueItem[]): KeyedList {
  const groups = new Map<string, CatalogueItem[]>()
  for (const item of items) {
    const key = identity(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  const keyed: KeyedItem[] = []
  const alike: CatalogueItem[][] = []
  for (const [key, group] of groups) {
    const digest = createHash('sha256').update(key).digest('hex')
    const ordered = group.toSorted((a, b) => a.price - b.price || (a.mrp ?? 0) - (b.mrp ?? 0) || a.row - b.row)
    for (const [k, item] of ordered.entries()) {
      keyed.push({
        ...item,
        importKey: `${source}:${digest.slice(0, 32)}:${k + 1}`,
        sku: `${initials(source)}-${digest.slice(0, 10).toUpperCase()}${k === 0 ? '' : `-${k + 1}`}`,
      })
    }
    for (const same of Map.groupBy(group, (item) => `${item.price}/${item.mrp}`).values()) if (same.length > 1) alike.push(same)
  }
  return { items: keyed.toSorted((a, b) => a.row - b.row), alike: alike.toSorted((a, b) => (a[0]?.row ?? 0) - (b[0]?.row ?? 0)) }
}

const initials = (source: string): string =>
  source
    .split('-')
    .map((word) => word.charAt(0))
    .join('')
    .toUpperCase()
