import { useEffect, useState } from 'react'
import { shortRupees } from '#domain/money/short-rupees.ts'
import { NO_CHOICES } from '#domain/orders/order-choices.ts'
import type { Discount } from '#domain/discounts/discount.ts'
import * as say from '#words/shell.tsx'
import { findOffers } from '../../data/cart/coupons.ts'
import type { CartItem } from '../../data/cart/cart.ts'
import { useSettings } from '../../data/shop/use-settings.ts'
import { priceCart } from '../cart/price-cart.ts'

/** The total of the cart's own summary, with the offers that apply by themselves. Nothing until they are known: a wrong amount would be worse. */
export default function CartAmount({ items }: { items: readonly CartItem[] }) {
  const settings = useSettings()
  const [offers, setOffers] = useState<Discount[] | null>(null)
  const ids = items
    .map((item) => item.product_id)
    .toSorted()
    .join()
  useEffect(() => {
    let current = true
    const known = (found: Discount[]) => current && setOffers(found)
    // Without its offers the cart is priced as on its own screen (use-offers.ts).
    findOffers(ids.split(',')).then(known, () => known([]))
    return () => {
      current = false
    }
  }, [ids])
  if (offers === null) return null
  const { quote } = priceCart(items, settings, null, { offers }, NO_CHOICES)
  return (
    <>
      <span className="sr-only">{say.forAmount}</span>
      <b>{shortRupees(quote.total)}</b>
    </>
  )
}
