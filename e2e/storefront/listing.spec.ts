/** The product listing: cards, order, pages (docs/rules.md#filters-and-sorting, docs/rules.md#page-sizes). */
import type { Page } from '@playwright/test'
import { serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { expect, test } from '../support/fixtures.ts'
import { hold } from '../support/held.ts'
import { dropProducts, makeProduct } from '../support/products.ts'
import { laptop, phone } from '../support/screens.ts'

const priceOf = (text: string): number => Number(text.replace(/[₹,]/g, ''))

async function shownPrices(page: Page): Promise<number[]> {
  return (await page.getByRole('article').locator('b:text-matches("^₹")').allTextContents()).map(priceOf)
}

const shownNames = (page: Page): Promise<string[]> => page.getByRole('article').getByRole('heading').allTextContents()

test.describe('on a laptop', () => {
  test.use(laptop)

  test('the title, the count of all products, twelve of them and their pages', async ({ page }) => {
    const { data } = await serviceClient(shopKeys()).from('products').select('id, family_id').eq('status', 'active')
    // A family is one card.
    const count = new Set(data?.map(({ id, family_id }) => family_id ?? id)).size
    await page.goto('/products')
    await expect(page.getByRole('heading', { level: 1, name: 'Explore Our Beauty Collection' })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'products' })).toHaveText(`${count} products`)
    await expect(page.getByRole('article')).toHaveCount(12)
    await expect(page.getByText(`Page 1 of ${Math.ceil(count / 12)}`)).toBeVisible()
  })

  test('Previous and Next lead through the pages and stop at both ends', async ({ page }) => {
    await page.goto('/products')
    const pages = page.getByRole('navigation', { name: 'Pages' })
    const first = await shownNames(page)
    await expect(pages.getByRole('button', { name: 'Previous' })).toBeDisabled()
    await pages.getByRole('link', { name: 'Next' }).click()
    await expect(pages).toContainText(/Page 2 of \d+/)
    await expect(page).toHaveURL(/[?&]page=2/)
    await expect.poll(() => shownNames(page)).not.toEqual(first)
    await pages.getByRole('link', { name: 'Previous' }).click()
    await expect(pages).toContainText(/Page 1 of \d+/)
    await expect.poll(() => shownNames(page)).toEqual(first)
  })

  test('a page beyond the last is the last, one before the first is the first', async ({ page }) => {
    await page.goto('/products?page=9999')
    await expect(page.getByText(/Page \d+ of \d+/)).toHaveText(/Page (\d+) of \1$/)
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.goto('/products?page=0')
    await expect(page.getByText(/Page 1 of \d+/)).toBeVisible()
  })

  test('four orders are offered, Newest first', async ({ page }) => {
    await page.goto('/products')
    const sort = page.getByRole('combobox', { name: 'Sort by' })
    await expect(sort.getByRole('option')).toHaveText(['Newest', 'Price: Low to High', 'Price: High to Low', 'Most Popular'])
    await expect(sort).toHaveValue('created_at')
    const { data } = await serviceClient(shopKeys())
      .from('products')
      .select('name')
      .eq('status', 'active')
      .order('created_at', { ascending: false })
      .order('id')
      .limit(12)
    await expect.poll(() => shownNames(page)).toEqual((data ?? []).map((row) => row.name))
  })

  for (const [label, value, ascending] of [
    ['Price: Low to High', 'price_asc', true],
    ['Price: High to Low', 'price_desc', false],
  ] as const) {
    test(`${label} sorts by the price that is shown, across pages`, async ({ page }) => {
      await page.goto('/products')
      await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label })
      await expect(page).toHaveURL(new RegExp(`sort=${value}`))
      await expect(page.getByRole('region', { name: 'Products' })).toHaveAttribute('aria-busy', 'false')
      const sorted = (prices: number[]) => prices.toSorted((a, b) => (ascending ? a - b : b - a))
      await expect(page.getByRole('article')).toHaveCount(12)
      const first = await shownPrices(page)
      await page.getByRole('link', { name: 'Next' }).click()
      await expect(page.getByText(/Page 2 of/)).toBeVisible()
      await expect(async () => {
        const all = [...first, ...(await shownPrices(page))]
        expect(all).toHaveLength(24)
        expect(all).toEqual(sorted(all))
      }).toPass()
    })
  }

  test('Most Popular orders by what was sold', async ({ page }) => {
    const { data } = await serviceClient(shopKeys())
      .from('products')
      .select('name, units_sold')
      .eq('status', 'active')
      .order('units_sold', { ascending: false })
      .order('id')
      .limit(12)
    const sold = new Set((data ?? []).map((row) => row.units_sold))
    expect(sold.size).toBeGreaterThan(3)
    await page.goto('/products')
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Most Popular' })
    await expect(page).toHaveURL(/sort=popular/)
    await expect.poll(() => shownNames(page)).toEqual((data ?? []).map((row) => row.name))
  })

  test('a card shows price, MRP, percent off, the bulk price, the minimum order and the stock', async ({ page }) => {
    const made = await makeProduct({
      price: 200,
      retail_price: 149,
      mrp: 249,
      stock: 7,
      min_order_quantity: 3,
      pricing_tiers: [{ min_quantity: 6, discount_percent: 12 }],
    })
    await page.goto(`/products?q=${encodeURIComponent(made.name)}`)
    const card = page.getByRole('article')
    await expect(card).toHaveCount(1)
    await expect(card).toContainText('₹149.00')
    await expect(card).toContainText('MRP ₹249.00')
    await expect(card).toContainText('40% off') // (249 − 149) / 249 = 40.16 %
    await expect(card).toContainText('Bulk Price: ₹131.12 each for Qty 6+ (12% OFF)')
    await expect(card).toContainText('Minimum Order: 3 units')
    await expect(card).toContainText('Only 7 left')
    await expect(card.getByRole('link', { name: made.name })).toHaveAttribute('href', made.path)
    await dropProducts(made.id)
  })

  test('a card without a minimum order or MRP shows neither', async ({ page }) => {
    const made = await makeProduct({ min_order_quantity: 1, mrp: null })
    await page.goto(`/products?q=${encodeURIComponent(made.name)}`)
    await expect(page.getByRole('article')).toContainText('In Stock')
    await expect(page.getByRole('article')).not.toContainText('Minimum Order')
    await expect(page.getByRole('article')).not.toContainText('%')
    await dropProducts(made.id)
  })

  test('a product without a retail price shows its price, and one without stock cannot be added', async ({ page }) => {
    const made = await makeProduct({ price: 77.5, retail_price: null, stock: 0 })
    await page.goto(`/products?q=${encodeURIComponent(made.name)}`)
    const card = page.getByRole('article')
    await expect(card).toContainText('₹77.50')
    await expect(card.getByRole('button', { name: 'Out of Stock' })).toBeDisabled()
    await dropProducts(made.id)
  })

  test('a product without a picture shows the empty window, never a broken picture', async ({ page }) => {
    const made = await makeProduct({ image_url: null })
    await page.goto(`/products?q=${encodeURIComponent(made.name)}`)
    await expect(page.getByRole('article').getByRole('img', { name: 'No picture yet' })).toBeVisible()
    await dropProducts(made.id)
  })

  test('page, sort and filters survive going to a product and Back', async ({ page }) => {
    await page.goto('/products?category=skincare&sort=price_asc')
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByText(/Page 2 of/)).toBeVisible()
    const names = await shownNames(page)
    await page.getByRole('article').nth(2).getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1, name: names[2] })).toBeVisible()
    await page.goBack()
    await expect(page.getByText(/Page 2 of/)).toBeVisible()
    await expect.poll(() => shownNames(page)).toEqual(names)
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price_asc')
    await expect(page.getByRole('checkbox', { name: /^Skincare/ })).toBeChecked()
  })

  test('while results load the grid shows skeleton cards', async ({ page }) => {
    await page.goto('/products')
    const answer = await hold(page, /products\.data/)
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price_asc')
    const results = page.getByRole('region', { name: 'Products' })
    await expect(results).toHaveAttribute('aria-busy', 'true')
    await expect(results.locator('.bone.aspect-square')).toHaveCount(12)
    await expect(results.getByRole('article')).toHaveCount(0)
    answer.release()
    await expect(results.getByRole('article')).toHaveCount(12)
    await expect(results).toHaveAttribute('aria-busy', 'false')
  })

  test.describe('before the scripts load', () => {
    test.use({ blocksScripts: true })
    test('filters that are ticked are applied when they load', async ({ page }) => {
      const scripts = await hold(page, /\/assets\/.*\.js/)
      await page.goto('/products', { waitUntil: 'domcontentloaded' })
      const panel = page.getByRole('complementary')
      await panel.getByRole('checkbox', { name: /^Skincare/ }).check()
      await panel.getByRole('radio', { name: /^1 unit/ }).check()
      scripts.release()
      await expect(page).toHaveURL(/category=skincare&moq=1$/)
      await expect(panel.getByRole('checkbox', { name: /^Skincare/ })).toBeChecked()
      await expect(panel.getByRole('radio', { name: /^1 unit/ })).toBeChecked()
    })
  })
})

test('the grid has two columns on a phone and up to four on a wide screen', async ({ page }) => {
  const columns = async (): Promise<number> =>
    new Set(await page.getByRole('article').evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().left)))).size
  await page.setViewportSize(phone.viewport)
  await page.goto('/products')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect.poll(() => columns()).toBe(2)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(columns).toBe(4)
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a page has six products', async ({ page }) => {
    await page.goto('/products')
    await expect(page.getByRole('article')).toHaveCount(6)
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByText(/Page 2 of/)).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(6)
  })
})
