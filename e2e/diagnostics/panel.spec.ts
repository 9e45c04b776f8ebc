/** Diagnostic mode: '?debug' or '?diagnostics' (docs/decisions/0013-diagnostics.md). */
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { laptop, phone } from '../support/screens.ts'
import { test as signedInTest } from '../support/signed-in.ts'

test.use(laptop)
test.use({ expectedErrors: [/boom|ERR_INTERNET|ERR_FAILED|Failed to fetch|status of (429|503)/] })
signedInTest.use(laptop)

const panel = (page: Page) => page.getByRole('region', { name: 'Diagnostics' })
const entries = (page: Page) => panel(page).getByRole('list', { name: 'Log entries' }).getByRole('listitem')

test('?debug opens the panel for the visit: it stays over pages and a reload, and is turned off', async ({ page }) => {
  await page.goto('/about')
  await page.waitForLoadState('networkidle')
  await expect(panel(page)).toHaveCount(0)
  await page.goto('/?debug')
  await expect(panel(page)).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Products' }).first().click()
  await expect(page).toHaveURL(/\/products$/)
  await expect(entries(page).filter({ hasText: 'to /products' })).toHaveCount(1)
  await page.reload()
  await expect(panel(page)).toBeVisible()
  await panel(page).getByRole('button', { name: 'Turn off' }).click()
  await expect(panel(page)).toHaveCount(0)
  await page.reload()
  await page.waitForLoadState('networkidle')
  await expect(panel(page)).toHaveCount(0)
  await page.goto('/about?x=1&diagnostics=1')
  await expect(panel(page)).toBeVisible()
})

test('entries come from errors, console and network; they are filtered by level and text, cleared, and hold no secret', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/about?debug')
  await expect(panel(page)).toBeVisible()
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
  await page.evaluate(async (secret) => {
    console.info('a note of meera@looks.example', { password: 'gulab ittar' })
    console.warn('a warning')
    await fetch(`/health?token=${secret}`)
    setTimeout(() => {
      throw new Error(`boom with Bearer ${secret}`)
    })
  }, token)
  const errors = entries(page).filter({ hasText: 'boom with' })
  await expect(errors).toHaveCount(1)
  await expect(entries(page).filter({ hasText: '200 GET /health' })).toHaveCount(1)
  await panel(page).getByLabel('Level').selectOption('Warning')
  await expect(entries(page).filter({ hasText: 'a note' })).toHaveCount(0)
  await expect(entries(page).filter({ hasText: 'a warning' })).toHaveCount(1)
  await panel(page).getByLabel('Filter').fill('BOOM')
  await expect(entries(page)).toHaveCount(1)
  await errors.locator('summary').click()
  await expect(errors.locator('pre')).toContainText('Error: boom')
  await panel(page).getByLabel('Filter').fill('nothing like it')
  await expect(panel(page)).toContainText('No entry matches.')

  await panel(page).getByRole('button', { name: 'Copy all' }).click()
  await expect(panel(page).getByRole('status')).toContainText(/\d+ entries copied/)
  await expect(async () => {
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    const log = JSON.parse(copied) as { build: string; entries: Record<string, unknown>[] }
    expect(log.build).toMatch(/^[0-9a-f]{6,}$/)
    expect(Object.keys(log.entries[0] ?? {})).toEqual(expect.arrayContaining(['timestamp', 'level', 'source', 'message', 'data', 'error']))
    for (const secret of ['eyJ', 'looks.example', 'gulab']) expect(copied).not.toContain(secret)
  }).toPass()

  await panel(page).getByLabel('Filter').fill('')
  // the page may log one more request of its own right after it
  await expect(async () => {
    await panel(page).getByRole('button', { name: 'Clear' }).click()
    await expect(panel(page)).toContainText('Nothing has been logged yet.', { timeout: 1000 })
  }).toPass()
})

test('the connection test reads id and gst_percent of one product and shows the time; offline it says so', async ({ page }) => {
  await page.goto('/about?debug')
  const asked = page.waitForRequest(/\/rest\/v1\/products/)
  await panel(page).getByRole('button', { name: 'Test connection' }).click()
  expect(new URL((await asked).url()).searchParams.toString()).toBe('select=id%2Cgst_percent&limit=1')
  await expect(panel(page).getByRole('status')).toHaveText(/^The shop responds: \d+ ms$/)
  await expect(panel(page)).toContainText('signed out')
  await expect(panel(page)).toContainText('online')
  await page.route(/\/rest\/v1\//, (route) => route.abort())
  await panel(page).getByRole('button', { name: 'Test connection' }).click()
  await expect(panel(page).getByRole('status')).toHaveText(/^The shop does not respond/)
})

test('a log is sent to the shop and gets a number; above the limit the shop refuses it', async ({ page }) => {
  await page.goto('/about?debug')
  const sent = page.waitForRequest(/report-log/)
  await panel(page).getByRole('button', { name: 'Send to the shop' }).click()
  await expect(panel(page).getByRole('status')).toHaveText(/^Sent\. Quote this number: LOG-[0-9A-F]{10}$/)
  expect((await sent).postData()?.length).toBeLessThan(32 * 1024)
  await page.route(/report-log/, (route) => route.fulfill({ status: 429, json: { code: 'TOO_MANY' } }))
  await panel(page).getByRole('button', { name: 'Send to the shop' }).click()
  await expect(panel(page).getByRole('status')).toContainText('Please try again in an hour')
})

signedInTest('a customer sees who is signed in, masked, and no token anywhere', async ({ page, customer }) => {
  await page.goto('/dashboard?debug')
  await expect(panel(page)).toContainText(/signed in as b•••@s••• · profile loaded · valid for \d+ min/)
  const { data } = await customer.client.auth.getSession()
  for (const secret of [customer.email, data.session?.access_token, data.session?.refresh_token]) await expect(panel(page)).not.toContainText(secret ?? '')
})

for (const [name, screen] of [
  ['on a phone', phone],
  ['on a laptop', laptop],
] as const) {
  test.describe(name, () => {
    test.use(screen)
    test('it is usable by keyboard, folds with Escape, fits the screen and has no violation', async ({ page }) => {
      await page.goto('/about?debug')
      await expect(panel(page)).toBeVisible()
      await page.evaluate(() => console.error('boom'))
      await expect(panel(page)).toContainText('1 error')
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
      expect(await violations(page)).toEqual([])
      await panel(page).getByLabel('Filter').focus()
      await page.keyboard.press('Escape')
      const opener = panel(page).getByRole('button', { name: /^Diagnostics/ })
      await expect(opener).toBeFocused()
      await expect(opener).toHaveAttribute('aria-expanded', 'false')
      await expect(panel(page).getByLabel('Filter')).toHaveCount(0)
      expect(await violations(page)).toEqual([])
      await page.keyboard.press('Enter')
      await expect(panel(page).getByLabel('Filter')).toBeVisible()
    })
  })
}
