/**
 * A choice that the customer makes without a connection: the page reports it, keeps its content, and applies the choice once the
 * connection is back (docs/rules.md#failed-reads).
 */
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { complete } from '../support/hydrated.ts'
import { laptop, phone } from '../support/screens.ts'
import { withoutWorker } from '../support/without-worker.ts'

test.use(withoutWorker('this is the shop of a browser that keeps no pages; with the worker: e2e/offline'))
test.use({ expectedErrors: [/Error loading route module/] })

/** The alert must be part of the shop's page, not the browser's error page. */
const alert = (page: Page) => page.getByRole('main').getByRole('alert')
const prices = async (page: Page): Promise<number[]> => {
  const texts = await page.getByRole('article').locator('b:text-matches("^₹")').allTextContents()
  return texts.map((text) => Number(text.replace(/[₹,]/g, '')))
}

test.describe('on a laptop', () => {
  test.use(laptop)

  test('sort, filter and page: offline the list stays as it was, says so, and applies the last choice once the connection is back', async ({
    page,
    context,
  }) => {
    await page.goto('/products', { waitUntil: 'networkidle' })
    await complete(page)
    const before = await page.getByRole('article').getByRole('heading').allTextContents()
    await context.setOffline(true)

    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price: Low to High')
    await expect(alert(page)).toContainText("You're offline: we couldn't load what you chose.")
    await expect(alert(page)).toContainText("These are the products from before. Your choice loads automatically once you're back online.")
    await expect.poll(() => page.getByRole('article').getByRole('heading').allTextContents()).toEqual(before)
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price_asc')

    await page
      .getByRole('complementary', { name: 'Filters' })
      .getByRole('checkbox', { name: /^Low stock/ })
      .check()
    await expect(page).toHaveURL(/stock=low_stock/)
    await alert(page).getByRole('button', { name: 'Try again' }).click()
    await expect(alert(page)).toContainText("You're offline")
    await expect.poll(() => page.getByRole('article').getByRole('heading').allTextContents()).toEqual(before)

    await context.setOffline(false)
    await expect(alert(page)).toHaveCount(0)
    await expect(page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Remove Low stock' }) })).toBeVisible()
    const after = await prices(page)
    expect(after.length).toBeGreaterThan(0)
    expect(after).toEqual([...after].sort((one, other) => one - other))
    for (const card of await page.getByRole('article').all()) await expect(card).toContainText(/Only \d left/)
  })

  test('going back to a list that was shown before needs no connection', async ({ page, context }) => {
    await page.goto('/products', { waitUntil: 'networkidle' })
    await complete(page)
    const first = await page.getByRole('article').getByRole('heading').allTextContents()
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByText(/Page 2 of/)).toBeVisible()
    await context.setOffline(true)
    await page.goBack()
    await expect(page.getByText(/Page 1 of/)).toBeVisible()
    await expect.poll(() => page.getByRole('article').getByRole('heading').allTextContents()).toEqual(first)
    await expect(alert(page)).toHaveCount(0)
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  const saysOffline = async (page: Page): Promise<void> => {
    await expect(alert(page)).toContainText("You're offline, or the shop can't be reached.")
    await expect(alert(page)).toContainText("Your cart and address are saved; it opens automatically once you're back online.")
    await expect(page.getByRole('banner')).toBeVisible()
  }

  test('a screen whose code is not loaded says that the connection is gone, and opens once it is back', async ({ page, context }) => {
    await page.goto('/terms', { waitUntil: 'networkidle' })
    await complete(page)
    await context.setOffline(true)
    await page.getByRole('navigation', { name: 'Shop' }).getByRole('link', { name: 'Products' }).click()
    await saysOffline(page)
    await alert(page).getByRole('button', { name: 'Try again' }).click()
    await saysOffline(page)
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: /Explore Our/ })).toBeVisible()
    await expect(alert(page)).toHaveCount(0)
  })

  test('a list that was never shown says so, and does not show another list', async ({ page, context }) => {
    await page.goto('/categories', { waitUntil: 'networkidle' })
    await complete(page)
    const category = (name: string) => page.getByRole('main').locator('a[href^="/category/"]', { hasText: name }).first()
    await category('Makeup').click()
    await expect(page.getByRole('heading', { level: 1, name: /Makeup/ })).toBeVisible()
    await page.goBack()
    await expect(category('Haircare')).toBeVisible()
    await context.setOffline(true)
    await category('Haircare').click()
    await saysOffline(page)
    await expect(page.getByRole('article')).toHaveCount(0)
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: /Haircare/ })).toBeVisible()
    await expect(page.getByRole('article').first()).toBeVisible()
  })
})
