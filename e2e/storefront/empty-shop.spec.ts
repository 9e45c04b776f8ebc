/** A new shop without any data: every public screen still shows something sensible. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '../support/fixtures.ts'
import { section } from '../support/screens.ts'
import { openShop, type RunningShop } from '../support/shop-process.ts'

let shop: RunningShop
let dataDir: string

test.beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-bare-'))
  shop = await openShop({ dataDir, env: { DEMO: '0' } })
})
test.afterAll(async () => {
  await shop.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('without banners the hero has the default headline, with Shop Now and Create Account', async ({ page }) => {
  await page.goto(shop.url)
  const hero = page.getByRole('region', { name: 'Welcome' })
  await expect(hero.getByRole('heading', { level: 1, name: "India's Premier Beauty Products at Wholesale Prices" })).toBeVisible()
  await expect(hero.getByRole('link', { name: 'Shop Now' })).toHaveAttribute('href', '/products')
  await expect(hero.getByRole('link', { name: 'Create Account' })).toHaveAttribute('href', '/register')
  await expect(hero.getByRole('button')).toHaveCount(0) // a single slide has no controls
  await expect.poll(() => hero.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test('without featured products the home page says No featured products available', async ({ page }) => {
  await page.goto(shop.url)
  await expect(section(page, 'Featured Products')).toContainText('No featured products available')
})

test('without products the listing says No products available', async ({ page }) => {
  await page.goto(`${shop.url}/products`)
  await expect(page.getByRole('heading', { name: 'No products available' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
})

test('a search without results says No products found matching it', async ({ page }) => {
  await page.goto(`${shop.url}/products?q=kajal`)
  await expect(page.getByRole('heading', { name: 'No products found matching "kajal"' })).toBeVisible()
})

test('without categories their page says so and links to the products', async ({ page }) => {
  await page.goto(`${shop.url}/categories`)
  await expect(page.getByRole('heading', { name: 'No categories yet' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Browse products' })).toHaveAttribute('href', '/products')
})
