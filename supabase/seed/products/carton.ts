import type { DemoProduct } from './product.ts'

/** Rows and columns in which so many packs stand in a carton. */
export const GRIDS: Record<number, readonly [columns: number, rows: number]> = { 6: [3, 2], 10: [5, 2], 12: [4, 3], 20: [5, 4], 24: [6, 4], 25: [5, 5], 30: [6, 5], 36: [6, 6] }

/** The carton of wholesale goods: as many packs as the first price step asks for. Null for a product that is sold singly. */
export function cartonOf({ minimumOrder = 1, tiers = [] }: Pick<DemoProduct, 'minimumOrder' | 'tiers'>): number | null {
  if (minimumOrder < 3) return null
  return tiers.map(([minimum]) => minimum).find((minimum) => minimum >= minimumOrder && GRIDS[minimum]) ?? null
}

/** What is printed on a carton: "24 × 3.5 g". */
export const cartonText = (count: number, netQuantity: string): string => `${count} × ${netQuantity.includes('×') ? `(${netQuantity})` : netQuantity}`
