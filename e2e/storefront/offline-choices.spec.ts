/**
 * A choice that the customer makes without a connection: the page reports it, keeps its content, and applies the choice once the
 * connection is back (docs/rules.md#failed-reads).
 */
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { laptop, phone } from '../support/screens.ts'
import { withoutWorker } from '../support/without-worker.ts'

test.use(withoutWorker('this is the shop of a browser that keeps no pages; with the worker: e2e/offline'))
test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch|Error loading route module/] })

/** The alert must be part of the shop's page, not the browser's error page. */
const alert = (page: Page) => page.getByRole('main').getByRole('alert')
const prices = async (page: Page): Promise<number[]> => {
  const texts = await page.getByRole('article').locator('b:text-matches("^₹")').allTextContents()
  return texts.map((text) => Number(text.replace(/[₹,]/g, '')))
}

test.describe('on a laptop', () => {
  test.use(laptop)

  test('order, filter and page: the list stays as it was, says so, and follows the last choice once the line is back', async ({ page, context }) => {
    await page.goto('/products', { waitUntil: 'networkidle' })
    const before = await page.getByRole('article').getByRole('heading').allTextContents()
    await context.setOffline(true)

    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price: Low to High')
    await expect(alert(page)).toContainText("You're offline: what you chose could not be loaded.")
    await expect(alert(page)).toContainText('The products below are as they were. Your choice is kept, and loads by itself once you are back.')
    expect(await page.getByRole('article').getByRole('heading').allTextContents()).toEqual(before)
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price_asc')

    await page
      .getByRole('complementary', { name: 'Filters' })
      .getByRole('checkbox', { name: /^Low stock/ })
      .check()
    await expect(page).toHaveURL(/stock=low_stock/)
    await alert(page).getByRole('button', { name: 'Try again' }).click()
    await expect(alert(page)).toContainText("You're offline")
    expect(await page.getByRole('article').getByRole('heading').allTextContents()).toEqual(before)

    await context.setOffline(false)
    await expect(alert(page)).toHaveCount(0)
    await expect(page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Remove Low stock' }) })).toBeVisible()
    const after = await prices(page)
    expect(after.length).toBeGreaterThan(0)
    expect(after).toEqual([...after].sort((one, other) => one - other))
    for (const card of await page.getByRole('article').all()) await expect(card).toContainText(/Only \d left/)
  })

  test('the way back to a list that was shown before needs no line', async ({ page, context }) => {
    await page.goto('/products', { waitUntil: 'networkidle' })
    const first = await page.getByRole('article').getByRole('heading').allTextContents()
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByText(/Page 2 of/)).toBeVisible()
    await context.setOffline(true)
    await page.goBack()
    await expect(page.getByText(/Page 1 of/)).toBeVisible()
    expect(await page.getByRole('article').getByRole('heading').allTextContents()).toEqual(first)
    await expect(alert(page)).toHaveCount(0)
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  const saysOffline = async (page: Page): Promise<void> => {
    await expect(alert(page)).toContainText("You're offline, or the shop cannot be reached.")
    await expect(alert(page)).toContainText('Your cart and your address are kept; it opens by itself once you are back.')
    await expect(page.getByRole('banner')).toBeVisible()
  }

  test('a screen whose code is not here yet says that the line is gone, and opens once it is back', async ({ page, context }) => {
    await page.goto('/terms', { waitUntil: 'networkidle' })
    await context.setOffline(true)
    await page.getByRole('navigation', { name: 'Shop' }).getByRole('link', { name: 'Products' }).click()
    await saysOffline(page)
    await alert(page).getByRole('button', { name: 'Try again' }).click()
    await saysOffline(page)
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: /Explore Our/ })).toBeVisible()
    await expect(alert(page)).toHaveCount(0)
  })

  test('a list that was never shown says so, and not what another list held', async ({ page, context }) => {
    await page.goto('/categories', { waitUntil: 'networkidle' })
    const shelf = (name: string) => page.getByRole('main').locator('a[href^="/category/"]', { hasText: name }).first()
    await shelf('Makeup').click()
    await expect(page.getByRole('heading', { level: 1, name: /Makeup/ })).toBeVisible()
    await page.goBack()
    await expect(shelf('Haircare')).toBeVisible()
    await context.setOffline(true)
    await shelf('Haircare').click()
    await saysOffline(page)
    await expect(page.getByRole('article')).toHaveCount(0)
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: /Haircare/ })).toBeVisible()
    await expect(page.getByRole('article').first()).toBeVisible()
  })
})
