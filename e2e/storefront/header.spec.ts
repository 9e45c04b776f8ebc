/** The header: categories, the search that is always open, its suggestions (docs/decisions/0059-header-and-suggestions.md). */
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { expect, test as visitorTest } from '../support/fixtures.ts'
import { dropProducts, makeProduct } from '../support/products.ts'
import { laptop, phone } from '../support/screens.ts'
import { test as customerTest } from '../support/signed-in.ts'

const box = (page: Page) => page.getByRole('combobox', { name: 'Search products' })
const panel = (page: Page) => page.getByRole('grid', { name: 'Suggestions' })
const group = (page: Page, name: string) => panel(page).getByRole('rowgroup', { name }).getByRole('row')

for (const [name, screen] of [
  ['a laptop', laptop],
  ['a phone', phone],
] as const) {
  visitorTest.describe(`without scripts, on ${name}`, () => {
    visitorTest.use({ ...screen, javaScriptEnabled: false })

    visitorTest('every page has the search, as a form', async ({ page }) => {
      await page.goto('/about')
      await page.getByRole('searchbox', { name: 'Search products' }).fill('oil')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await expect(page.getByText(/Found \d+ results for "oil"/)).toBeVisible()
      await expect(page.getByRole('searchbox')).toHaveValue('oil')
    })
  })
}

visitorTest.describe('on a laptop', () => {
  visitorTest.use(laptop)

  for (const width of [1024, 1280, 1680]) {
    visitorTest(`the six categories and the specified links fit at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/')
      const links = page.getByRole('banner').getByRole('navigation').getByRole('link')
      await expect(links).toHaveText(['Home', 'Products', 'Skincare', 'Makeup', 'Haircare', 'Fragrances', 'Accessories', 'Novelty'])
      for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 })
      await links.nth(3).click()
      await expect(page).toHaveURL(/\/products\?category=makeup$/)
      await expect(links.nth(3)).toHaveAttribute('aria-current', 'page')
    })
  }

  visitorTest('the key / leads to the field, and is a letter where one types', async ({ page }) => {
    await page.goto('/contact')
    await page.keyboard.press('/')
    await expect(box(page)).toBeFocused()
    await page.keyboard.type('1/2')
    await expect(box(page)).toHaveValue('1/2')
    await box(page).press('Enter')
    await expect(page.getByText(/Found \d+ results for "1\/2"/)).toBeVisible()
    await page.goto('/contact')
    await page.keyboard.press('/')
    await panel(page).getByRole('button', { name: 'Do not search with the / key' }).click()
    await page.goto('/about')
    await page.keyboard.press('/')
    await expect(box(page)).not.toBeFocused()
  })

  visitorTest('searches of this device come back, and are cleared', async ({ page }) => {
    await page.goto('/about')
    await box(page).fill('  attar ')
    await box(page).press('Enter')
    await expect(page.getByText(/Found \d+ results for "attar"/)).toBeVisible()
    await page.goto('/about')
    await box(page).click()
    await expect(group(page, 'Recent searches').first()).toHaveText('attar')
    expect(await violations(page)).toEqual([])
    await box(page).press('ArrowDown')
    await box(page).press('ArrowDown')
    await box(page).press('Enter')
    await expect(panel(page)).toHaveCount(0)
    await box(page).press('Escape')
    await box(page).click()
    await expect(panel(page)).toHaveCount(0)
  })

  visitorTest('categories and the way to all results are suggested with the products', async ({ page }) => {
    await page.goto('/about')
    await box(page).pressSequentially('hair')
    await expect(group(page, 'Products').first()).toContainText('₹')
    await expect(group(page, 'Categories').filter({ hasText: 'Haircare' })).toHaveCount(1)
    expect(await violations(page)).toEqual([])
    const all = panel(page).getByRole('link', { name: /^See all \d+ results$/ })
    const count = /\d+/.exec((await all.textContent()) ?? '')?.[0]
    await all.click()
    await expect(page.getByText(`Found ${count} results for "hair"`)).toBeVisible()
    await expect(panel(page)).toHaveCount(0)
  })

  visitorTest('Add asks a visitor to log in and keeps the product for them', async ({ page }) => {
    const made = await makeProduct()
    await page.goto('/about')
    await box(page).fill(made.name)
    await panel(page)
      .getByRole('button', { name: `Add to Cart: ${made.name}` })
      .click()
    await expect(page.getByText('Please login to add items to your cart')).toBeVisible()
    await dropProducts(made.id)
  })

  visitorTest('hostile text is only text, and quick typing asks little', async ({ page }) => {
    await page.goto('/about')
    let asked = 0
    page.on('request', (request) => {
      if (/rpc\/(suggest_products|product_facets)/.test(request.url())) asked += 1
    })
    for (const typed of ['%_\\*(),"\'', '<b>&amp;</b>', '\u202Eأحمر شفاه', 'x'.repeat(100)]) {
      await box(page).fill(typed)
      await expect(panel(page).getByRole('link', { name: /^Search for/ })).toContainText(typed)
    }
    expect(asked).toBeLessThanOrEqual(8)
    await box(page).fill('')
    // The questions about the last text may still be under way.
    await page.waitForLoadState('networkidle')
    asked = 0
    // In the page, so that a slow machine types as quickly.
    await box(page).evaluate(async (field: HTMLInputElement) => {
      for (let end = 2; end <= 'lipstick'.length; end++) {
        field.value = 'lipstick'.slice(0, end)
        field.dispatchEvent(new InputEvent('input', { bubbles: true }))
        await new Promise((next) => setTimeout(next, 0))
      }
    })
    await expect(group(page, 'Products').first()).toContainText(/lipstick/i)
    expect(asked).toBe(2)
  })
})

visitorTest.describe('when suggestions cannot be read', () => {
  visitorTest.use({ ...laptop, expectedErrors: [/status of 400|Failed to load|ERR_FAILED|Failed to fetch/] })

  visitorTest('the panel says so, and the search itself still works', async ({ page }) => {
    await page.context().route(/rpc\/suggest_products/, (route) => route.fulfill({ status: 400, json: { code: 'XX000', message: 'broken' } }))
    await page.goto('/about')
    await box(page).fill('kajal')
    await expect(panel(page)).toContainText("We couldn't load suggestions. You can still search.")
    await panel(page).getByRole('link', { name: 'Search for “kajal”' }).click()
    await expect(page.getByText(/Found \d+ results for "kajal"/)).toBeVisible()
  })
})

customerTest.describe('a customer', () => {
  customerTest.use(laptop)

  customerTest('adds from the suggestions with the keyboard alone; the cart says products and amount', async ({ page, customer }) => {
    const made = await makeProduct({ price: 1200, min_order_quantity: 2 })
    await page.goto('/about')
    await page.keyboard.press('/')
    await expect(box(page)).toBeFocused()
    await page.keyboard.type(made.name)
    await expect(group(page, 'Products').first()).toContainText(made.name)
    for (const key of ['ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    await expect(group(page, 'Products').first()).toContainText('Added')
    await expect(page.getByRole('search').getByRole('status')).toHaveText(`${made.name} added to your cart`)
    await expect(box(page)).toBeFocused()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 2 items in 1 product for ₹2,400' })).toBeVisible()
    await expect.poll(async () => (await customer.client.from('cart_items').select('product_id,quantity')).data).toEqual([{ product_id: made.id, quantity: 2 }])
  })
})

visitorTest.describe('on a phone', () => {
  visitorTest.use(phone)

  visitorTest('the name scrolls away and the search stays, without a shift', async ({ page }) => {
    await page.goto('/products')
    const top = async () => (await page.getByRole('search').boundingBox())?.y ?? -1
    await expect.poll(() => top()).toBeGreaterThan(56)
    await page.evaluate(() => window.scrollTo(0, 700))
    await expect.poll(top).toBeLessThanOrEqual(8)
    await expect.poll(() => top()).toBeGreaterThanOrEqual(0)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Shringar' })).not.toBeInViewport()
    await box(page).tap()
    await box(page).pressSequentially('kaj')
    await expect(group(page, 'Products').first()).toBeInViewport({ ratio: 1 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
})
