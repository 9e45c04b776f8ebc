/** A product's stock and its movements (docs/rules.md#stock). */
import type { FunctionRow } from '#supabase/database.ts'
import type { ManualReason } from '#domain/products/stock-movement.ts'
import { detailOf } from '../../api/error-detail.ts'
import { loadSupabase } from '../../api/supabase.ts'

/** `quantity`: positive came in, negative went out. `actor_name` null: the shop itself, or a buyer. */
export type StockMovement = FunctionRow<'stock_history'>

/** Newest first. `before`: the id of the last line of the previous page. */
export async function fetchMovements(productId: string, before: number | null, limit: number): Promise<StockMovement[]> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('stock_history', { p_product: productId, p_before: before, p_limit: limit })
  if (error) throw new Error(error.message, { cause: error })
  return data
}

/** @returns null when the product is gone */
export async function fetchStock(productId: string): Promise<number | null> {
  const client = await loadSupabase()
  const { data, error } = await client.from('products').select('stock').eq('id', productId)
  if (error) throw new Error(error.message, { cause: error })
  return data[0]?.stock ?? null
}

/** How many customers asked for a notification when each product is back; products without any are left out. */
export async function fetchWaiting(productIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('stock_waiting', { p_products: productIds })
  if (error) throw new Error(error.message, { cause: error })
  return new Map(data.map((row) => [row.product_id, row.waiting]))
}

/** `quantity`: units, as `domain/products/stock-movement.ts` has them; `shown`: the stock on the screen. */
export type StockMove = { productId: string; reason: ManualReason; quantity: number; shown: number; note: string }
export type StockMoved =
  | { ok: true; stock: number }
  /** someone bought or moved some in the meantime; `stock` is the current one */
  | { ok: false; code: 'STALE' | 'BELOW_ZERO'; stock: number }
  | { ok: false; code: 'REFUSED'; message: string }

export async function moveStock({ productId, reason, quantity, shown, note }: StockMove): Promise<StockMoved> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('move_stock', {
    p_product: productId,
    p_reason: reason,
    p_quantity: quantity,
    p_shown: shown,
    p_note: note.trim() || null,
  })
  if (!error) return { ok: true, stock: data }
  const { code, stock } = detailOf(error.details)
  return code === 'STALE' || code === 'BELOW_ZERO' ? { ok: false, code, stock: Number(stock) } : { ok: false, code: 'REFUSED', message: error.message }
}
