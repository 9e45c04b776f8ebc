/** The product page on a phone: the first screen, the dock and the price list (docs/rules.md#phones). */
import { expect, test } from '../support/fixtures.ts'
import { dropProducts, makeProduct } from '../support/products.ts'
import { phone } from '../support/screens.ts'

test.use(phone)

const tiers = [6, 12, 24].map((min_quantity, place) => ({ min_quantity, discount_percent: [12, 20, 25][place] ?? 0 }))

test('picture, name, price, margin, steps, quantity and button are on the first screen of a small phone', async ({ page }) => {
  const made = await makeProduct({
    price: 149,
    mrp: 225,
    min_order_quantity: 2,
    pricing_tiers: tiers,
    net_quantity: '3.5 g',
    description: 'Long. '.repeat(500),
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(made.path)
  const main = page.getByRole('main')
  const dock = await page.locator('.buy-dock').boundingBox()
  for (const part of [
    main.getByRole('img').first(),
    main.getByRole('heading', { level: 1 }),
    main.getByText('₹149.00', { exact: true }).first(),
    main.getByText('Margin at MRP ₹76.00 each (34%)'),
    main.getByRole('link', { name: '24 or more: ₹111.75 each' }),
  ]) {
    await expect(part).toBeInViewport({ ratio: 1 })
    const box = await part.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(dock?.y ?? 0)
  }
  // Wishlist and Share lie on the picture, not on the name.
  const brand = await main.locator('.pdp-brand').boundingBox()
  for (const tool of [main.getByRole('button', { name: /wishlist/i }).first(), main.getByRole('button', { name: 'Share' })]) {
    const box = await tool.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(brand?.y ?? 0)
  }
  await expect(page.getByRole('button', { name: 'Add to Cart · 2 for ₹298.00' })).toBeInViewport({ ratio: 1 })
  await main.getByRole('link', { name: '6 or more: ₹131.12 each' }).click()
  await expect(page.getByRole('textbox', { name: /^Quantity of/ })).toHaveValue('6')
  await expect(page.getByRole('button', { name: 'Add to Cart · 6 for ₹786.72' })).toBeInViewport({ ratio: 1 })
  await expect(main.getByText('Margin at MRP ₹93.88 each (42%)')).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(page.getByRole('button', { name: 'Add to Cart · 6 for ₹786.72' })).toBeInViewport({ ratio: 1 })
  await dropProducts(made.id)
})

test('each step is as high as its price', async ({ page }) => {
  const made = await makeProduct({
    price: 200,
    pricing_tiers: [
      { min_quantity: 6, discount_percent: 25 },
      { min_quantity: 50, discount_percent: 60 },
    ],
  })
  await page.goto(made.path)
  const heights = await page
    .getByRole('list', { name: /^Price by quantity/ })
    .getByRole('link')
    .evaluateAll((steps) => steps.map((step) => step.getBoundingClientRect().height))
  const [base = 0, ...others] = heights
  expect(others.map((height) => Math.round((100 * height) / base))).toEqual([75, 40])
  await dropProducts(made.id)
})

test('quantity and button stand above the five tabs, and hide nothing of the page’s end', async ({ page }) => {
  const made = await makeProduct({ price: 799, mrp: 999, description: 'Long. '.repeat(300) })
  await page.goto(made.path)
  await page.getByRole('textbox', { name: /^Quantity of/ }).fill('2')
  await expect(page.getByRole('button', { name: 'Add to Cart · 2 for ₹1,598.00' })).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const bar = page.locator('.buy-dock')
  const tabs = page.getByRole('navigation', { name: 'Shop' })
  await expect(tabs.getByRole('link')).toHaveText(['Home', 'Products', 'Cart', 'Orders', 'Account'])
  const barBox = await bar.boundingBox()
  const tabsBox = await tabs.boundingBox()
  expect(Math.abs((barBox?.y ?? 0) + (barBox?.height ?? 0) - (tabsBox?.y ?? 0))).toBeLessThanOrEqual(1.5)
  const end = () =>
    page.getByRole('main').evaluate((main) => {
      window.scrollTo(0, document.body.scrollHeight) // content that loads late makes the page longer
      // The visible content, not the boxes around it, whose padding reserves the space.
      const parts = [...main.querySelectorAll('*')].filter(
        (part) => part.childElementCount === 0 && !part.closest('.buy-dock') && part.checkVisibility() && part.getBoundingClientRect().height > 0,
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
  const row = page.getByRole('table', { name: 'Buy more, save more' }).getByRole('row').last()
  await row.scrollIntoViewIfNeeded()
  await expect(page.getByRole('columnheader', { name: 'Total savings' })).toBeInViewport({ ratio: 1 })
  await expect(row.getByRole('cell')).toHaveText(['₹1,185.50', '₹314.50', '₹7,548.00'])
  await expect(row.getByRole('cell').last()).toBeInViewport({ ratio: 1 })
  await dropProducts(made.id)
})
