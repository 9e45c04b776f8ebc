/** Adding to the cart, on a card and on the product page (docs/rules.md#cart). */
import { addToCart, newCustomer, serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { expect, test as visitorTest } from '../support/fixtures.ts'
import { hold } from '../support/held.ts'
import { login } from '../support/journey.ts'
import { makeProduct, type MadeProduct } from '../support/products.ts'
import { laptop } from '../support/screens.ts'
import { test as customerTest } from '../support/signed-in.ts'

visitorTest.use(laptop)
customerTest.use(laptop)

const onCard = (product: MadeProduct): string => `/products?q=${encodeURIComponent(product.name)}`

visitorTest('a visitor who adds from a card is asked to log in, and finds the item in the cart afterwards', async ({ page }) => {
  const product = await makeProduct({ min_order_quantity: 3 })
  const customer = await newCustomer(shopKeys())
  await page.goto(onCard(product))
  await page.getByRole('button', { name: `Add to Cart: ${product.name}` }).click()
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages).toContainText('Please login to add items to your cart')
  await messages.getByRole('link', { name: 'Login' }).click()
  await expect(page.getByText('We saved the product you wanted.')).toBeVisible()
  await login(page, customer.email, customer.password)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Product added to cart')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 3 items' })).toBeVisible()
})

visitorTest('a visitor who adds from the product page keeps the quantity', async ({ page }) => {
  const product = await makeProduct()
  const customer = await newCustomer(shopKeys())
  await page.goto(product.path)
  await page.getByRole('textbox', { name: /^Quantity of/ }).fill('7')
  await page.getByRole('button', { name: /^Add to Cart · 7 for/ }).click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Please login to add items to your cart')
  await page.goto('/login')
  await login(page, customer.email, customer.password)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 7 items' })).toBeVisible()
  // The remembered product is added once: another sign-in adds nothing.
  await page.reload()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 7 items' })).toBeVisible()
})

customerTest('the card’s button is idle, adding with a spinner, then added beside View Cart', async ({ page }) => {
  const product = await makeProduct({ name: `عطر (50 ml) ${Date.now()}` })
  await page.goto(onCard(product))
  const card = page.getByRole('article')
  await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()
  const insert = await hold(page, '**/rest/v1/cart_items*', (request) => request.method() === 'POST')
  await card.getByRole('button', { name: /^Add to Cart/ }).click()
  const adding = card.getByRole('button', { name: 'Adding…' })
  await expect(adding).toBeDisabled()
  await expect(adding).toHaveAttribute('aria-busy', 'true')
  await expect(adding.locator('.spin')).toBeVisible()
  insert.release()
  await expect(card.getByRole('button', { name: 'Added' })).toBeDisabled()
  await expect(card.getByRole('link', { name: 'View Cart' })).toHaveAttribute('href', '/cart')
  const message = page.getByRole('region', { name: 'Messages' }).getByRole('listitem')
  await expect(message).toContainText('Product added to cart')
  await expect(message).toContainText(`${product.name} has been added to your cart`)
  // A right-to-left name does not change the direction of the sentence around it.
  await expect(message.locator('bdi')).toHaveText(product.name)
  await message.getByRole('link', { name: 'View Cart' }).click()
  await expect(page).toHaveURL(/\/cart$/)
})

customerTest('a card starts at the minimum order', async ({ page }) => {
  const product = await makeProduct({ min_order_quantity: 4 })
  await page.goto(onCard(product))
  await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()
  await page.getByRole('button', { name: `Add to Cart: ${product.name}` }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 4 items' })).toBeVisible()
})

customerTest('a product that is in the cart already shows as added on its card', async ({ page, customer }) => {
  const product = await makeProduct()
  await addToCart(customer, product.id, 2)
  await page.goto(onCard(product))
  await expect(page.getByRole('article').getByRole('button', { name: 'Added' })).toBeDisabled()
})

customerTest('the product page says added and View Cart, and is active again once the quantity is touched', async ({ page, customer }) => {
  const product = await makeProduct({ pricing_tiers: [{ min_quantity: 6, discount_percent: 10 }] })
  await page.goto(product.path)
  await page.getByRole('textbox', { name: /^Quantity of/ }).fill('4')
  await page.getByRole('button', { name: /^Add to Cart · 4 for/ }).click()
  await expect(page.getByText('Product added to cart')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Added to Cart' })).toBeDisabled()
  await expect(page.getByRole('main').getByRole('link', { name: 'View Cart' })).toHaveAttribute('href', '/cart')
  await page.getByRole('textbox', { name: /^Quantity of/ }).fill('2')
  // With the four in the cart these two reach the tier.
  await expect(page.getByText('Bulk Price: ₹90.00 each for Qty 6+ (10% OFF)').first()).toBeVisible()
  await page.getByRole('button', { name: /^Add to Cart · 2 for/ }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 6 items' })).toBeVisible()
  // The count answers before the shop does.
  await expect
    .poll(async () => (await serviceClient(shopKeys()).from('cart_items').select('quantity').eq('user_id', customer.id)).data)
    .toEqual([{ quantity: 6 }])
})

customerTest('more than the stock cannot be added, counting what is in the cart', async ({ page, customer }) => {
  const product = await makeProduct({ stock: 5 })
  await addToCart(customer, product.id, 4)
  await page.goto(product.path)
  await expect(page.getByRole('button', { name: 'Added to Cart' })).toBeVisible()
  await page.getByRole('textbox', { name: /^Quantity of/ }).fill('2')
  await expect(page.getByText('Only 5 in stock, and 4 are already in your cart.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Add to Cart · 2 for/ })).toBeDisabled()
})

for (const place of ['card', 'product page'] as const) {
  customerTest(`on a slow line the ${place} and the cart’s count answer before the shop does`, async ({ page, customer }) => {
    const product = await makeProduct({ min_order_quantity: 3 })
    await addToCart(customer, (await makeProduct()).id, 2)
    await page.goto(place === 'card' ? onCard(product) : product.path)
    const cart = page.getByRole('banner').getByRole('link', { name: /^Cart, / })
    await expect(cart).toHaveAccessibleName(/^Cart, 2 items/)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 3000, downloadThroughput: -1, uploadThroughput: -1 })
    let answered = false
    page.on('response', (response) => (answered ||= response.url().includes('/rest/v1/cart_items')))
    await page.getByRole('button', { name: place === 'card' ? `Add to Cart: ${product.name}` : /^Add to Cart · 3 for/ }).click()
    await expect(page.getByRole('main').getByRole('button', { name: 'Adding…' })).toBeVisible()
    await expect(cart).toHaveAccessibleName(/^Cart, 5 items/)
    expect(answered).toBe(false)
    await expect(page.getByRole('main').getByRole('button', { name: /^Added/ })).toBeVisible({ timeout: 30_000 })
    await expect(cart).toHaveAccessibleName(/^Cart, 5 items/)
  })
}

customerTest.describe('when the connection drops', () => {
  customerTest.use({ expectedErrors: [/ERR_FAILED/] })

  for (const place of ['card', 'product page'] as const) {
    customerTest(`an add on the ${place} that fails says Failed to add product to cart, and the button is active again`, async ({ page }) => {
      const product = await makeProduct()
      await page.goto(place === 'card' ? onCard(product) : product.path)
      await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()
      await page.route('**/rest/v1/cart_items*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
      const button = page.getByRole('button', { name: place === 'card' ? `Add to Cart: ${product.name}` : /^Add to Cart · 1 for/ })
      await button.click()
      await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Failed to add product to cart')
      await expect(button).toBeEnabled()
      await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 0 items' })).toBeVisible()
    })
  }
})
