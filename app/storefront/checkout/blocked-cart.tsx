import * as say from '#words/checkout.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import type { PricedCart } from '../cart/price-cart.ts'

const line = 'rounded-sm border-l-4 border-cancelled bg-cancelled-tint px-4 py-3 break-words text-cancelled'

/** Replaces the checkout steps when the cart cannot be ordered: lists each reason, with a link to the cart. */
export function BlockedCart({ cart: { lines, lost } }: { cart: PricedCart }) {
  return (
    <>
      <h1 className="mt-4">{say.cartBlocked}</h1>
      <p className="mt-4 text-ink-2">{say.cartBlockedText}</p>
      <ul className="my-6 grid gap-2">
        {lines.map(({ item, problem }) =>
          problem === null ? null : (
            <li key={item.product_id} className={line}>
              <bdi className="font-semibold">{item.product.name}</bdi>: {problem.text}
            </li>
          ),
        )}
        {lost.map((item) => (
          <li key={item.product_id} className={line}>
            {say.lineLost}
          </li>
        ))}
      </ul>
      <ButtonLink to="/cart" variant="primary">
        {say.goToCart}
      </ButtonLink>
    </>
  )
}
