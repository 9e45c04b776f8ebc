import { expect, test } from 'vitest'
import { isShownClosed } from './shown-closed.ts'

test('sign-in, account, back office and legal pages stay while the shop is closed', () => {
  for (const path of [
    '/login',
    '/reset-password',
    '/my-orders',
    '/order-confirmation/1',
    '/invoice/1',
    '/admin',
    '/Admin/settings/opening',
    '/terms',
    '/contact',
  ])
    expect(isShownClosed(path), path).toBe(true)
})

test('the goods, the cart and the checkout do not', () => {
  for (const path of [
    '/',
    '/products',
    '/products/rose/1',
    '/category/1',
    '/cart',
    '/checkout',
    '/order-pad',
    '/wishlist',
    '/sitemap.xml',
    '/administrator',
    '/about',
  ])
    expect(isShownClosed(path), path).toBe(false)
})
