/** About, terms, privacy, 404 and failing pages (docs/rules.md#fixed-texts). */
import { serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { expect, test } from '../support/fixtures.ts'
import { laptop } from '../support/screens.ts'

test.use(laptop)

for (const [path, title, heading] of [
  ['/about', /About/, /adornment/],
  ['/terms', /Terms & Conditions/, 'Terms & Conditions'],
  ['/privacy', /Privacy/, 'Privacy'],
  ['/shipping', /Delivery and shipping/, 'Delivery and shipping'],
  ['/refunds', /Cancellation and refunds/, 'Cancellation and refunds'],
] as const) {
  test(`${path} has its title, its heading and breadcrumbs`, async ({ page }) => {
    await page.goto(path)
    await expect(page).toHaveTitle(title)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
  })
}

test('terms and privacy are dated April 15, 2025', async ({ page }) => {
  for (const path of ['/terms', '/privacy']) {
    await page.goto(path)
    await expect(page.getByRole('main')).toContainText('April 15, 2025')
  }
})

test('the terms promise free delivery on orders of ₹1,500 or more and name the charge below, as the settings have them', async ({ page }) => {
  await page.goto('/terms')
  await expect(page.getByRole('main')).toContainText('Delivery is free on orders of ₹1,500 or more')
  await expect(page.getByRole('main')).toContainText('Below that it costs ₹100')
  const change = (amount: number) => serviceClient(shopKeys()).from('settings').update({ free_delivery_from: amount }).not('store_name', 'is', null)
  await change(2000)
  try {
    await page.goto('/terms')
    await expect(page.getByRole('main')).toContainText('Delivery is free on orders of ₹2,000 or more')
  } finally {
    await change(1500)
  }
})

test('about says since when, whom it serves, where it is and when it is open', async ({ page }) => {
  await page.goto('/about')
  const main = page.getByRole('main')
  for (const text of ['since 2010', 'Salons', '214 Princess Street', 'Mon–Fri 9:00–18:00', 'Sat 10:00–16:00', 'Sun closed'])
    await expect(main).toContainText(text)
})

test.describe('an unknown address', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('says Oops! Page not found and leads home', async ({ page }) => {
    expect((await page.goto('/no/such/page'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Return to Home' }).click()
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('region', { name: 'Offers' })).toBeVisible()
  })
})
