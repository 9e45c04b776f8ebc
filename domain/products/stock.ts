/** The label shows the number of units up to this one (docs/rules.md#stock-labels). */
export const LOW_STOCK_LABEL = 10

export type StockLabel = { kind: 'in' | 'low' | 'out'; text: string }

/** Above 10 'In Stock', from 1 to 10 'Only N left', otherwise 'Out of Stock'. */
export function stockLabel(stock: number): StockLabel {
  if (stock > LOW_STOCK_LABEL) return { kind: 'in', text: 'In Stock' }
  if (stock > 0) return { kind: 'low', text: `Only ${stock} left` }
  return { kind: 'out', text: 'Out of Stock' }
}

/** The highest reorder level, in pieces; as the check of products.reorder_level. */
const MOST_REORDERED_AT = 1_000_000

export const isReorderLevel = (pieces: number): boolean => Number.isInteger(pieces) && pieces >= 0 && pieces <= MOST_REORDERED_AT

/** The fewest units that may be ordered: min(MOQ, stock), at least 1 (docs/rules.md#minimum-order). */
export function effectiveMinimum(product: { min_order_quantity: number; stock: number }): number {
  return Math.max(1, Math.min(product.min_order_quantity, product.stock))
}

export type StockStatus = 'in_stock' | 'low_stock' | 'out_of_stock'

/** Inclusive bounds of the stock filter. A stock of 10 counts as in stock here although its label says 'Only 10 left'. */
export const STOCK_STATUS_BOUNDS: Record<StockStatus, { from: number; to: number | null }> = {
  in_stock: { from: 10, to: null },
  low_stock: { from: 1, to: 9 },
  out_of_stock: { from: 0, to: 0 },
}

export function isStockStatus(value: unknown): value is StockStatus {
  return typeof value === 'string' && Object.hasOwn(STOCK_STATUS_BOUNDS, value)
}
