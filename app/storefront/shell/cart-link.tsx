import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import * as say from '#words/shell.tsx'
import { unitCount } from '../../data/cart/cart-store.ts'
import { useCart } from '../../data/cart/cart.ts'
import { Icon } from '../../ui/pictures/icon.tsx'
import { CountBadge, toolClass } from './tool.tsx'

// Only for customers with something in the cart. Without it the number of products stays.
const CartAmount = lazy(() => import('./cart-amount.tsx').catch(() => ({ default: () => null })))

/** The cart: how many units on the badge, as specified, and beside it how many products and what they cost, in room that is always there. */
export function CartLink() {
  const { items } = useCart()
  const count = unitCount(items)
  return (
    // On a phone the link ends at the page's edge: the badge of a large count needs room beyond the icon.
    <Link to="/cart" className={`cart-link ${count > 99 ? 'max-md:pr-3' : ''}`}>
      <span className={toolClass}>
        <Icon name="bag" />
        <CountBadge count={count} />
        <span className="sr-only">{count === 1 ? say.cartOne : say.cartMany(count)}</span>
      </span>
      <span className="cart-words num">
        {items.length === 0 ? (
          <span aria-hidden="true">{say.cart}</span>
        ) : (
          <>
            <span className="sr-only">{say.inProducts}</span>
            {say.productsInCart(items.length)}
            <Suspense>
              <CartAmount items={items} />
            </Suspense>
          </>
        )}
      </span>
    </Link>
  )
}
