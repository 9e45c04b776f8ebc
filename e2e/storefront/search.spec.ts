/** Search mode of the listing (docs/rules.md#search). */
import type { Page } from '@playwright/test'
import { serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { expect, test } from '../support/fixtures.ts'
import { hold } from '../support/held.ts'
import { dropProducts } from '../support/products.ts'
import { laptop } from '../support/screens.ts'

test.use(laptop)

const panel = (page: Page) => page.getByRole('grid', { name: 'Suggestions' })
const products = (page: Page) => panel(page).getByRole('rowgroup', { name: 'Products' }).getByRole('row')

test('Search is disabled while the box is blank', async ({ page }) => {
  await page.goto('/products')
  const box = page.getByRole('combobox', { name: 'Search products' })
  const button = page.getByRole('button', { name: 'Search', exact: true })
  await expect(button).toBeDisabled()
  await box.fill('   ')
  await expect(button).toBeDisabled()
  await box.press('Enter')
  await expect(page).toHaveURL(/\/products$/)
  await box.fill('kajal')
  await expect(button).toBeEnabled()
})

test('a search shows how many it found, keeps the words in the box, and Clear returns to all products', async ({ page }) => {
  const { count } = await serviceClient(shopKeys()).from('products').select('id', { count: 'exact', head: true }).eq('status', 'active').ilike('name', '%oil%')
  await page.goto('/products')
  const box = page.getByRole('combobox', { name: 'Search products' })
  await box.fill('  OIL ')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByText(`Found ${count} results for "OIL"`)).toBeVisible()
  await expect(box).toHaveValue('OIL')
  const without = page.getByRole('article').filter({ hasNot: page.getByRole('heading', { name: /oil/i }) })
  await expect(without).toHaveCount(0)
  await page.getByRole('search').getByRole('link', { name: 'Clear' }).click()
  await expect(page).toHaveURL(/\/products$/)
  await expect(page.getByText(/Page 1 of/)).toBeVisible()
  await expect(box).toHaveValue('')
})

test('while searching the button says so and is disabled', async ({ page }) => {
  await page.goto('/products')
  const answer = await hold(page, /products\.data/)
  await page.getByRole('combobox', { name: 'Search products' }).fill('kajal')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Searching…' })).toBeDisabled()
  answer.release()
  await expect(page.getByText(/Found \d+ results? for "kajal"/)).toBeVisible()
})

test('the newest come first, twenty at a time, more with Show more, with the full count', async ({ page }) => {
  const mark = `Manifold ${Date.now()}`
  const rows = Array.from({ length: 23 }, (_, place) => ({
    sku: `${mark}-${place}`,
    name: `${mark} number ${place}`,
    price: 100,
    stock: 5,
    gst_percent: 18,
    hsn: '3304',
    status: 'active' as const,
    created_at: new Date(Date.UTC(2026, 0, 1 + place)).toISOString(),
  }))
  const { data, error } = await serviceClient(shopKeys()).from('products').insert(rows).select('id')
  expect(error).toBeNull()
  await page.goto(`/products?q=${encodeURIComponent(mark)}`)
  await expect(page.getByText('Found 23 results')).toBeVisible()
  const names = () => page.getByRole('article').getByRole('heading').allTextContents()
  await expect.poll(() => names()).toEqual(Array.from({ length: 20 }, (_, place) => `${mark} number ${22 - place}`))
  await expect(page.getByText('20 of 23 shown')).toBeVisible()
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(page.getByRole('article')).toHaveCount(23)
  await expect.poll(async () => (await names()).at(-1)).toBe(`${mark} number 0`)
  await expect(page.getByRole('link', { name: 'Show more' })).toHaveCount(0)
  await dropProducts(...(data ?? []).map((row) => row.id))
})

test('a search without results shows the agreed text and similar products', async ({ page }) => {
  await page.goto('/products?q=lipstikk%20xyz')
  await expect(page.getByText('Found 0 results for "lipstikk xyz"')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No products found matching "lipstikk xyz"' })).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a misspelling finds nothing, but similar products and the categories are shown', async ({ page }) => {
  await page.goto('/products?q=lipstik')
  await expect(page.getByRole('heading', { name: 'No products found matching "lipstik"' })).toBeVisible()
  const near = page.getByRole('region', { name: 'Similar to your search' })
  await expect(near.getByRole('article')).not.toHaveCount(0)
  await expect(near.getByRole('article').filter({ hasNot: page.getByRole('heading', { name: /lipstick/i }) })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Browse categories' })).toBeVisible()
})

test('the words of a search are words, not code', async ({ page }) => {
  await page.goto(`/products?q=${encodeURIComponent('<b>%_*(),"\'')}`)
  await expect(page.getByRole('heading', { name: 'No products found matching "<b>%_*(),"\'"' })).toBeVisible()
})

test('suggestions appear while typing and can be chosen with arrows and Enter', async ({ page }) => {
  await page.goto('/products')
  const box = page.getByRole('combobox', { name: 'Search products' })
  await box.pressSequentially('lipst')
  await expect(products(page).first()).toContainText(/lip.*₹/is)
  await expect(box).toHaveAttribute('aria-expanded', 'true')
  await box.press('ArrowDown')
  const chosen = panel(page).getByRole('gridcell', { selected: true })
  await expect(chosen).toHaveCount(1)
  await expect(box).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? 'none')
  await box.press('Enter')
  await expect(page).toHaveURL(/\/products\/[^/]+\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/lip/i)
})

test('suggestions tolerate typos and words in any order', async ({ page }) => {
  await page.goto('/products')
  const box = page.getByRole('combobox', { name: 'Search products' })
  const first = products(page).first()
  for (const [typed, meant] of [
    ['lipstik', /lipstick/i],
    ['kajl', /kajal/i],
    ['pencil kaj', /kajal pencil/i],
    ['noor mascra', /mascara/i],
  ] as const) {
    await box.fill(typed)
    await expect(first, typed).toContainText(meant)
    await expect(box).toHaveValue(typed)
  }
  await box.press('ArrowDown')
  await box.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /mascara/i })).toBeVisible()
})

test('the number of suggestions is announced politely, also when there are none', async ({ page }) => {
  await page.goto('/products')
  const spoken = page.getByRole('search').getByRole('status')
  await expect(spoken).toHaveText('')
  const box = page.getByRole('combobox', { name: 'Search products' })
  await box.pressSequentially('kaj')
  const options = products(page)
  await expect(options.first()).toBeVisible()
  const count = (await options.count()) + (await panel(page).getByRole('rowgroup', { name: 'Categories' }).getByRole('row').count())
  await expect(spoken).toHaveText(`${count} ${count === 1 ? 'suggestion' : 'suggestions'}`)
  await box.fill('qqqqxxxx')
  await expect(spoken).toHaveText('No suggestions')
  await box.press('Escape')
  await box.fill('')
  await expect(spoken).toHaveText('')
})

test('similar products ignore the chosen filters, and say so', async ({ page }) => {
  await page.goto('/products?q=lipstik&category=skincare')
  await expect(page.getByRole('heading', { name: 'No products found matching "lipstik"' })).toBeVisible()
  const near = page.getByRole('region', { name: 'Similar to your search, without your filters' })
  await expect(near.getByRole('article').first()).toContainText(/lipstick/i)
})

test('input typed during a request counts', async ({ page }) => {
  await page.goto('/products')
  const box = page.getByRole('combobox', { name: 'Search products' })
  const asked = await hold(page, /suggest_products.*kajal/)
  const begun = page.waitForRequest(/suggest_products.*kajal/)
  await box.fill('kajal')
  await begun
  await box.fill('shampoo')
  const first = products(page).first()
  await expect(first).toContainText(/shampoo/i)
  asked.release()
  await expect(first).toContainText(/shampoo/i)
})

test('Escape closes the suggestions and keeps the words', async ({ page }) => {
  await page.goto('/products')
  const box = page.getByRole('combobox', { name: 'Search products' })
  await box.pressSequentially('attar')
  await expect(panel(page)).toBeVisible()
  await box.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(box).toHaveValue('attar')
})
