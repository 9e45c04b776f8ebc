import type { DemoProduct } from '../product.ts'
import { ean13 } from './ean13.ts'

/** One value of an option: a shade has a colour, a size has none. `code` ends the SKU of its products. */
export type DemoValue = { code: string; name: string; colour?: `#${string}` }

export type DemoOption = { name: string; values: readonly DemoValue[] }

/** What all products of a family have in common; the database copies it to each of them. */
type Shared = Pick<DemoProduct, 'brand' | 'category' | 'hsn' | 'gst' | 'genericName' | 'maker' | 'country' | 'bestBefore' | 'description' | 'ingredients' | 'howToUse'>

/** What each product has of its own. */
type Own = Pick<DemoProduct, 'price' | 'retailPrice' | 'mrp' | 'unit' | 'stock' | 'minimumOrder' | 'tiers' | 'featured' | 'netQuantity'>

/**
 * A family of the demo. `number` is its place in the barcodes and never changes. `each` holds for products that say nothing else;
 * `products` has the values' codes of each product, in the order of the options, joined with "-".
 */
export type DemoFamily = {
  code: string
  number: number
  name: string
  options: readonly [DemoOption, ...DemoOption[]]
  mixedTiers?: true
  /** Days since the shop has it; without a number it was there from the start. */
  arrived?: number
  shared: Shared
  each?: Partial<Own>
  products: Readonly<Record<string, Partial<Own>>>
}

/** The families' products as the shop sells them: named as the database names them (docs/decisions/0065-families.md). */
export function productsOfFamily(family: DemoFamily): DemoProduct[] {
  return Object.entries(family.products).map(([codes, own], k) => {
    const values = valuesOf(family, codes)
    const { price, stock, netQuantity, ...more } = { ...family.each, ...own }
    if (price === undefined || stock === undefined || netQuantity === undefined) throw new Error(`${family.code}-${codes} lacks a price, a stock or a net quantity`)
    return {
      ...family.shared, price, stock, netQuantity, ...more,
      sku: `${family.code}-${codes}`,
      name: `${family.name} – ${values.map(({ name }) => name).join(', ')}`,
      barcode: ean13(`20${String(family.number).padStart(5, '0')}${String(k + 1).padStart(5, '0')}`),
      family: { code: family.code, values: values.map(({ code }) => code) },
    }
  })
}

/** The values that the codes of a product name, one for each option. */
export function valuesOf({ code, options }: DemoFamily, codes: string): DemoValue[] {
  const given = codes.split('-')
  if (given.length !== options.length) throw new Error(`${code}-${codes} needs one value for each option`)
  return options.map(({ name, values }, k) => {
    const found = values.find((value) => value.code === given[k])
    if (!found) throw new Error(`${code}-${codes} has no ${name}`)
    return found
  })
}
