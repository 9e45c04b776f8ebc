import { interpretRow } from './catalogue-item.ts'
import type { CatalogueItem } from './catalogue-item.ts'
import { assignKeys } from './import-keys.ts'
import type { KeyedItem } from './import-keys.ts'
import type { Mapping, Place } from './mapping.ts'
import { readList } from './read-list.ts'
import type { Refused } from './read-list.ts'

export type PlannedProduct = KeyedItem & Place
export type ImportPlan = { read: number; products: PlannedProduct[]; refused: Refused[]; alike: CatalogueItem[][] }

/** Everything known before the database is involved: the products to import, their data, and the rows that are left out with the reason. */
export function planImport(text: string, mapping: Mapping): ImportPlan {
  const { rows, refused } = readList(text)
  const items: CatalogueItem[] = []
  for (const raw of rows) {
    const interpreted = interpretRow(raw)
    if (interpreted.ok) items.push(interpreted.item)
    else refused.push({ row: raw.row, name: raw.cells.product.trim(), reason: interpreted.reason })
  }
  const { items: keyed, alike } = assignKeys(mapping.source, items)
  const products: PlannedProduct[] = []
  for (const item of keyed) {
    const place = mapping.placeOf(item)
    if (place) products.push({ ...item, ...place })
    else refused.push({ row: item.row, name: item.name, reason: `no rule of the mapping fits sub-category "${item.subCategory}", type "${item.type}"` })
  }
  return { read: products.length + refused.length, products, refused: refused.toSorted((a, b) => a.row - b.row), alike }
}
