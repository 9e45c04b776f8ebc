/** What remains in each storage of the browser (docs/rules.md#sign-out). */
import type { Page } from '@playwright/test'
import { addToCart, placeOrder } from '../support/customers.ts'
import { LINE_ERRORS, keptAddresses, pageKept, workerReady } from '../support/offline.ts'
import { makeProduct } from '../support/products.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in.ts'

test.use({ ...laptop, expectedErrors: [LINE_ERRORS] })

/** Everything that the browser stores, with the texts in its caches. */
async function everything(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const kept: string[] = []
    for (const name of (await caches.keys()).filter((one) => !one.startsWith('shringar-built-'))) {
      const cache = await caches.open(name)
      for (const key of await cache.keys()) kept.push(key.url, (await (await cache.match(key))?.text()) ?? '')
    }
    const databases = (await indexedDB.databases()).map(({ name }) => name)
    return JSON.stringify({ local: Object.entries(localStorage), session: Object.entries(sessionStorage), databases, cookies: document.cookie, kept })
  })
}

test('nothing private is cached while signed in, and a sign-out in another tab removes all personal data here', async ({ page, context, customer }) => {
  const [ordered, product] = [await makeProduct(), await makeProduct()]
  await addToCart(customer, ordered.id, 1)
  const orderId = (await placeOrder(customer)).body.order?.id ?? ''
  await addToCart(customer, product.id, 2)
  await page.goto(product.path)
  await workerReady(page)
  await pageKept(page, product.path)
  for (const path of [
    '/dashboard',
    '/my-orders',
    `/order-confirmation/${orderId}`,
    `/invoice/${orderId}`,
    '/profile',
    '/notifications',
    '/cart',
    '/checkout',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  }
  // The checkout opens with the address of the last order.
  await page.getByRole('link', { name: 'Change the address' }).click()
  await page.getByLabel('Full name').fill('Meera of the drafts')
  await page.evaluate(() => localStorage.setItem('shringar-device-install', 'dismissed'))
  const addresses = async () => Object.values(await keptAddresses(page)).flat()
  const mustNot =
    /\/(rest|auth|functions|realtime)\/v1|\/object\/(sign|authenticated)|^\/(checkout|dashboard|profile|my-orders|orders|order-confirmation|invoice|notifications|admin)/
  await expect.poll(addresses).toContain(product.path)
  await expect.poll(async () => (await addresses()).filter((address) => mustNot.test(address))).toEqual([])
  await expect.poll(() => everything(page)).toContain('Meera of the drafts')
  await expect.poll(() => everything(page)).toContain(product.id)

  const other = await context.newPage()
  await other.goto('/about')
  await workerReady(other)
  await other.getByRole('button', { name: /^Account/ }).click()
  await other.getByRole('button', { name: 'Log out' }).click()
  await expect(other.getByText('Logged out successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
  const personal = [customer.id, customer.email, product.id, orderId, 'Meera', 'access_token', 'shringar-my-', '-auth-token",'] // the last one as the key of a storage: every page names it in its first script
  for (const tab of [page, other]) {
    await expect
      .poll(async () => {
        const left = await everything(tab)
        return personal.filter((word) => left.includes(word))
      })
      .toEqual([])
  }
  await expect.poll(() => page.evaluate(() => localStorage.getItem('shringar-device-install'))).toBe('dismissed')
})

test('a session that ends by itself removes the visited pages and the cached cart', async ({ page, customer }) => {
  const product = await makeProduct()
  await addToCart(customer, product.id, 2)
  await page.goto(product.path)
  await workerReady(page)
  await pageKept(page, product.path)
  await page.goto('/cart')
  await expect(page.getByRole('textbox', { name: `Quantity of ${product.name}` })).toHaveValue('2')
  await expect.poll(() => everything(page)).toContain(product.id)
  // The stored session is from yesterday, and the provider no longer knows its refresh token.
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? ''
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>
    localStorage.setItem(key, JSON.stringify({ ...stored, expires_at: 1, refresh_token: 'nobody' }))
  })
  await page.goto('/about')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await expect.poll(async () => (await everything(page)).includes(product.id)).toBe(false)
})
