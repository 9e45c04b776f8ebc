/** Screens whose read fails: they never look like an empty shop (docs/rules.md#failed-reads). */
import type { Page } from '@playwright/test'
import { whileBroken } from '../support/breakage.ts'
import { complete, hydrated } from '../support/hydrated.ts'
import { stopWorker } from '../support/offline.ts'
import { dropProducts, makeProduct } from '../support/products.ts'
import { laptop, section } from '../support/screens.ts'
import { expect, test, VISITS } from '../support/with-worker.ts'

test.use(laptop)
test.use({ expectedErrors: [/status of 50[0-3]|ERR_FAILED|Failed to fetch|Error loading route module/] })

test('a listing that cannot be read says so, shows its details on demand, and Try again reads it', async ({ page }) => {
  await whileBroken('facets', async (restore) => {
    const answer = await page.goto('/products?brand=nobody-yet')
    expect(answer?.status()).toBe(503)
    expect(answer?.headers()['cache-control']).toBe('no-store')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('There was an error loading the products. Please try again.')
    const details = alert.getByText('permission denied')
    await expect(details).toBeHidden()
    await alert.getByRole('button', { name: 'Show details' }).click()
    await expect(details).toBeVisible()
    await alert.getByRole('button', { name: 'Hide details' }).click()
    await expect(details).toBeHidden()
    await restore()
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'No products available' })).toBeVisible()
    await expect(alert).toHaveCount(0)
  })
})

test('a home page whose reads fail still shows, with empty sections', async ({ page }) => {
  await whileBroken('products', async () => {
    const answer = await page.goto(`/?at=${Date.now()}`)
    expect(answer?.status()).toBe(200)
    expect(answer?.headers()['cache-control']).toBe('no-store')
    await expect(section(page, 'Featured Products')).toContainText('No featured products available')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test('a product that cannot be read says Failed to load product details, with a way back', async ({ page }) => {
  const product = await makeProduct()
  await whileBroken('products', async (restore) => {
    expect((await page.goto(product.path))?.status()).toBe(503)
    await expect(page.getByRole('alert')).toContainText('Failed to load product details')
    await expect(page.getByRole('main').getByRole('link', { name: 'Back to Products' })).toHaveAttribute('href', '/products')
    await restore()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible()
  })
  await dropProducts(product.id)
})

test('without readable settings the shop uses its defaults', async ({ page }) => {
  await whileBroken('settings', async () => {
    const answer = await page.goto(`/terms?at=${Date.now()}`)
    expect(answer?.status()).toBe(200)
    expect(answer?.headers()['cache-control']).toBe('no-store')
    await expect(page.getByRole('main')).toContainText('Delivery is free on orders of ₹1,500 or more')
  })
})

const codeOf = /\/assets\/(route|.*layout)-.*\.js/

/** After a deploy the worker has none of the new code: neither in its caches nor in its memory. */
async function emptyWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await stopWorker(page)
}

for (const visit of VISITS) {
  test.describe(`on a ${visit} visit`, () => {
    test.use({ visit })

    test('a screen that cannot be fetched shows the error panel inside the shop; Try again and Show details work', async ({ page, context }) => {
      await page.goto('/')
      await complete(page)
      await context.route(/terms\.data/, (route) => route.fulfill({ status: 500, body: 'broken' }))
      await page.getByRole('contentinfo').getByRole('link', { name: 'Terms & Conditions' }).click()
      const alert = page.getByRole('alert')
      await expect(alert).toContainText("We couldn't show this page.")
      await expect(page.getByRole('banner')).toBeVisible()
      await alert.getByRole('button', { name: 'Show details' }).click()
      await expect(alert.locator('pre')).not.toBeEmpty()
      await context.unroute(/terms\.data/)
      await alert.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Terms & Conditions' })).toBeVisible()
    })

    for (const link of ['Login', 'Paste a list'] as const) {
      test(`a screen whose code does not arrive shows the panel at its own address: ${link}`, async ({ page, context }) => {
        await page.goto('/products')
        await hydrated(page)
        await emptyWorker(page)
        await context.route(codeOf, (route) => route.abort())
        await page.getByRole('link', { name: link, exact: true }).first().click()
        const alert = page.getByRole('alert')
        await expect(alert).toContainText("We couldn't show this page.")
        await expect(page).not.toHaveURL(/\/products$/)
        await alert.getByRole('button', { name: 'Show details' }).click()
        await expect(alert.locator('pre')).toContainText('import')
        await context.unroute(codeOf)
        await alert.getByRole('button', { name: 'Try again' }).click()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(alert).toHaveCount(0)
      })
    }

    test('a listing whose data request fails says the same as one that cannot be read', async ({ page, context }) => {
      await page.goto('/products')
      await hydrated(page)
      await context.route(/products\.data/, (route) => route.fulfill({ status: 502, body: 'bad gateway' }))
      await page.getByRole('region', { name: 'Products' }).getByRole('combobox').selectOption({ index: 1 })
      const alert = page.getByRole('alert')
      await expect(alert).toContainText('There was an error loading the products. Please try again.')
      await context.unroute(/products\.data/)
      await alert.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Explore Our Beauty Collection' })).toBeVisible()
      await expect(alert).toHaveCount(0)
    })

    test('a product whose data request fails says the same as one that cannot be read', async ({ page, context }) => {
      await page.goto('/products')
      await hydrated(page)
      await context.route(/\/products\/.*\.data/, (route) => route.fulfill({ status: 500, body: 'broken' }))
      await page.getByRole('main').getByRole('article').getByRole('link').first().click()
      const alert = page.getByRole('alert')
      await expect(alert).toContainText('Failed to load product details')
      await expect(page.getByRole('main').getByRole('link', { name: 'Back to Products' })).toHaveAttribute('href', '/products')
    })
  })
}

test('Back from a screen whose code does not load shows the previous page', async ({ page, context }) => {
  await page.goto('/products')
  await hydrated(page)
  await context.route(codeOf, (route) => route.abort())
  await page.getByRole('link', { name: 'Paste a list', exact: true }).first().click()
  await expect(page.getByRole('alert')).toContainText("We couldn't show this page.")
  await page.goBack()
  await expect(page).toHaveURL(/\/products$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Explore Our Beauty Collection' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
