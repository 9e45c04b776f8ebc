/** /admin/settings/home: texts, sections, footer and announcement (docs/rules.md#store-settings). */
import { violations } from '../support/axe.ts'
import { serviceClient } from '../support/customers.ts'
import { laptop } from '../support/screens.ts'
import { expect, ownShop, test } from '../support/own-shop.ts'

test.use(laptop)

// Others look at the home page of the shared one.
const shop = ownShop()

const save = { name: 'Save', exact: true } as const

test('own texts, order, footer and announcement are shown; what is left empty is the shop’s own', async ({ page }) => {
  await page.goto(shop().url + '/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("India's Premier Beauty Products at Wholesale Prices")
  const headings = () => page.locator('main h2').allTextContents()
  const before = await headings()
  expect(before.at(-1)).toMatch(/^Open an account/)

  await page.goto(shop().url + '/admin/settings/home')
  await page.getByRole('textbox', { name: /^Link/ }).fill('javascript:alert(1)')
  await page.getByRole('button', save).click()
  await expect(page.getByRole('textbox', { name: /^Link/ })).toHaveAccessibleDescription(/Start with \/ for a page of the shop, or with https/)
  const announcement = page.getByRole('region', { name: 'Announcement' }).or(page.locator('section', { hasText: 'A line above every page' }))
  await announcement.getByRole('textbox', { name: /^Text/ }).fill('Closed on <Holi>')
  await page.getByRole('textbox', { name: /^Link/ }).fill('/contact')
  await page.getByRole('textbox', { name: 'Title (optional)', exact: true }).fill('Nails for every salon')
  await page.getByRole('checkbox', { name: 'Why choose us' }).uncheck()
  await page.getByRole('button', { name: 'Move Open an account up' }).click()
  await page.getByRole('textbox', { name: /^Text about the shop/ }).fill('Nail supplies of Kanta.')
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page), colorScheme).toEqual([])
  }
  await page.getByRole('button', save).click()
  await expect(page.getByText('No unsaved changes')).toBeVisible()

  await page.goto(shop().url + '/')
  await expect(page).toHaveTitle(/^Nails for every salon/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nails for every salon')
  await expect.poll(() => headings()).toEqual(before.filter((heading) => !heading.startsWith('Why ')))
  await expect(page.getByText('Nail supplies of Kanta.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  const link = page.getByRole('link', { name: 'Closed on <Holi>' })
  await link.click()
  await expect(page).toHaveURL(/\/contact$/)
  await expect(link).toBeVisible()

  // it ends by itself
  const service = serviceClient(shop().keys)
  await service.from('settings').update({ announcement_until: '2020-01-01T00:00:00Z' }).eq('id', true).throwOnError()
  await page.goto(shop().url + '/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nails for every salon')
  await expect(link).toHaveCount(0)
})
