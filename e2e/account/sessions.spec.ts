/** The list of a user's sessions, and ending a session from another device. */
import type { BrowserContext, Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import type { Customer } from '../support/customers.ts'
import { shopUrl } from '../support/current-shop.ts'
import { login } from '../support/journey.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in.ts'

test.use(laptop)

const AN_IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const list = (page: Page) => page.locator('section').filter({ has: page.getByRole('heading', { name: 'Where you are signed in' }) })

async function elsewhere(context: BrowserContext, customer: Customer): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/login')
  await login(page, customer.email, customer.password)
  await expect(page).toHaveURL(/\/dashboard$/)
  return page
}

/** Makes the client refresh its token now instead of within the hour. */
async function refreshNow(page: Page): Promise<void> {
  await page.evaluate(
    (key) => {
      const session = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }))
    },
    `sb-${new URL(shopUrl()).hostname.split('.')[0]}-auth-token`,
  )
  await page.reload()
}

test('another device is named in plain words and signed out from here', async ({ page, browser, customer }) => {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] }, userAgent: AN_IPHONE })
  const other = await elsewhere(context, customer)
  await page.goto('/profile/security')
  const device = list(page).getByRole('listitem').filter({ hasText: 'Safari on iPhone' })
  await expect(device).toContainText('Last used')
  expect(await violations(page)).toEqual([])
  // The client that created the account is a session as well.
  await expect(list(page).getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1)
  await device.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
  await expect(device).toHaveCount(0)
  await refreshNow(other)
  await other.goto('/profile')
  await expect(other).toHaveURL(/\/login$/)
  await page.goto('/profile')
  await expect(page.getByLabel('Full name')).toHaveValue('Meera Nair')
  await context.close()
})

test('every other device is signed out at once, this one stays', async ({ page, browser, customer }) => {
  const contexts = await Promise.all([1, 2].map(() => browser.newContext({ storageState: { cookies: [], origins: [] } })))
  const others = await Promise.all(contexts.map((context) => elsewhere(context, customer)))
  await page.goto('/profile/security')
  await expect(list(page).getByRole('listitem')).toHaveCount(3)
  await list(page).getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(list(page).getByRole('listitem')).toHaveCount(1)
  await expect(list(page).getByRole('listitem')).toContainText('This device')
  for (const other of others) {
    await refreshNow(other)
    await other.goto('/profile')
    await expect(other).toHaveURL(/\/login$/)
  }
  for (const context of contexts) await context.close()
})
