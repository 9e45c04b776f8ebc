/** Add to Cart and Login, pressed before the scripts have loaded (docs/rules.md#sessions). */
import { shopKeys, shopUrl } from '../support/current-shop.ts'
import { newCustomer, type Customer } from '../support/customers.ts'
import { expect, test as visitorTest } from '../support/fixtures.ts'
import { login } from '../support/journey.ts'
import { dropProducts, makeProduct } from '../support/products.ts'
import { laptop, phone } from '../support/screens.ts'
import { test as customerTest } from '../support/signed-in.ts'

visitorTest.use(laptop)
customerTest.use(phone)

async function inCartOf(customer: Customer) {
  const { data } = await customer.client.from('cart_items').select('product_id,quantity')
  return data
}

customerTest('a customer finds the product in the cart, with its quantity', async ({ page, customer }) => {
  const made = await makeProduct({ min_order_quantity: 3 })
  // The scripts of the product page never arrive, those of the next page do.
  const isEarly = () => new URL(page.url()).pathname === made.path
  await page.context().route(/\/assets\/.*\.js/, (route) => (isEarly() ? undefined : route.continue()))
  await page.mainFrame().goto(made.path, { waitUntil: 'domcontentloaded' }) // `page.goto` waits until the scripts have run
  await page.getByRole('button', { name: /^Add to Cart · 3 for/ }).click()
  await expect(page).toHaveURL(/\/cart$/)
  await expect(page.getByRole('textbox', { name: `Quantity of ${made.name}` })).toHaveValue('3')
  await page.reload()
  await expect(page.getByRole('textbox', { name: `Quantity of ${made.name}` })).toHaveValue('3')
  await expect.poll(() => inCartOf(customer)).toEqual([{ product_id: made.id, quantity: 3 }])
  await dropProducts(made.id)
})

customerTest('so they do from a card of a list', async ({ page }) => {
  const made = await makeProduct({ min_order_quantity: 3 })
  const isEarly = () => new URL(page.url()).pathname === '/products'
  await page.context().route(/\/assets\/.*\.js/, (route) => (isEarly() ? undefined : route.continue()))
  await page.mainFrame().goto(`/products?q=${encodeURIComponent(made.name)}`, { waitUntil: 'domcontentloaded' })
  await page.getByRole('button', { name: `Add to Cart: ${made.name}` }).click()
  await expect(page).toHaveURL(/\/cart$/)
  await expect(page.getByRole('textbox', { name: `Quantity of ${made.name}` })).toHaveValue('3')
  await dropProducts(made.id)
})

visitorTest('a visitor finds it there after the sign-in', async ({ page }) => {
  const made = await makeProduct()
  const customer = await newCustomer(shopKeys())
  await page.goto(`/login?item=${made.id}&quantity=2`, { referer: shopUrl() + made.path })
  await login(page, customer.email, customer.password)
  await expect(page.getByText('Product added to cart').first()).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByRole('textbox', { name: `Quantity of ${made.name}` })).toHaveValue('2')
  await dropProducts(made.id)
})

customerTest('a link from another site puts nothing into a cart', async ({ page, customer }) => {
  const made = await makeProduct()
  await page.goto(`/login?item=${made.id}&quantity=2`, { referer: 'https://evil.example/' })
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect.poll(() => inCartOf(customer)).toEqual([])
  await dropProducts(made.id)
})

visitorTest('a login that is sent before the scripts have loaded is sent again by them', async ({ page, context }) => {
  const customer = await newCustomer(shopKeys())
  let arrive = (): void => undefined
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await context.route(/\/assets\/.*\.js/, async (route) => {
    await arrived
    await route.continue()
  })
  await page.mainFrame().goto('/login', { waitUntil: 'domcontentloaded' })
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  const button = page.getByRole('main').getByRole('button', { name: 'Login' })
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(page).toHaveURL(/\/login$/)
  arrive()
  await expect(page).toHaveURL(/\/dashboard$/)
})
