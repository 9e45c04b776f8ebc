import type { SelectedRow } from '#supabase/database.ts'
import { readByIds } from '../api/by-ids.ts'
import { productsByIds } from '../shop/products.ts'
import type { ListedProduct } from '../shop/products.ts'
import { loadSupabase } from '../api/supabase.ts'

/** `product` null: no longer sold. */
export type Wished = { id: string; product: ListedProduct | null }
export type Asked = Wished & { at: string }
export type WishlistRows = { wished: Wished[]; asked: Asked[] }

const COLUMNS = 'product_id,created_at'
type Row = SelectedRow<'wishlist_items', typeof COLUMNS>

/** Both lists of the customer, newest first, with the products as they are now. Throws when they could not be read. */
export async function fetchWishlist(userId: string): Promise<WishlistRows> {
  const client = await loadSupabase()
  const rows = async (table: 'wishlist_items' | 'stock_requests'): Promise<Row[]> => {
    const { data, error } = await client.from(table).select(COLUMNS).eq('user_id', userId).order('created_at', { ascending: false }).order('product_id')
    if (error) throw new Error(error.message)
    return data
  }
  const [wished, asked] = await Promise.all([rows('wishlist_items'), rows('stock_requests')])
  const ids = [...new Set([...wished, ...asked].map((row) => row.product_id))]
  // The session's client reads like the public one: it is the same query builder with another key.
  const products = await readByIds(ids, (some) => productsByIds(client, [...some]))
  const byId = new Map(products.map((product) => [product.id, product]))
  const found = (row: Row): Wished => ({ id: row.product_id, product: byId.get(row.product_id) ?? null })
  return { wished: wished.map(found), asked: asked.map((row) => ({ ...found(row), at: row.created_at })) }
}
