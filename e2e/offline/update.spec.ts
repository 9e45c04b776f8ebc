/** A new version asks before it replaces the page (docs/rules.md#offline-and-updates). */
import { violations } from '../support/axe.ts'
import { shopUrl } from '../support/current-shop.ts'
import { expect, test } from '../support/fixtures.ts'
import { keptAddresses, workerReady } from '../support/offline.ts'
import { doorTo } from '../support/second-build.ts'
import { phone } from '../support/screens.ts'

test.use(phone)

const QUESTION = 'New content is available! Reload to update?'

test('a new build asks in every tab, reloads none automatically, and keeps form input except passwords', async ({ page, context }) => {
  const door = await doorTo(shopUrl())
  try {
    await page.goto(`${door.url}/register`)
    await workerReady(page)
    await page.getByLabel('Full name').fill('Meera Nair')
    await page.getByLabel('Email').fill('meera@looks.example')
    await page.getByLabel('Password', { exact: true }).fill('gulab ittar 12')
    const other = await context.newPage()
    await other.goto(`${door.url}/about`)
    await workerReady(other)
    await expect(page.getByText(QUESTION)).toHaveCount(0)

    door.release('ffffffffffff')
    await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
    const card = page.getByRole('status').filter({ hasText: QUESTION })
    await expect(card).toBeVisible()
    expect(await violations(page)).toEqual([])
    await expect(other.getByText(QUESTION)).toBeVisible()
    await other.getByRole('button', { name: 'Later' }).click()
    await expect(other.getByText(QUESTION)).toHaveCount(0)
    // A page opened in the meantime is still of the old version, and asks too.
    await other.goto(`${door.url}/terms`)
    await expect(other.getByText(QUESTION)).toBeVisible()
    await other.evaluate(() => Object.assign(window, { before: true }))
    await other.getByRole('button', { name: 'Reload' }).click()
    await expect.poll(() => other.evaluate(() => 'before' in window).catch(() => true)).toBe(false)
    await workerReady(other)
    await expect
      .poll(() => other.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('shringar-built-'))))
      .toEqual(['shringar-built-ffffffffffff'])

    // The first tab is unchanged and still asks.
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('gulab ittar 12')
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByText(QUESTION)).toHaveCount(0)
    await expect(page.getByLabel('Full name')).toHaveValue('Meera Nair')
    await expect(page.getByLabel('Email')).toHaveValue('meera@looks.example')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
    await expect.poll(() => page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))).not.toContain('gulab')
    await expect.poll(async () => Object.keys(await keptAddresses(page))).toContain('shringar-built')
  } finally {
    await door.close()
  }
})
