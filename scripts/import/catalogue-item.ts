import type { Paise } from '#domain/money/money.ts'
import { TEXT_LIMITS } from '#domain/product-import/fields.ts'
import { readAmount } from '#domain/product-import/read-number.ts'
import { sellingPrice } from '#domain/product-import/selling-price.ts'
import { tidyText } from '#domain/product-import/tidy-text.ts'
import type { RawRow } from './read-list.ts'

/** A parsed row. `price` is what the buyer pays, GST included (`sale_price`); `mrp` is `market_price`. Paise. */
export type CatalogueItem = {
  row: number
  name: string
  brand: string | null
  subCategory: string
  type: string
  price: Paise
  mrp: Paise | null
  /** A draft is in the back office but not in the shop: someone must correct it first. */
  status: 'active' | 'draft'
  /** Changes and doubts of the import, one sentence each. */
  notes: string[]
}

export type InterpretedRow = { ok: true; item: CatalogueItem } | { ok: false; reason: string }

const { name: NAME_LIMIT, brand: BRAND_LIMIT } = TEXT_LIMITS

const shown = (cell: string): string => `"${tidyText(cell)}"`

/**
 * Accepts every row unless it has no name or no amount at all. A product that cannot be sold as listed becomes a draft with a note:
 * nothing is corrected silently. Ratings are ignored: they are people's opinions of another shop.
 */
export function interpretRow({ row, cells }: RawRow): InterpretedRow {
  const notes: string[] = []
  let name = tidyText(cells.product)
  if (name === '') return { ok: false, reason: 'has no product name' }
  if (name.length > NAME_LIMIT) {
    notes.push(`The name has ${name.length} characters and was cut to ${NAME_LIMIT}`)
    name = name.slice(0, NAME_LIMIT).trim()
  }
  let brand = tidyText(cells.brand)
  if (brand.length > BRAND_LIMIT) {
    notes.push(`The brand has ${brand.length} characters and was cut to ${BRAND_LIMIT}`)
    brand = brand.slice(0, BRAND_LIMIT).trim()
  }
  // This list always writes a dot before the decimals.
  const sale = readAmount(cells.sale_price, 'dot')
  const market = readAmount(cells.market_price, 'dot')
  if (!sale && !market) return { ok: false, reason: `has neither a sale price (${shown(cells.sale_price)}) nor a market price (${shown(cells.market_price)})` }

  if (market === undefined) notes.push(`The market price ${shown(cells.market_price)} is not an amount; imported without MRP`)
  const mrp = market === undefined || market === 0 ? null : market
  const item = { row, name, brand: brand === '' ? null : brand, subCategory: tidyText(cells.sub_category), type: tidyText(cells.type), mrp, notes }
  const decided = sellingPrice(sale, mrp)
  if (decided.sells) return { ok: true, item: { ...item, price: decided.price, status: 'active' } }
  notes.push(
    decided.why === 'NO_PRICE'
      ? `The sale price ${shown(cells.sale_price)} is not an amount to sell at; imported as a draft at its MRP`
      : `The sale price ${shown(cells.sale_price)} is above the MRP ${shown(cells.market_price)}; imported as a draft at its MRP`,
  )
  return { ok: true, item: { ...item, price: decided.price, status: 'draft' } }
}
