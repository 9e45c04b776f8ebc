/** The product page on a phone: the buy bar and the price list (docs/rules.md#phones). */
import { expect, test } from '../support/fixtures.ts'
import { dropProducts, makeProduct } from '../support/products.ts'
import { phone } from '../support/screens.ts'

test.use(phone)

test('a buy bar appears only when the main button has left the screen', async ({ page }) => {
  const made = await makeProduct({ description: 'Long. '.repeat(500) })
  await page.goto(made.path)
  const main = page.getByRole('button', { name: /^Add to Cart · 1 for/ })
  const bar = page.getByRole('button', { name: 'Add to Cart', exact: true })
  await main.scrollIntoViewIfNeeded()
  await expect(main).toBeInViewport()
  await expect(bar).toHaveCount(0)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(bar).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 0))
  await main.scrollIntoViewIfNeeded()
  await expect(bar).toHaveCount(0)
  await dropProducts(made.id)
})

test('the buy bar stands above the five tabs, shows the total of the button, and hides nothing of the page’s end', async ({ page }) => {
  const made = await makeProduct({ price: 799, mrp: 999, description: 'Long. '.repeat(300) })
  await page.goto(made.path)
  await page.getByRole('textbox', { name: /^Quantity of/ }).fill('2')
  await expect(page.getByRole('button', { name: 'Add to Cart · 2 for ₹1,598.00' })).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const bar = page.locator('.buybar')
  await expect(bar).toContainText('₹1,598.00')
  await expect(bar).toContainText('2 × ₹799.00')
  const tabs = page.getByRole('navigation', { name: 'Shop' })
  await expect(tabs.getByRole('link')).toHaveText(['Home', 'Products', 'Cart', 'Orders', 'Account'])
  const barBox = await bar.evaluate((element) => element.getAnimations().forEach((one) => one.finish())).then(() => bar.boundingBox())
  const tabsBox = await tabs.boundingBox()
  expect(Math.abs((barBox?.y ?? 0) + (barBox?.height ?? 0) - (tabsBox?.y ?? 0))).toBeLessThanOrEqual(1.5)
  await expect(bar.getByRole('button', { name: 'Add to Cart', exact: true })).toBeInViewport()
  const end = () =>
    page.getByRole('main').evaluate((main) => {
      window.scrollTo(0, document.body.scrollHeight) // content that loads late makes the page longer
      // The visible content, not the boxes around it, whose padding reserves the space.
      const parts = [...main.querySelectorAll('*')].filter(
        (part) => part.childElementCount === 0 && !part.closest('.buybar') && part.checkVisibility() && part.getBoundingClientRect().height > 0,
      )
      return Math.max(...parts.map((part) => part.getBoundingClientRect().bottom))
    })
  await expect.poll(end).toBeLessThanOrEqual((barBox?.y ?? 0) + 1)
  await tabs.getByRole('link', { name: 'Products' }).click()
  await expect(page).toHaveURL(/\/products$/)
  await dropProducts(made.id)
})

test('the price list has its total savings', async ({ page }) => {
  const made = await makeProduct({ price: 1347.16, mrp: 1500, pricing_tiers: [{ min_quantity: 24, discount_percent: 12 }] })
  await page.goto(made.path)
  const row = page.getByRole('table', { name: 'The more you take' }).getByRole('row').last()
  await row.scrollIntoViewIfNeeded()
  await expect(page.getByRole('columnheader', { name: 'You save in all' })).toBeInViewport({ ratio: 1 })
  await expect(row.getByRole('cell')).toHaveText(['₹1,185.50', '₹314.50', '₹7,548.00'])
  await expect(row.getByRole('cell').last()).toBeInViewport({ ratio: 1 })
  await dropProducts(made.id)
})
