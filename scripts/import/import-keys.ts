import { makeSkus } from '#domain/product-import/made-sku.ts'
import type { Numbered } from '#domain/product-import/made-sku.ts'
import type { CatalogueItem } from './catalogue-item.ts'

export type KeyedItem = CatalogueItem & Numbered
export type KeyedList = { items: KeyedItem[]; alike: CatalogueItem[][] }

/** The list has no SKUs: name, brand, sub-category and type identify a row. */
export function assignKeys(source: string, items: readonly CatalogueItem[]): KeyedList {
  const known = items.map((item) => ({ row: item.row, same: [item.name, item.brand, item.subCategory, item.type], price: item.price, mrp: item.mrp, item }))
  const { made, alike } = makeSkus(source, known)
  return {
    items: known.flatMap((one) => {
      const keys = made.get(one)
      return keys ? [{ ...one.item, ...keys }] : []
    }),
    alike: alike.map((group) => group.map(({ item }) => item)),
  }
}
