/** The service worker (docs/decisions/0014-offline.md). */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { expect, test } from '../support/fixtures.ts'
import { LINE_ERRORS, keptAddresses, pageKept, workerReady } from '../support/offline.ts'
import { changeProduct, makeProduct } from '../support/products.ts'
import { laptop, phone } from '../support/screens.ts'
import { freePort, openShop } from '../support/shop-process.ts'

test.use({ ...laptop, expectedErrors: [LINE_ERRORS] })

const offlineBanner = "You're offline"

test('visited pages and their pictures open without a connection, by link and by reload, under the banner', async ({ page, context }) => {
  await page.goto('/')
  await workerReady(page)
  await pageKept(page, '/')
  await page.getByRole('banner').getByRole('link', { name: 'Products', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Explore Our Beauty Collection' })).toBeVisible()
  await pageKept(page, '/products')
  const { data } = await serviceClient(shopKeys())
    .from('products')
    .select('name')
    .eq('status', 'active')
    .not('image_url', 'is', null)
    .order('name')
    .limit(1)
    .single()
  const name = data?.name as string
  await page
    .getByRole('searchbox')
    .or(page.getByRole('combobox', { name: /Search/ }))
    .first()
    .fill(name)
  await page.keyboard.press('Enter')
  await page.getByRole('main').getByRole('link', { name }).first().click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const product = new URL(page.url()).pathname
  const { data: priced } = await serviceClient(shopKeys()).from('products').select('id, price, retail_price').eq('name', name).single()
  await pageKept(page, product)
  const picture = page.getByRole('main').locator('img').first()
  await expect.poll(async () => (await keptAddresses(page))['shringar-pictures']?.length ?? 0).toBeGreaterThan(0)

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText(offlineBanner, { exact: true })).toBeVisible()
  await expect(page.getByText(/^As of .* Prices and stock may have changed since\.$/)).toBeVisible()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  // Back online the screen loads fresh data: it must not show cached data as current.
  await changeProduct(priced?.id as string, { retail_price: 12.34, price: 12.34 })
  await expect(page.getByText('₹12.34')).toHaveCount(0)
  // A message of the database clears the shop's response cache, a moment after the change.
  await expect.poll(async () => (await fetch(new URL(product, shopKeys().url))).text()).toContain('12.34')
  await context.setOffline(false)
  await expect(page.getByText('₹12.34').first()).toBeVisible()
  await changeProduct(priced?.id as string, { retail_price: priced?.retail_price, price: priced?.price })

  await context.setOffline(true)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Products', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Explore Our Beauty Collection' })).toBeVisible()
  await expect(page.getByText(offlineBanner, { exact: true })).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText("You're back online!", { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.locator('html[data-kept]')).toHaveCount(0)
})

test('a page that was never opened shows the offline page with the visited ones, and loads automatically when the connection is back', async ({
  page,
  context,
}) => {
  await page.goto('/about')
  await workerReady(page)
  await pageKept(page, '/about')
  await context.setOffline(true)
  await page.goto('/terms')
  await expect(page.getByRole('heading', { level: 1, name: 'This page needs an internet connection' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.getByRole('link', { name: /About/ }).click()
  await expect(page).toHaveURL(/\/about$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A trading house for adornment')
  // Pages that must not be cached do not open from a cache either.
  await page.goto('/my-orders')
  await expect(page.getByRole('heading', { level: 1, name: 'This page needs an internet connection' })).toBeVisible()
  await page.goto('/terms')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: /Terms/ })).toBeVisible()
})

test('a deleted product leaves the cache; partial, private and non-GET responses are never cached', async ({ page }) => {
  const product = await makeProduct()
  await page.goto(product.path)
  await workerReady(page)
  await pageKept(page, product.path)
  await changeProduct(product.id, { status: 'archived' })
  await page.goto(product.path)
  await expect.poll(async () => (await keptAddresses(page))['shringar-pages']).not.toContain(product.path)
  const arrived = page.evaluate(async () => {
    const bytes = await fetch('/pictures/welcome.webp', { headers: { range: 'bytes=0-9' } })
    const moved = await fetch('/products/a-wrong-slug/' + location.pathname.split('/').at(-1), { redirect: 'manual' })
    await fetch('/rest/v1/settings?select=*', { headers: { apikey: document.querySelector<HTMLMetaElement>('meta[name=shop-key]')?.content ?? '' } })
    return [bytes.ok, moved.ok]
  })
  expect(await arrived).toEqual([true, false])
  const mustNot = /\/(rest|auth|functions|realtime)\/v1|welcome\.webp|wrong-slug|^\/(checkout|admin|orders|my-orders|dashboard|profile|invoice|notifications)/
  await expect
    .poll(async () =>
      Object.values(await keptAddresses(page))
        .flat()
        .filter((address) => mustNot.test(address)),
    )
    .toEqual([])
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a stopped shop is reported like a lost connection, although the device is online; once it runs again, the page loads automatically', async ({
    page,
  }) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-offline-'))
    const port = await freePort()
    let shop = await openShop({ dataDir, port })
    try {
      await page.goto(`${shop.url}/products`)
      await workerReady(page)
      await pageKept(page, '/products')
      await shop.stop()
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Explore Our Beauty Collection' })).toBeVisible()
      await expect(page.getByText(offlineBanner, { exact: true })).toBeVisible()
      await page.goto(`${shop.url}/terms`)
      await expect(page.getByRole('heading', { level: 1, name: 'This page needs an internet connection' })).toBeVisible()
      shop = await openShop({ dataDir, port })
      await expect(page.getByRole('heading', { level: 1, name: /Terms/ })).toBeVisible()
    } finally {
      await shop.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})
