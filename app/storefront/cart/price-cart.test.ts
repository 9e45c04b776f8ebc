import { expect, test } from 'vitest'
import { NO_CHOICES } from '#domain/orders/order-choices.ts'
import { DEFAULT_SETTINGS } from '#domain/shop/settings.ts'
import { cartProduct } from '../../data/cart/testing/cart-product.ts'
import { chargesTotal } from '#domain/quote/charges.ts'
import { isBlocked, priceCart, problemOf } from './price-cart.ts'

const kajal = cartProduct({ min_order_quantity: 3 })

test('products that are no longer sold are separate and cost nothing', () => {
  const cart = priceCart(
    [
      { product_id: 'k', quantity: 3, product: kajal },
      { product_id: 'x', quantity: 9, product: null },
    ],
    DEFAULT_SETTINGS,
    null,
    {},
    NO_CHOICES,
  )
  expect(cart.quote.goodsTotal).toBe(44_700)
  expect(cart.lost.map((item) => item.product_id)).toEqual(['x'])
})

test('what is sold out keeps its line and its price, and brings the cart no nearer to free delivery', () => {
  const gone = cartProduct({ id: 'g', stock: 0, price: 1400, mrp: null })
  const items = [
    { product_id: 'g', quantity: 2, product: gone },
    { product_id: 'k', quantity: 3, product: kajal },
  ]
  const cart = priceCart(items, DEFAULT_SETTINGS, null, {}, NO_CHOICES)
  expect([cart.quote.goodsTotal, cart.quote.freeDeliveryRemaining, chargesTotal(cart.quote.charges)]).toEqual([44_700, 105_300, 10_000])
  expect(cart.quote.lines.map(({ productId }) => productId)).toEqual(['k'])
  expect(cart.lines.map(({ item, line, problem }) => [item.product_id, line.productId, line.lineTotal, problem?.kind])).toEqual([
    ['g', 'g', 280_000, 'gone'],
    ['k', 'k', 44_700, undefined],
  ])
  expect(isBlocked(cart)).toBe(true)
  expect(isBlocked(priceCart(items.slice(1), DEFAULT_SETTINGS, null, {}, NO_CHOICES))).toBe(false)
})

test('fewer than the minimum order names the minimum', () => {
  expect(problemOf(kajal, 2)).toEqual({ kind: 'minimum', text: 'Minimum Order: 3 units', right: 3 })
  expect(problemOf(kajal, 3)).toBeNull()
})

test('the minimum never asks for more than there is', () => {
  expect(problemOf({ stock: 2, min_order_quantity: 3 }, 2)).toBeNull()
})

test('more than the stock names what is left', () => {
  expect(problemOf(kajal, 21)).toMatchObject({ kind: 'short', text: 'Only 20 left', right: 20 })
})
