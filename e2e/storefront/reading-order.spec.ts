/** The order in which a screen reader reads the screens on the way to an order (docs/rules.md). */
import type { Page } from '@playwright/test'
import { addToCart } from '../support/customers.ts'
import { expect, test } from '../support/signed-in.ts'
import { orderOf } from '../support/orders.ts'
import { makeProduct } from '../support/products.ts'

/** Each text is read after the one before it. */
async function expectOrder(page: Page, ...texts: (string | RegExp)[]): Promise<void> {
  const read = await page.getByRole('main').ariaSnapshot()
  let from = 0
  for (const text of texts) {
    const at = typeof text === 'string' ? read.indexOf(text, from) : read.slice(from).search(text) + from
    expect(at, `${String(text)} after ${JSON.stringify(read.slice(Math.max(0, from - 40), from))} in\n${read}`).toBeGreaterThanOrEqual(from)
    from = at + 1
  }
}

test('list, product, cart and checkout are read from the name to the price to what can be done', async ({ page, customer }) => {
  const name = `Read Aloud ${Date.now()}`
  const product = await makeProduct({
    name,
    brand: 'Reader',
    price: 149,
    mrp: 225,
    min_order_quantity: 3,
    pricing_tiers: [{ min_quantity: 6, discount_percent: 12 }],
  })

  await page.goto(`/products?q=${encodeURIComponent(name)}`)
  await expect(
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('article') }),
  ).toHaveCount(1)
  await expectOrder(
    page,
    'heading',
    'result',
    'article',
    `heading "${name}"`,
    'You pay',
    '₹149.00',
    'MRP',
    '₹225.00',
    '34% off',
    'Bulk Price',
    'Minimum Order: 3 units',
    'In Stock',
    'Add to Cart',
  )

  await page.goto(product.path)
  await expectOrder(page, 'Reader', `heading "${name}" [level=1]`, 'In Stock', 'Share', 'You pay', '₹149.00', 'MRP', 'Price by quantity', 'Add to Cart')

  await addToCart(customer, product.id, 3)
  await page.goto('/cart')
  await expect(page.getByRole('region', { name: 'Summary' })).toBeVisible()
  await expectOrder(page, '[level=1]', name, '₹447.00', 'Summary', 'Checkout')

  await page.goto('/checkout')
  await expect(page.getByRole('heading', { level: 2, name: 'Where should it go?' })).toBeVisible()
  await expectOrder(page, '"Checkout" [level=1]', 'Steps of the checkout', 'Where should it go?', 'PIN code', 'Delivery and payment', 'Review your order')
})

test('the dashboard is read from what waits to what can be bought again, then the overview', async ({ page, customer }) => {
  const { product } = await orderOf(customer, { method: 'upi' })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Buy again' })).toBeVisible()
  await expectOrder(
    page,
    '[level=1]',
    'Order from a list',
    'On the way',
    'Held until',
    'Pay ₹300.00',
    'Buy again',
    'Add it',
    product.name,
    '₹100.00',
    'Add 2',
    'Repeat an order',
    'Re-order',
    'tablist',
    'Recent Orders',
  )
})
