/** "Notify me when it's back": requested with one click below its consent text, withdrawn just as easily, sent once by mail and in the bell. */
import path from 'node:path'
import { violations } from '../support/axe.ts'
import { shopDataDir, shopKeys, shopUrl } from '../support/current-shop.ts'
import { addToCart, newCustomer, serviceClient } from '../support/customers.ts'
import { expect, test as visitorTest } from '../support/fixtures.ts'
import { login } from '../support/journey.ts'
import { linkIn, mailsTo } from '../support/outbox.ts'
import { changeProduct, makeProduct } from '../support/products.ts'
import { laptop, section } from '../support/screens.ts'
import { test as customerTest } from '../support/signed-in.ts'

visitorTest.use(laptop)
customerTest.use(laptop)

/** The scheduled job runs every few seconds, and a busy machine is slow. */
const NOTIFIED = { timeout: 40_000 }
const NOTICE = /^Tell me once, by email and in my notifications, when this product is back in stock/
const ASK = { name: "Notify me when it's back" }
const CANCEL = { name: 'Cancel request' }

const waiting = async (productId: string) => {
  const { data, error } = await serviceClient(shopKeys()).from('stock_requests').select('user_id, purpose, version').eq('product_id', productId)
  if (error) throw error
  return data
}
const outbox = () => path.join(shopDataDir(), 'outbox')

customerTest('one click below the notice requests it, the same button cancels it, and both survive a reload', async ({ page, customer }) => {
  const product = await makeProduct({ stock: 0 })
  await page.goto(product.path)
  await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Out of Stock' })).toBeDisabled()
  await expect(page.getByText(NOTICE)).toBeVisible()
  const button = page.getByRole('button', ASK)
  await expect(button).toHaveAccessibleDescription(NOTICE)
  await button.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: "We'll notify you once when it's back" })).toBeVisible()
  await expect(page.getByRole('button', CANCEL)).toBeFocused()
  await expect.poll(() => waiting(product.id)).toEqual([{ user_id: customer.id, purpose: 'back_in_stock', version: 1 }])
  expect(await violations(page)).toEqual([])
  await page.reload()
  await page.getByRole('button', CANCEL).click()
  await expect(page.getByText('Request cancelled')).toBeVisible()
  await expect(page.getByRole('button', ASK)).toBeVisible()
  await expect.poll(() => waiting(product.id)).toEqual([])
})

customerTest('a product that comes back is announced once, by email and in the bell, and both lead to it', async ({ page, customer }) => {
  const product = await makeProduct({ stock: 0, name: `Returning balm ${Date.now()}` })
  await customer.client.rpc('ask_when_back', { p_product: product.id, p_version: 1 }).throwOnError()
  await page.goto('/wishlist')
  await expect(section(page, 'Waiting for restock').getByRole('link', { name: product.name })).toBeVisible()
  await changeProduct(product.id, { stock: 3 })
  await expect(async () =>
    expect((await mailsTo(outbox(), customer.email)).map(({ subject }) => subject)).toContain(`${product.name} is back in stock`),
  ).toPass(NOTIFIED)
  await expect.poll(() => waiting(product.id)).toEqual([])
  const [mail] = (await mailsTo(outbox(), customer.email)).filter(({ subject }) => subject === `${product.name} is back in stock`)
  if (!mail) throw new Error('the mail was there a moment ago')
  expect(linkIn(mail, shopUrl())).toContain(`/${product.id}`)
  expect(mail.html).toContain(product.id)

  // The product sells out and comes back: the request was already used.
  await changeProduct(product.id, { stock: 0 })
  await changeProduct(product.id, { stock: 2 })
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible(NOTIFIED)
  await bell.click()
  const entry = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: /Back in stock/ })
  await expect(entry).toContainText(`${product.name} is back in stock. You asked us to notify you.`)
  await entry.click()
  await expect(page).toHaveURL(new RegExp(`${product.id}$`))
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible()
  await expect.poll(async () => (await mailsTo(outbox(), customer.email)).filter(({ subject }) => subject?.includes('back in stock'))).toHaveLength(1)
})

visitorTest('a visitor is led to the login, comes back to the product, and the request is made', async ({ page }) => {
  const product = await makeProduct({ stock: 0 })
  const customer = await newCustomer(shopKeys())
  await page.goto(product.path)
  await page.getByRole('button', ASK).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText("Sign in, and we'll notify you when the product is back.")).toBeVisible()
  await login(page, customer.email, customer.password)
  await expect(page).toHaveURL(new RegExp(`${product.id}$`))
  await expect(page.getByRole('button', CANCEL)).toBeVisible()
  await expect.poll(() => waiting(product.id)).toMatchObject([{ user_id: customer.id }])
})

visitorTest.describe('without scripts', () => {
  visitorTest.use({ javaScriptEnabled: false })

  visitorTest('the notice and its button are there, and lead to the login', async ({ page }) => {
    const product = await makeProduct({ stock: 0, description: 'A long text. '.repeat(400) })
    await page.goto(product.path)
    await expect(page.getByText(NOTICE)).toBeVisible()
    await page.getByRole('button', ASK).click()
    await expect(page).toHaveURL(new RegExp(`/login\\?notify=${product.id}$`))
  })

  visitorTest.describe('where there is no product', () => {
    visitorTest.use({ expectedErrors: [/status of 404/] })

    visitorTest('the page says so', async ({ page }) => {
      await page.goto('/products/nothing/00000000-0000-4000-8000-000000000000')
      await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible()
    })
  })
})

customerTest('a request is seen and cancelled in the wishlist, also for a product that is on it, in two tabs', async ({ page, context, customer }) => {
  const product = await makeProduct({ stock: 0 })
  await customer.client.from('wishlist_items').insert({ product_id: product.id }).throwOnError()
  await page.goto('/wishlist')
  const card = page.getByRole('article').filter({ hasText: product.name })
  await expect(card.getByText(NOTICE)).toBeVisible()
  await card.getByRole('button', { name: `Notify me when it's back: ${product.name}` }).click()
  await expect(section(page, 'Waiting for restock').getByText(/^Requested on /)).toBeVisible()
  const tab = await context.newPage()
  await tab.goto(product.path)
  await expect(tab.getByRole('button', CANCEL)).toBeVisible()
  await section(page, 'Waiting for restock')
    .getByRole('button', { name: `Cancel request: ${product.name}` })
    .click()
  await expect(section(page, 'Waiting for restock')).toHaveCount(0)
  await expect(tab.getByRole('button', ASK)).toBeVisible()
  await expect.poll(() => waiting(product.id)).toEqual([])
})

customerTest.describe('where the page is out of date', () => {
  customerTest.use({ expectedErrors: [/status of 409/] })

  customerTest('a product that is already back is shown as such, and no request is stored', async ({ page, customer }) => {
    const product = await makeProduct({ stock: 0 })
    await page.goto(product.path)
    await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()
    await changeProduct(product.id, { stock: 5 })
    await page.getByRole('button', ASK).click()
    await expect(page.getByText('It is back in stock')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Add to Cart · 1 for/ })).toBeEnabled()
    await expect.poll(() => waiting(product.id)).toEqual([])
    expect(customer.id).not.toBe('')
  })
})

customerTest('a sold-out line of the cart links to the product, where a notification can be requested', async ({ page, customer }) => {
  const product = await makeProduct({ stock: 4 })
  await addToCart(customer, product.id, 2)
  await changeProduct(product.id, { stock: 0 })
  await page.goto('/cart')
  await page.getByRole('link', { name: `Notify me when it's back: ${product.name}` }).click()
  await expect(page.getByRole('button', ASK)).toBeVisible()
})
