/** The cart without a connection: its last state, queued changes, and saving each of them once (docs/rules.md#offline-and-updates). */
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { addToCart, serviceClient, type Customer } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { LINE_ERRORS, pageKept, workerReady } from '../support/offline.ts'
import { changeProduct, makeProduct } from '../support/products.ts'
import { phone } from '../support/screens.ts'
import { expect, test } from '../support/signed-in.ts'

test.use({ ...phone, expectedErrors: [LINE_ERRORS] })

const line = (page: Page, name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })
const WAITS = "Will be saved when you're back online"

async function storedCart(customer: Customer): Promise<Record<string, number>> {
  const { data } = await serviceClient(shopKeys()).from('cart_items').select('product_id, quantity').eq('user_id', customer.id)
  return Object.fromEntries((data ?? []).map((row) => [row.product_id, row.quantity]))
}

/** A cart that was loaded once, on a page that the worker has cached with everything its screen needs. */
async function openCart(page: Page) {
  await page.goto('/cart')
  await workerReady(page)
  await pageKept(page, '/cart').catch(() => undefined)
}

test('the cart is read after a reload without a connection, and what is changed is saved in order and once', async ({ page, context, customer }) => {
  const [balm, comb, oil] = [await makeProduct({ price: 149 }), await makeProduct({ price: 40 }), await makeProduct({ price: 90 })]
  await addToCart(customer, balm.id, 2)
  await addToCart(customer, comb.id, 3)
  await page.goto(oil.path)
  await workerReady(page)
  await pageKept(page, oil.path)
  await openCart(page)
  await expect(line(page, balm.name)).toContainText('₹298.00')

  await context.setOffline(true)
  // An hour later: the access token has expired, and no server is reachable for a new one.
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? ''
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>
    localStorage.setItem(key, JSON.stringify({ ...stored, expires_at: 1 }))
  })
  await page.reload()
  await expect(page.getByText(/^You're offline\. This is your cart as of /)).toBeVisible()
  await expect(line(page, balm.name)).toContainText('₹298.00')
  await line(page, balm.name).getByRole('button', { name: 'Increase quantity' }).click()
  await line(page, balm.name).getByRole('button', { name: 'Increase quantity' }).click()
  await expect(line(page, balm.name)).toContainText(WAITS)
  await page.getByRole('button', { name: `Remove ${comb.name}` }).click()
  await expect(line(page, comb.name)).toHaveCount(0)
  await expect(page.getByText("2 changes will be saved when you're back online.")).toBeVisible()
  await expect(page.getByText('Ordering needs an internet connection. Your cart is saved.')).toBeVisible()
  await page.goto(oil.path)
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Product added to cart')
  // Queued changes survive a page change.
  await page.goto('/cart')
  await expect(line(page, balm.name)).toContainText(WAITS)
  await expect(page.getByText("3 changes will be saved when you're back online.")).toBeVisible()
  expect(await violations(page)).toEqual([])
  await expect.poll(() => storedCart(customer)).toEqual({ [balm.id]: 2, [comb.id]: 3 })

  const writes: string[] = []
  page.on('request', (request) => {
    if (/\/rest\/v1\/cart_items/.test(request.url()) && request.method() !== 'GET') writes.push(`${request.method()} ${request.url()} ${request.postData()}`)
  })
  const other = await context.newPage()
  await other.goto('/cart')
  await context.setOffline(false)
  await expect.poll(() => storedCart(customer)).toEqual({ [balm.id]: 4, [oil.id]: 1 })
  await expect(line(page, oil.name)).toContainText('₹90.00')
  await expect(page.getByText(WAITS)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Summary' }).getByRole('link', { name: 'Checkout' })).toBeVisible()
  expect(writes.length).toBe(new Set(writes).size)
  await page.reload()
  await expect(page.getByRole('textbox', { name: `Quantity of ${balm.name}` })).toHaveValue('4')
})

test('changes made elsewhere are reported line by line, with old and new values', async ({ page, context, customer }) => {
  const [pricier, short, gone, elsewhere] = [await makeProduct({ price: 149 }), await makeProduct(), await makeProduct(), await makeProduct()]
  for (const product of [pricier, short, gone, elsewhere]) await addToCart(customer, product.id, 2)
  await openCart(page)
  await expect(line(page, pricier.name)).toContainText('₹149.00')
  await context.setOffline(true)
  for (const product of [pricier, short, gone, elsewhere]) {
    await page.getByRole('textbox', { name: `Quantity of ${product.name}` }).fill('5')
    await page.getByRole('textbox', { name: `Quantity of ${product.name}` }).press('Enter')
    await expect(line(page, product.name)).toContainText(WAITS)
  }
  await changeProduct(pricier.id, { price: 159 })
  await changeProduct(short.id, { stock: 3 })
  await changeProduct(gone.id, { status: 'archived' })
  await customer.client.from('cart_items').update({ quantity: 4 }).eq('user_id', customer.id).eq('product_id', elsewhere.id)

  await context.setOffline(false)
  const messages = page.getByRole('region', { name: 'Your cart is saved. This changed while you were offline:' })
  await expect(messages).toContainText(`${pricier.name}: ₹159.00 each, before ₹149.00.`)
  await expect(messages).toContainText(`${short.name}: you wanted 5, only 3 left.`)
  await expect(messages).toContainText(`${gone.name}: is no longer for sale.`)
  await expect(messages).toContainText(`${elsewhere.name}: changed from 2 to 4 on another device; it is 5 now, as you set it here.`)
  await expect.poll(() => storedCart(customer)).toEqual({ [pricier.id]: 5, [short.id]: 5, [gone.id]: 2, [elsewhere.id]: 5 })
  expect(await violations(page)).toEqual([])
  await messages.getByRole('button', { name: 'Got it' }).click()
  await expect(messages).toHaveCount(0)
})

test('the checkout without a connection says so and loses nothing', async ({ page, context, customer }) => {
  const product = await makeProduct()
  await addToCart(customer, product.id, 2)
  await openCart(page)
  await page.getByRole('region', { name: 'Summary' }).getByRole('link', { name: 'Checkout' }).click()
  await page.getByLabel('Full name').fill('Meera Nair')
  await context.setOffline(true)
  await expect(page.getByText("You're offline. Ordering needs an internet connection.")).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Meera Nair')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'This page needs an internet connection' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByLabel('Full name')).toHaveValue('Meera Nair')
})
