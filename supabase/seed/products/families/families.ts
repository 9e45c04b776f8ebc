import type { DemoProduct } from '../product.ts'
import { productsOfFamily } from './family.ts'
import type { DemoFamily, DemoValue } from './family.ts'
import { makeupFamilies } from './makeup.ts'
import { otherFamilies } from './others.ts'

/** What the full demo sells by shade, size or pack. */
export const FAMILIES: readonly DemoFamily[] = [...makeupFamilies, ...otherFamilies]

/** Their products, as the rest of the demo has them. */
export const FAMILY_PRODUCTS: readonly DemoProduct[] = FAMILIES.flatMap(productsOfFamily)

/** The family of a product; undefined for a product of its own. */
export const familyOf = ({ family }: DemoProduct): DemoFamily | undefined => family && FAMILIES.find(({ code }) => code === family.code)

/** The value that gives a product its colour; undefined where size or pack is all that differs. */
export function shadeOf(product: DemoProduct): DemoValue | undefined {
  const chosen = product.family?.values ?? []
  return familyOf(product)?.options.flatMap(({ values }, k) => values.filter(({ code }) => code === chosen[k])).find(({ colour }) => colour !== undefined)
}
