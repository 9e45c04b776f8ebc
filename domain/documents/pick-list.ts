import { formatOrderNumber } from '../orders/order-number.ts'

/** A line of an order with what the product says now; `category` is null for a product that is deleted or in none. */
export type PickRow = {
  order_id: string
  order_number: number
  product_id: string | null
  product_name: string
  sku: string | null
  barcode: string | null
  category: string | null
  unit: string | null
  quantity: number
}

export type PickLine = {
  name: string
  sku: string | null
  barcode: string | null
  unit: string
  /** over all orders */
  quantity: number
  orders: { number: string; quantity: number }[]
}
export type PickList = { orders: number; units: number; groups: { category: string; lines: PickLine[] }[] }

/** Digits by their value: L-9 before L-10. */
const byText = new Intl.Collator('en', { numeric: true })

export const NO_CATEGORY = 'Other products'

/**
 * The goods of many orders, each product once, by category and SKU: one walk through the store instead of one per order. A product
 * that was renamed between two orders is one line; deleted products are summed by SKU and name.
 */
export function pickList(rows: readonly PickRow[]): PickList {
  const lines = new Map<string, PickLine & { category: string }>()
  for (const row of rows) {
    const key = row.product_id ?? JSON.stringify([row.sku, row.product_name])
    const line = lines.get(key) ?? {
      name: row.product_name,
      sku: row.sku,
      barcode: row.barcode,
      category: row.category ?? NO_CATEGORY,
      unit: row.unit ?? 'NOS',
      quantity: 0,
      orders: [],
    }
    lines.set(key, line)
    line.quantity += row.quantity
    const number = formatOrderNumber(row.order_number)
    const known = line.orders.find((order) => order.number === number)
    if (known) known.quantity += row.quantity
    else line.orders.push({ number, quantity: row.quantity })
  }
  const groups = Map.groupBy(lines.values(), ({ category }) => category)
  return {
    orders: new Set(rows.map(({ order_id }) => order_id)).size,
    units: rows.reduce((sum, { quantity }) => sum + quantity, 0),
    groups: [...groups]
      .map(([category, ofCategory]) => ({ category, lines: ofCategory.map(withoutCategory).sort(bySku) }))
      .sort((a, b) => Number(a.category === NO_CATEGORY) - Number(b.category === NO_CATEGORY) || byText.compare(a.category, b.category)),
  }
}

const withoutCategory = ({ name, sku, barcode, unit, quantity, orders }: PickLine): PickLine => ({ name, sku, barcode, unit, quantity, orders })

/** Lines without an SKU come last. */
const bySku = (a: PickLine, b: PickLine): number =>
  Number(a.sku === null) - Number(b.sku === null) || byText.compare(a.sku ?? '', b.sku ?? '') || byText.compare(a.name, b.name)
