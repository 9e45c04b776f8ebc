import * as say from '#words/order.tsx'
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
  const description = missing.length > 0 ? say.noLongerForSale(missing.join(', ')) : say.reorderText
  if (count === 0) toast({ title: say.reorderNothing, description, tone: 'error' })
  else toast({ title: count === 1 ? say.reorderedOne : say.reorderedMany(count), description, tone: 'success', action: { label: say.viewCart, to: '/cart' } })
}
