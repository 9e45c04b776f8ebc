import { addToCart } from '../../data/cart.ts'
import type { OrderItem } from '../../data/orders.ts'
import { toast } from '../../ui/toast.ts'

/** Puts the order's products into the cart again and says which are no longer to be had (experience 25). */
export async function reorder(items: readonly OrderItem[]): Promise<void> {
  const missing: string[] = []
  for (const item of items) {
    const added = item.product_id ? await addToCart(item.product_id, item.quantity) : { ok: false }
    if (!added.ok) missing.push(item.product_name)
  }
  const count = items.length - missing.length
  const description = missing.length > 0 ? `No longer for sale: ${missing.join(', ')}` : 'At today’s prices; the cart shows what changed.'
  if (count === 0) toast({ title: 'Nothing of this order can be had now', description, tone: 'error' })
  else toast({ title: count === 1 ? '1 product added to cart' : `${count} products added to cart`, description, tone: 'success', action: { label: 'View Cart', to: '/cart' } })
}
