import type { PricedProduct } from '#domain/prices/price-tiers.ts'
import type { Query } from '#postgres/statement.ts'

const COLUMNS =
  'id, name, sku, hsn, unit, gst_percent, image_url, status, price, retail_price, mrp, pricing_tiers, tier_group, min_order_quantity, stock, weight_grams'

export type CartProduct = PricedProduct & {
  id: string
  name: string
  sku: string
  hsn: string | null
  unit: string
  gst_percent: number | string | null
  tier_group: string | null
  weight_grams?: number | null
  image_url: string | null
  status: string
}

/** A line of the cart; `product` is null if it was deleted. */
export type CartLine = { productId: string; quantity: number; product: CartProduct | null }

/**
 * Locks the customer's cart, then its products, and reads the prices behind those locks.
 *
 * Each lock is a separate statement: a statement that waited for a lock sees the new version of that row, but only the next
 * statement's snapshot sees the other changes of the same transaction. Products are locked in id order, as by every writer of
 * stock, so that two carts with the same products wait instead of deadlocking. NO KEY UPDATE is sufficient against other orders
 * and still allows adding the product to a cart (its foreign key takes KEY SHARE).
 */
export async function lockCart(query: Query, userId: string): Promise<CartLine[]> {
  const [cart, products] = await Promise.all([
    query<{ product_id: string; quantity: number }>('select product_id, quantity from public.cart_items where user_id = $1 order by product_id for update', [
      userId,
    ]),
    query<CartProduct>(
      `select ${COLUMNS} from public.products
        where id in (select product_id from public.cart_items where user_id = $1)
        order by id for no key update`,
      [userId],
    ),
  ])
  const byId = new Map(products.map((product) => [product.id, product]))
  return cart.map((line) => ({ productId: line.product_id, quantity: line.quantity, product: byId.get(line.product_id) ?? null }))
}

/** Reads the given products, independent of a cart. `lock` false: only for showing prices. */
export function readProducts(query: Query, ids: readonly string[], lock: boolean): Promise<CartProduct[]> {
  return query<CartProduct>(`select ${COLUMNS} from public.products where id = any ($1::uuid[]) order by id${lock ? ' for no key update' : ''}`, [ids])
}
