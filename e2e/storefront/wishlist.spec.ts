/** The wishlist: the heart on cards and on the product page, and the list in the account. */
import { violations } from '../support/axe.ts'
import { shopKeys, shopUrl } from '../support/current-shop.ts'
import { newCustomer, serviceClient } from '../support/customers.ts'
import { expect, test as visitorTest } from '../support/fixtures.ts'
import { login } from '../support/journey.ts'
import { changeProduct, dropProducts, makeProduct, type MadeProduct } from '../support/products.ts'
import { laptop, phone, section } from '../support/screens.ts'
import { test as customerTest } from '../support/signed-in.ts'

visitorTest.use(laptop)
customerTest.use(laptop)

const onCard = (product: MadeProduct): string => `/products?q=${encodeURIComponent(product.name)}`
const heartOf = (product: MadeProduct) => ({ name: `Wishlist: ${product.name}` })
const listOf = async (userId: string) => {
  const { data, error } = await serviceClient(shopKeys()).from('wishlist_items').select('product_id').eq('user_id', userId)
  if (error) throw error
  return data.map((row) => row.product_id)
}

visitorTest('a visitor who presses the heart signs in, comes back to the page, and finds the product on the list', async ({ page }) => {
  const product = await makeProduct()
  const customer = await newCustomer(shopKeys())
  await page.goto(onCard(product))
  await page.getByRole('button', heartOf(product)).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Sign in to add the product to your wishlist.')).toBeVisible()
  await login(page, customer.email, customer.password)
  await expect(page).toHaveURL(/\/products\?q=/)
  await expect(page.getByText('Added to your wishlist')).toBeVisible()
  await expect(page.getByRole('button', { ...heartOf(product), pressed: true })).toBeVisible()
  await expect.poll(() => listOf(customer.id)).toEqual([product.id])
  // The remembered product is added once: another sign-in adds nothing.
  await page.getByRole('button', heartOf(product)).click()
  await expect(page.getByText('Removed from your wishlist')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { ...heartOf(product), pressed: false })).toBeVisible()
  await expect.poll(() => listOf(customer.id)).toEqual([])
})

visitorTest.describe('without scripts', () => {
  visitorTest.use({ javaScriptEnabled: false })

  visitorTest('the heart is a form that leads to the login and names the product', async ({ page }) => {
    const product = await makeProduct()
    await page.goto(product.path)
    await page.getByRole('button', heartOf(product)).click()
    await expect(page).toHaveURL(new RegExp(`/login\\?wish=${product.id}$`))
  })
})

visitorTest('a click before the scripts load is carried out after the sign-in', async ({ page }) => {
  const product = await makeProduct()
  const customer = await newCustomer(shopKeys())
  await page.goto(`/login?wish=${product.id}`, { referer: shopUrl() + product.path })
  await expect(page.getByText('Sign in to add the product to your wishlist.')).toBeVisible()
  await login(page, customer.email, customer.password)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Added to your wishlist')).toBeVisible()
  await expect(section(page, 'Wishlist').getByText('You have 1 saved product.')).toBeVisible()
  await expect(section(page, 'Wishlist').getByRole('link', { name: 'View Wishlist' })).toHaveAttribute('href', '/wishlist')
})

customerTest('a link from another site adds nothing to a wishlist and requests no email', async ({ page, customer }) => {
  const product = await makeProduct({ stock: 0 })
  for (const wanted of ['wish', 'notify']) {
    await page.goto(`/login?${wanted}=${product.id}`, { referer: 'https://evil.example/' })
    await expect(page).toHaveURL(/\/dashboard$/)
  }
  await page.goto('/wishlist')
  await expect(page.getByRole('heading', { name: 'Your wishlist is empty' })).toBeVisible()
  for (const table of ['wishlist_items', 'stock_requests'] as const) {
    await expect.poll(async () => (await customer.client.from(table).select('product_id').throwOnError()).data).toEqual([])
  }
})

visitorTest('a page rendered for one customer shows nothing of their wishlist to the next visitor', async ({ page, browser }) => {
  const product = await makeProduct()
  const customer = await newCustomer(shopKeys())
  await customer.client.from('wishlist_items').insert({ product_id: product.id }).throwOnError()
  await page.goto('/login')
  await login(page, customer.email, customer.password)
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto(product.path)
  await expect(page.getByRole('button', { ...heartOf(product), pressed: true })).toBeVisible()
  const other = await browser.newContext()
  const html = await (await other.request.get(new URL(product.path, page.url()).href)).text()
  expect(html).toContain(`Wishlist: ${product.name}`)
  expect(html).not.toContain('aria-pressed="true"')
  await other.close()
})

customerTest('a heart fills at once, on the product page and on every card, and in the other tab', async ({ page, context, customer }) => {
  const product = await makeProduct()
  const tab = await context.newPage()
  await tab.goto(onCard(product))
  await expect(tab.getByRole('button', { ...heartOf(product), pressed: false })).toBeVisible()
  await page.goto(product.path)
  await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()
  await page.getByRole('button', heartOf(product)).press('Enter')
  await expect(page.getByRole('button', { ...heartOf(product), pressed: true })).toBeFocused()
  await expect(page.getByText('Added to your wishlist')).toBeVisible()
  await expect(tab.getByRole('button', { ...heartOf(product), pressed: true })).toBeVisible()
  await expect.poll(() => listOf(customer.id)).toEqual([product.id])
  expect(await violations(page)).toEqual([])
  await tab.getByRole('button', heartOf(product)).click()
  await expect(page.getByRole('button', { ...heartOf(product), pressed: false })).toBeVisible()
  await expect.poll(() => listOf(customer.id)).toEqual([])
})

customerTest.describe('when the shop refuses', () => {
  customerTest.use({ expectedErrors: [/ERR_FAILED/] })

  customerTest('the heart is undone with a message', async ({ page }) => {
    const product = await makeProduct()
    await page.goto(product.path)
    await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()
    await page.route('**/rest/v1/wishlist_items*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
    await page.getByRole('button', heartOf(product)).click()
    await expect(page.getByText("We couldn't add it to your wishlist")).toBeVisible()
    await expect(page.getByRole('button', { ...heartOf(product), pressed: false })).toBeVisible()
  })
})

customerTest(
  'the list shows price and stock, adds to the cart, removes with a way back, and keeps what is no longer sold until it is removed',
  async ({ page, customer }) => {
    const [plenty, out, gone] = [await makeProduct({ price: 321 }), await makeProduct({ stock: 0 }), await makeProduct()]
    for (const { id } of [plenty, out, gone]) await customer.client.from('wishlist_items').insert({ product_id: id }).throwOnError()
    await changeProduct(gone.id, { status: 'archived' })
    await page.goto('/dashboard')
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('link', { name: 'Wishlist', exact: true }).click()
    await expect(page).toHaveURL(/\/wishlist$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Wishlist' })).toBeVisible()
    await expect(page.getByText('3 products')).toBeVisible()
    const card = page.getByRole('article').filter({ hasText: plenty.name })
    await expect(card).toContainText('₹321.00')
    await expect(card).toContainText('In Stock')
    await expect(page.getByRole('article').filter({ hasText: out.name })).toContainText('Out of Stock')
    await expect(page.getByText('A product that is no longer available').first()).toBeVisible()
    expect(await violations(page)).toEqual([])

    await card.getByRole('button', { name: `Add to Cart: ${plenty.name}` }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
    await card.getByRole('button', { name: `Remove ${plenty.name}` }).click()
    await expect(card).toHaveCount(0)
    await expect(page.getByText('2 products')).toBeVisible()
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
    await expect(card).toBeVisible()
    await page.getByRole('button', { name: 'Remove A product that is no longer available' }).click()
    await expect(page.getByText('2 products')).toBeVisible()
    await expect.poll(async () => (await listOf(customer.id)).toSorted()).toEqual([plenty.id, out.id].toSorted())
  },
)

customerTest('an empty wishlist says how to fill it', async ({ page }) => {
  await page.goto('/wishlist')
  await expect(page.getByRole('heading', { name: 'Your wishlist is empty' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Browse Products' })).toHaveAttribute('href', '/products')
  expect(await violations(page)).toEqual([])
})

customerTest('a long wishlist is shown in parts', async ({ page, customer }) => {
  const { data } = await serviceClient(shopKeys()).from('products').select('id').eq('status', 'active').limit(30).throwOnError()
  await customer.client
    .from('wishlist_items')
    .insert((data ?? []).map(({ id }) => ({ product_id: id })))
    .throwOnError()
  await page.goto('/wishlist')
  await expect(page.getByText('30 products')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(24)
  await page.getByRole('button', { name: 'Show 6 more' }).click()
  await expect(page.getByRole('article')).toHaveCount(30)
})

visitorTest('the wishlist needs a sign-in and comes back to itself', async ({ page }) => {
  const customer = await newCustomer(shopKeys())
  await page.goto('/wishlist')
  await expect(page).toHaveURL(/\/login$/)
  await login(page, customer.email, customer.password)
  await expect(page).toHaveURL(/\/wishlist$/)
})

customerTest.describe('on a phone', () => {
  customerTest.use(phone)

  customerTest('the menu leads to the wishlist, and the heart on a card does not open the product', async ({ page }) => {
    const product = await makeProduct()
    await page.goto(onCard(product))
    await page.getByRole('button', heartOf(product)).tap()
    await expect(page.getByText('Added to your wishlist')).toBeVisible()
    await expect(page).toHaveURL(/\/products\?q=/)
    await page.locator('summary').filter({ hasText: 'Menu' }).tap()
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Wishlist' }).tap()
    await expect(page).toHaveURL(/\/wishlist$/)
    await expect(page.getByRole('article').filter({ hasText: product.name })).toBeVisible()
    await dropProducts(product.id)
  })
})
