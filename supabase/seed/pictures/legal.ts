import { formatRupees } from '#domain/money/money.ts'
import { MAKERS } from '../makers.ts'
import { bestBeforeOf, countryOf } from '../products/product.ts'
import type { DemoProduct } from '../products/product.ts'
import { STORE } from '../store.ts'

/** The print on the back of a pack, as [label, text]: the same rows, in the same words, as the legal details of the product's page. */
export function backRows(product: DemoProduct): (readonly [label: string, text: string])[] {
  return [
    ['Product', product.genericName],
    ['Net quantity', product.netQuantity],
    ['Made by', MAKERS[product.maker]],
    ['Country of origin', countryOf(product)],
    ['Best before', bestBeforeOf(product)],
    ...(product.mrp === undefined ? [] : [['MRP', `${formatRupees(product.mrp * 100)}, inclusive of all taxes`] as const]),
    ['HSN', product.hsn],
    ['SKU', product.sku],
    ['Consumer care', [STORE.email, STORE.phone].join(' · ')],
  ]
}
