/** The full demo, as a visitor and its owner meet it after they start the shop for the first time (supabase/seed/README.md). */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { violations } from './support/axe.ts'
import { signInAsFirstOwner } from './support/first-owner.ts'
import { expect, test } from './support/fixtures.ts'
import { laptop, phone } from './support/screens.ts'
import { openShop, type RunningShop } from './support/shop-process.ts'

let shop: RunningShop
let dataDir: string

test.beforeAll(async () => {
  test.setTimeout(150_000)
  dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-full-demo-'))
  shop = await openShop({ dataDir, env: { DEMO: '1' } })
})
test.afterAll(async () => {
  await shop.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('the products are vacuumed: pages do not read a dead version for each sale', async () => {
  const client = new pg.Client({ connectionString: shop.keys.db_url })
  await client.connect()
  const vacuums = async () => (await client.query("select vacuum_count::int as n from pg_stat_user_tables where relid = 'public.products'::regclass")).rows
  await expect.poll(vacuums).toEqual([{ n: 1 }])
  await client.end()
})

const shades = (page: Page) => page.getByRole('navigation', { name: 'Shade' })

test.describe('on a laptop', () => {
  test.use(laptop)

  test('ten lipsticks are one card with their colours, and their bulk price counts them together', async ({ page }) => {
    await page.goto(`${shop.url}/login`)
    await page.getByLabel('Email').fill('priya@shringar.example')
    await page.getByLabel('Password', { exact: true }).fill('gulabi-subah-27')
    await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).not.toHaveURL(/login/)

    await page.goto(`${shop.url}/products?q=velvet matte lipstick`)
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Velvet Matte Lipstick', exact: true }) })
    await expect(card).toHaveCount(1)
    await expect(card).toContainText('+5 shades')
    await card.getByRole('link', { name: 'Choose shade: Velvet Matte Lipstick' }).click()
    await expect(shades(page).getByRole('link')).toHaveCount(10)
    await expect(shades(page).getByRole('link', { name: 'Gajar Coral Out of Stock' })).toBeVisible()
    expect(await violations(page)).toEqual([])

    const sources = new Set<string | null>()
    for (const shade of ['Rani Pink', 'Jamun']) {
      await shades(page).getByRole('link', { name: shade }).click()
      await expect(page.getByRole('heading', { level: 1, name: `Velvet Matte Lipstick – ${shade}` })).toBeVisible()
      const picture = page.getByRole('img', { name: `Laali Velvet Matte Lipstick – ${shade}`, exact: true })
      await expect(picture).toHaveAttribute('src', /\/product_images\/[0-9a-f-]{36}\.webp\?/)
      sources.add(await picture.getAttribute('src'))
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true)
      await page.getByRole('textbox', { name: /^Quantity of/ }).fill('3')
      await page.getByRole('button', { name: /^Add to Cart · 3 for/ }).click()
      await expect(page.getByRole('button', { name: 'Added to Cart' })).toBeDisabled()
    }
    expect(sources.size).toBe(2)
    await page.goto(`${shop.url}/cart`)
    // Three and three are six: both at the price from six.
    await expect(page.getByRole('main').getByText('₹179.10')).toHaveCount(2)
    // On a phone the name of the family is shortened, never the shade.
    await page.setViewportSize(phone.viewport)
    for (const shade of [' – Rani Pink', ' – Jamun']) {
      const shown = page.getByRole('heading', { name: `Velvet Matte Lipstick${shade}` }).getByText(shade)
      await expect.poll(() => shown.evaluate((text) => text.scrollWidth - text.clientWidth), { message: shade }).toBe(0)
    }
  })

  test('bangles are chosen by colour and size, and a size that a colour lacks leads to one that there is', async ({ page }) => {
    await page.goto(`${shop.url}/products?q=resham glass bangles`)
    await page.getByRole('link', { name: /^Choose .*: Resham Glass Bangles$/ }).click()
    const colours = page.getByRole('navigation', { name: 'Colour' })
    const sizes = page.getByRole('navigation', { name: 'Size' })
    await colours.getByRole('link', { name: 'Rani Pink' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Resham Glass Bangles – Rani Pink, 2.6' })).toBeVisible()
    await sizes.getByRole('link', { name: '2.8' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Resham Glass Bangles – (Laal Red|Firoza), 2\.8$/ })).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a card and a product with twelve colours are no wider than the screen', async ({ page }) => {
    await page.goto(`${shop.url}/products?category=makeup&q=high shine`)
    const card = page.getByRole('article').filter({ hasText: 'High Shine Nail Lacquer' })
    await expect(card).toContainText('+7 colours')
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await card.getByRole('link', { name: /^Choose colour/ }).click()
    await expect(page.getByRole('navigation', { name: 'Colour' }).getByRole('link')).toHaveCount(12)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(await violations(page)).toEqual([])
    // Opened at a colour in the middle of the line, as from a search, the line shows it.
    await page.getByRole('link', { name: 'Firoza' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'High Shine Nail Lacquer – Firoza' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('navigation', { name: 'Colour' }).getByRole('link', { name: 'Firoza' })).toBeInViewport({ ratio: 1 })
  })
})

test('for the owner the dashboard has work to do, the analytics a year of sales, and the GST return no issue', async ({ page }) => {
  test.setTimeout(120_000)
  await signInAsFirstOwner(page, shop)
  await expect(page.getByRole('main')).toContainText('Accept orders')
  await expect(page.getByRole('main')).toContainText(/tasks for today/)
  expect(await violations(page)).toEqual([])

  await page.goto(`${shop.url}/admin/customers`)
  await page.getByRole('link', { name: 'Best customers' }).click()
  await expect(page.getByRole('main')).toContainText('Roop Beauty Mart')
  expect(await violations(page)).toEqual([])

  await page.goto(`${shop.url}/admin/sales-analytics?view=state&from=2000-01-01&to=2199-12-31`)
  await expect(page.getByRole('table')).toContainText('Tamil Nadu')

  await page.goto(`${shop.url}/admin/sales-analytics?view=gst`)
  await expect(page.getByRole('main')).toContainText(/\d\d invoices and/)
  await expect(page.getByText('No issues found')).toBeVisible()
  expect(await violations(page)).toEqual([])
})
