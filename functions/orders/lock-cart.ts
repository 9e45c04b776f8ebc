import type { PricedProduct } from '#domain/prices/price-tiers.ts'
import type { Query } from '#postgres/statement.ts'

const COLUMNS = 'id, name, sku, hsn, unit, gst_percent, image_url, status, price, retail_price, mrp, pricing_tiers, min_order_quantity, stock'

export type CartProduct = PricedProduct & {
  id: string
  name: string
  sku: string
  hsn: string | null
  unit: string
  gst_percent: number | string | null
  image_url: string | null
  status: string
}

/** A line of the cart; `product` is null when the shop has deleted it. */
export type CartLine = { productId: string; quantity: number; product: CartProduct | null }

/**
 * Locks the buyer's cart, then the stock it asks for, and reads the prices behind those locks.
 *
 * Each lock is a statement of its own: a statement that waited for a lock sees the row it waited for, but only the
 * next statement's snapshot sees what else the other transaction did. Products are locked in id order, as every
 * writer of stock does, so that two carts with the same goods wait instead of deadlocking. NO KEY UPDATE is enough
 * against other buyers and lets somebody put the product into a cart meanwhile (a foreign key takes KEY SHARE).
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

/** The same for products that are in no cart. `lock` false: only looked at, for prices that are shown. */
export function readProducts(query: Query, ids: readonly string[], lock: boolean): Promise<CartProduct[]> {
  return query<CartProduct>(`select ${COLUMNS} from public.products where id = any ($1::uuid[]) order by id${lock ? ' for no key update' : ''}`, [ids])
}
