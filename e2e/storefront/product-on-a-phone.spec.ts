/** The product page on a phone: the first screen, the dock and the price list (docs/rules.md#phones). */
import type { Locator } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { dropProducts, makeProduct } from '../support/products.ts'
import { phone } from '../support/screens.ts'

test.use(phone)

const tiers = [6, 12, 24].map((min_quantity, place) => ({ min_quantity, discount_percent: [12, 20, 25][place] ?? 0 }))

const topOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.y ?? Number.NaN
const bottomOf = async (part: Locator): Promise<number> => {
  const box = await part.boundingBox()
  return box ? box.y + box.height : Number.NaN
}

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
  const dock = page.locator('.buy-dock')
  for (const part of [
    main.getByRole('img').first(),
    main.getByRole('heading', { level: 1 }),
    main.getByText('₹149.00', { exact: true }).first(),
    main.getByText('Margin at MRP ₹76.00 each (34%)'),
    main.getByRole('link', { name: '24 or more: ₹111.75 each' }),
  ]) {
    await expect(part).toBeInViewport({ ratio: 1 })
    await expect(async () => expect(await bottomOf(part)).toBeLessThanOrEqual(await topOf(dock))).toPass()
  }
  // Wishlist and Share lie on the picture, not on the name.
  for (const tool of [main.getByRole('button', { name: /wishlist/i }).first(), main.getByRole('button', { name: 'Share' })]) {
    await expect(async () => expect(await bottomOf(tool)).toBeLessThanOrEqual(await topOf(main.locator('.pdp-brand')))).toPass()
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
  const steps = page.getByRole('list', { name: /^Price by quantity/ }).getByRole('link')
  await expect(async () => {
    const [base = 0, ...others] = await steps.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height))
    expect(others.map((height) => Math.round((100 * height) / base))).toEqual([75, 40])
  }).toPass()
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
  await expect.poll(async () => Math.abs((await bottomOf(bar)) - (await topOf(tabs)))).toBeLessThanOrEqual(1.5)
  const end = () =>
    page.getByRole('main').evaluate((main) => {
      window.scrollTo(0, document.body.scrollHeight) // content that loads late makes the page longer
      // The visible content, not the boxes around it, whose padding reserves the space.
      const parts = [...main.querySelectorAll('*')].filter(
        (part) => part.childElementCount === 0 && !part.closest('.buy-dock') && part.checkVisibility() && part.getBoundingClientRect().height > 0,
      )
      return Math.max(...parts.map((part) => part.getBoundingClientRect().bottom))
    })
  await expect.poll(async () => (await end()) - (await topOf(bar))).toBeLessThanOrEqual(1)
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
