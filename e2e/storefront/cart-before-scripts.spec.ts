/** The cart while the app's scripts are still on their way. */
import { addToCart } from '../support/customers.ts'
import { expect, test as visitorTest } from '../support/fixtures.ts'
import { hold } from '../support/held.ts'
import { hydrated } from '../support/hydrated.ts'
import { makeProduct } from '../support/products.ts'
import { laptop } from '../support/screens.ts'
import { test } from '../support/signed-in.ts'

visitorTest.use({ ...laptop, blocksScripts: true })
test.use({ ...laptop, blocksScripts: true })

visitorTest('a visitor’s cart is shown, and stays as it is when they do', async ({ page }) => {
  const scripts = await hold(page, /\/assets\/.*\.js/)
  await page.goto('/cart', { waitUntil: 'domcontentloaded' })
  const heading = page.getByRole('heading', { level: 1, name: 'Your cart is empty' })
  await expect(heading).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toBeVisible()
  const before = await heading.boundingBox()
  scripts.release()
  await hydrated(page)
  await expect.poll(() => heading.boundingBox()).toEqual(before)
})

test('a customer’s cart is a skeleton, and not said to be empty', async ({ page, customer }) => {
  const product = await makeProduct()
  await addToCart(customer, product.id, 1)
  const scripts = await hold(page, /\/assets\/.*\.js/)
  await page.goto('/cart', { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('main').locator('.bone').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your cart')
  scripts.release()
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: product.name })).toBeVisible()
})
