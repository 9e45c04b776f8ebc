import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { NO_CHOICES } from '#domain/orders/order-choices.ts'
import { CHOICE_FIELDS } from '#domain/orders/testing/chosen.ts'
import { SHOP } from '#domain/documents/testing/frozen-order.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import { cartProduct } from '../../data/cart/testing/cart-product.ts'
import { priceCart } from '../cart/price-cart.ts'
import { ReviewStep } from './review-step.tsx'

const settings = Object.fromEntries(Object.entries(SHOP).map(([name, value]) => [name, value ?? 59_00])) as StoreSettings

test('the review of an order has a field for each choice of a buyer', () => {
  const markup = renderToStaticMarkup(
    <MemoryRouter>
      <ReviewStep
        cart={priceCart([{ product_id: 'k', quantity: 1, product: cartProduct({}) }], settings, '27', {}, NO_CHOICES)}
        settings={settings}
        stateKnown
        coupon={{ status: 'none', code: null, coupon: null, again: () => undefined }}
        onRedeem={() => undefined}
      />
    </MemoryRouter>,
  )
  const { delivery: _, ...buyers } = CHOICE_FIELDS
  for (const name of Object.values(buyers)) expect(markup).toContain(`name="${name}"`)
})
