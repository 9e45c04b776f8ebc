import type { SelectedRow } from '#supabase/database.ts'
import { readByIds } from '../api/by-ids.ts'
import { loadSupabase } from '../api/supabase.ts'

const productColumns =
  'id,sku,name,brand,image_url,image_thumbhash,price,retail_price,mrp,gst_percent,hsn,unit,stock,min_order_quantity,pricing_tiers,tier_group,status,weight_grams'
/** A product as the cart shows and prices it. Money in rupees, as the API sends it. */
export type CartProduct = Omit<SelectedRow<'products', typeof productColumns>, 'weight_grams'> & { weight_grams?: number | null }
export type CartItem = { product_id: string; quantity: number; /** null: no longer for sale. */ product: CartProduct | null }

/** The cart of one user with its products, in the order they were added. */
export async function fetchCart(userId: string): Promise<CartItem[]> {
  const client = await loadSupabase()
  const rows = await client.from('cart_items').select('product_id,quantity').eq('user_id', userId).order('created_at').order('product_id') // lines that a list added have the same time
  if (rows.error) throw new Error(rows.error.message)
  if (rows.data.length === 0) return []
  const products = await readProducts(rows.data.map((row) => row.product_id))
  const byId = new Map(products.filter((product) => product.status === 'active').map((product) => [product.id, product]))
  return rows.data.map((row) => ({ ...row, product: byId.get(row.product_id) ?? null }))
}

/** Products as they are now; products that the user may not see are left out. */
export async function readProducts(ids: readonly string[]): Promise<CartProduct[]> {
  const client = await loadSupabase()
  return readByIds(ids, async (some) => {
    const { data, error } = await client.from('products').select(productColumns).in('id', some)
    if (error) throw new Error(error.message)
    return data
  })
}

/** Adds to the line of this product, or creates one: an item already in the cart grows (docs/rules.md#cart). */
export async function addItem(userId: string, productId: string, quantity: number): Promise<void> {
  const client = await loadSupabase()
  const found = await client.from('cart_items').select('quantity').eq('user_id', userId).eq('product_id', productId).maybeSingle()
  if (found.error) throw new Error(found.error.message)
  if (found.data) return updateQuantity(userId, productId, found.data.quantity + quantity)
  const { error } = await client.from('cart_items').insert({ user_id: userId, product_id: productId, quantity })
  // Another tab created the same line between the select and the insert.
  if (error?.code === '23505') return addItem(userId, productId, quantity)
  if (error) throw new Error(error.message)
}

/** Adds many products to the cart, all or nothing. Returns those that were added: products that are no longer sold are left out. */
export async function addItems(lines: readonly { product_id: string; quantity: number }[]): Promise<string[]> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('add_to_cart', { p_lines: lines })
  if (error) throw new Error(error.message)
  return data.map((row) => row.product_id)
}

export async function updateQuantity(userId: string, productId: string, quantity: number): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.from('cart_items').update({ quantity, updated_at: new Date().toISOString() }).eq('user_id', userId).eq('product_id', productId)
  if (error) throw new Error(error.message)
}

/** Sets the quantities of many products in one statement, all or nothing; products that were not in the cart are added. */
export async function putItems(userId: string, lines: readonly { product_id: string; quantity: number }[]): Promise<void> {
  const client = await loadSupabase()
  const rows = lines.map(({ product_id, quantity }) => ({ user_id: userId, product_id, quantity }))
  const { error } = await client.from('cart_items').upsert(rows, { onConflict: 'user_id,product_id' })
  if (error) throw new Error(error.message)
}

export async function removeItem(userId: string, productId: string): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.from('cart_items').delete().eq('user_id', userId).eq('product_id', productId)
  if (error) throw new Error(error.message)
}

export async function removeAll(userId: string): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.from('cart_items').delete().eq('user_id', userId)
  if (error) throw new Error(error.message)
}
