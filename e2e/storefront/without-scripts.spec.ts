/** Browsing with scripts blocked: the pages are complete HTML (docs/rules.md#sessions). */
import { expect, test } from '../support/fixtures.ts'
import { dropProducts, makeProduct } from '../support/products.ts'
import { laptop, phone } from '../support/screens.ts'

test.use({ javaScriptEnabled: false })

test.describe('on a laptop', () => {
  test.use(laptop)

  test('a visitor searches and clears the search', async ({ page }) => {
    await page.goto('/products')
    await page.getByRole('searchbox', { name: 'Search products' }).fill('oil')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByText(/Found \d+ results for "oil"/)).toBeVisible()
    await expect(page.getByRole('searchbox')).toHaveValue('oil')
    await page.getByRole('search').getByRole('link', { name: 'Clear' }).click()
    await expect(page.getByText(/Page 1 of/)).toBeVisible()
  })

  test('a visitor filters and orders by one form, and removes a filter with its chip', async ({ page }) => {
    await page.goto('/products')
    const form = page.getByRole('complementary', { name: 'Filters' })
    await form.getByRole('checkbox', { name: /^Skincare/ }).check()
    await form.getByRole('checkbox', { name: /^In stock/ }).check()
    await form.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Price: Low to High' })
    await form.getByRole('button', { name: 'Show products' }).click()
    await expect(page).toHaveURL(/category=skincare/)
    await expect(page).toHaveURL(/stock=in_stock/)
    const shown = page.getByRole('article').locator('b:text-matches("^₹")')
    await expect(async () => {
      const prices = (await shown.allTextContents()).map((text) => Number(text.replace(/[₹,]/g, '')))
      expect(prices.length).toBeGreaterThan(3)
      expect(prices).toEqual([...prices].sort((a, b) => a - b))
    }).toPass()
    await page.getByRole('link', { name: 'Remove In stock' }).click()
    await expect(page).not.toHaveURL(/stock=/)
    await expect(page.getByRole('link', { name: 'Remove Skincare' })).toBeVisible()
  })

  test('a visitor pages there and back', async ({ page }) => {
    await page.goto('/products?category=makeup')
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByText(/Page 2 of/)).toBeVisible()
    await page.getByRole('link', { name: 'Previous' }).click()
    await expect(page.getByText(/Page 1 of/)).toBeVisible()
  })

  test('a product is read whole, its folds open, and Add leads to the login', async ({ page }) => {
    const made = await makeProduct({ price: 149, mrp: 249, stock: 7, pricing_tiers: [{ min_quantity: 6, discount_percent: 12 }], country_of_origin: 'India' })
    await page.goto(made.path)
    const main = page.getByRole('main')
    for (const text of ['₹149.00', 'MRP ₹249.00', '₹131.12', 'Only 7 left']) await expect(main).toContainText(text)
    await main.getByRole('link', { name: '6 or more: ₹131.12 each' }).click()
    await expect(main.getByRole('textbox', { name: /^Quantity of/ })).toHaveValue('6')
    await expect(main.getByRole('button', { name: 'Add to Cart · 6 for ₹786.72' })).toBeVisible()
    await page.goBack()
    await main.getByText('Maker, origin and legal details').click()
    await expect(main.getByText('Country of origin')).toBeVisible()
    await main.getByRole('button', { name: /^Add to Cart · 1 for/ }).click()
    await expect(page).toHaveURL(new RegExp(`/login\\?item=${made.id}&quantity=1$`))
    await dropProducts(made.id)
  })

  test('Add on a card leads to the login and keeps the product', async ({ page }) => {
    await page.goto('/products')
    await page
      .getByRole('button', { name: /^Add to Cart/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/login\?quantity=\d+&item=[0-9a-f-]{36}$/)
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the menu opens and its links lead on', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('banner').locator('summary', { hasText: 'Menu' }).click()
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Skincare' }).click()
    await expect(page).toHaveURL(/category=skincare/)
    await expect(page.getByRole('article')).toHaveCount(6)
  })

  test('the filters are behind their button', async ({ page }) => {
    await page.goto('/products')
    await page.getByRole('link', { name: 'Filters', exact: true }).click()
    const form = page.getByRole('complementary', { name: 'Filters' })
    await form.getByRole('checkbox', { name: /^Makeup/ }).check()
    await form.getByRole('button', { name: 'Show products' }).click()
    await expect(page.getByRole('link', { name: 'Remove Makeup' })).toBeVisible()
  })
})
