/** Every public and buying screen under axe, at 360 and 1280 px, in light and in forced colours. */
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { addToCart, serviceClient } from '../support/customers.ts'
import { expectReview, typeAddress } from '../support/checkout.ts'
import { shopKeys } from '../support/current-shop.ts'
import { expect, test } from '../support/fixtures.ts'
import { makeProduct, slugOf } from '../support/products.ts'
import { laptop, phone } from '../support/screens.ts'
import { test as signedInTest } from '../support/signed-in.ts'

async function productWithEverything(): Promise<string> {
  const { data } = await serviceClient(shopKeys())
    .from('products')
    .select('id, name')
    .eq('status', 'active')
    .gte('stock', 50)
    .not('pricing_tiers', 'is', null)
    .not('mrp', 'is', null)
    .not('image_url', 'is', null)
    .order('name')
    .limit(1)
    .single()
  return `/products/${slugOf(data?.name as string)}/${data?.id as string}`
}

async function category(): Promise<string> {
  const { data } = await serviceClient(shopKeys()).from('categories').select('id').eq('slug', 'makeup').single()
  return `/category/${data?.id as string}`
}

/**
 * Checks the current screen at both widths. In forced colours the page is the same and the colours are the visitor's own, unless an
 * element opts out of them: there the test checks only that.
 */
async function expectNoViolations(page: Page): Promise<void> {
  for (const { viewport } of [laptop, phone]) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' })
    const found = await violations(page, { tags: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
    expect(found, `${viewport.width} px`).toEqual([])
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    const optedOut = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter((element) => getComputedStyle(element).forcedColorAdjust === 'none' && !(element instanceof SVGElement))
          .map((element) => element.outerHTML.slice(0, 120)),
      )
    await expect.poll(optedOut, `${viewport.width} px, forced colours`).toEqual([])
  }
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' })
}

const screens: [name: string, path: () => Promise<string> | string][] = [
  ['home', () => '/'],
  ['listing', () => '/products'],
  ['trade list', () => '/products?view=list'],
  ['a filtered listing', () => '/products?category=skincare&stock=in_stock&min=100&moq=6&sort=popular'],
  ['a search', () => '/products?q=oil'],
  ['a search without results', () => '/products?q=lipstikk%20xyz'],
  ['product', productWithEverything],
  ['categories', () => '/categories'],
  ['category', category],
  ['a visitor’s cart', () => '/cart'],
  ['about', () => '/about'],
  ['terms', () => '/terms'],
  ['privacy', () => '/privacy'],
  ['shipping', () => '/shipping'],
  ['refunds', () => '/refunds'],
  ['login', () => '/login'],
  ['register', () => '/register'],
  ['forgot password', () => '/forgot-password'],
  ['reset password', () => '/reset-password'],
]

for (const [name, path] of screens) {
  test(`${name} has no violation`, async ({ page }) => {
    await page.goto(await path())
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoViolations(page)
  })
}

test.describe('with expected errors', () => {
  test.use({ expectedErrors: [/status of 4(04|10)/] })

  test('the 404 page has no violation', async ({ page }) => {
    await page.goto('/no/such/page')
    await expectNoViolations(page)
  })
})

test('the open menu, the open drawer and the enlarged picture have no violation on a phone', async ({ page }) => {
  await page.setViewportSize(phone.viewport)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/products')
  await page.getByRole('link', { name: 'Filters', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('banner').locator('summary', { hasText: 'Menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.goto(await productWithEverything())
  await page.getByRole('button', { name: 'Zoom picture' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('a failed form and its messages have no violation', async ({ page }) => {
  await page.goto('/register')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectNoViolations(page)
})

signedInTest('cart, the three parts of the checkout and the open popovers have no violation', async ({ page, customer }) => {
  signedInTest.setTimeout(90_000)
  const product = await makeProduct({ price: 149, pricing_tiers: [{ min_quantity: 6, discount_percent: 12 }] })
  await addToCart(customer, product.id, 4)
  await page.goto('/cart')
  await expect(page.getByRole('region', { name: 'Summary' })).toBeVisible()
  await expectNoViolations(page)
  await page.setViewportSize(laptop.viewport)
  await page.getByRole('button', { name: 'Notifications' }).click()
  await expectNoViolations(page)
  await page.goto('/checkout')
  await typeAddress(page, { 'PIN code': '12' })
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectNoViolations(page)
  await typeAddress(page)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('link', { name: 'Add a GSTIN' }).click()
  await expect(page.getByLabel('GSTIN (optional)')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('radio', { name: /Cash on delivery/ }).check()
  await page.getByRole('button', { name: 'Use for the invoice' }).click()
  await page.getByRole('button', { name: 'Review your order' }).click()
  await expectReview(page)
  await expectNoViolations(page)
})
