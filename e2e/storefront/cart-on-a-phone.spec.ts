/** The cart on a phone: low lines, and the total with its button always in sight (docs/rules.md#cart). */
import { violations } from '../support/axe.ts'
import { addToCart } from '../support/customers.ts'
import { makeProduct } from '../support/products.ts'
import { phone } from '../support/screens.ts'
import { expect, test } from '../support/signed-in.ts'

test.use(phone)

test('a line is at most 96 px high, and the total with Checkout is on the first screen', async ({ page, customer }) => {
  const plain = await makeProduct({ price: 100, brand: 'Laali', name: `A hand cream with a name that is longer than one line ${Date.now()}` })
  const bulk = await makeProduct({ price: 149, pricing_tiers: [{ min_quantity: 6, discount_percent: 12 }] })
  await addToCart(customer, plain.id, 2)
  await addToCart(customer, bulk.id, 6)
  for (let more = 0; more < 4; more += 1) await addToCart(customer, (await makeProduct()).id, 1)
  await page.goto('/cart')
  const lines = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('textbox') })
  await expect(lines).toHaveCount(6)
  for (const line of await lines.all()) await expect.poll(async () => (await line.boundingBox())?.height).toBeLessThanOrEqual(97)
  await expect(lines.filter({ hasText: bulk.name })).toContainText('You save ₹107.28')
  await expect(page.getByRole('link', { name: 'Checkout' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('₹1,486.72').last()).toBeInViewport()
  await expect(page.getByRole('navigation', { name: 'Shop' }).getByRole('link', { name: /^Cart/ })).toBeInViewport()
  expect(await violations(page)).toEqual([])
})

test('free delivery that is reached is one line, and a step up to 12 units away is offered', async ({ page, customer }) => {
  const product = await makeProduct({ price: 900, stock: 90, pricing_tiers: [{ min_quantity: 14, discount_percent: 10 }] })
  await addToCart(customer, product.id, 2)
  await page.goto('/cart')
  await expect.poll(async () => (await page.getByText('Delivery is free').locator('..').boundingBox())?.height).toBeLessThanOrEqual(44)
  await expect(page.getByRole('progressbar', { name: 'Towards free delivery' })).toHaveCount(0)
  await expect(page.getByText('Add 12 more for the 14+ price of ₹810.00')).toBeVisible()
  await page.getByRole('button', { name: 'Add 12', exact: true }).tap()
  await expect(page.getByRole('textbox', { name: `Quantity of ${product.name}` })).toHaveValue('14')
})
