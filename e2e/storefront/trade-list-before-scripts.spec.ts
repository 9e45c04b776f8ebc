/** The trade list while the app's scripts are still on their way. */
import { expect, test } from '../support/fixtures.ts'
import { hold } from '../support/held.ts'
import { hydrated } from '../support/hydrated.ts'
import { laptop } from '../support/screens.ts'

test.use({ ...laptop, blocksScripts: true })

test('the end is reached; then the next rows take no room there, and come once it is out of view', async ({ page }) => {
  const scripts = await hold(page, /\/assets\/.*\.js/)
  await page.goto('/products?view=list&sort=price_asc', { waitUntil: 'domcontentloaded' })
  const names = page.getByRole('region', { name: 'Products' }).getByRole('heading', { level: 2 })
  const footer = page.getByRole('contentinfo')
  await footer.scrollIntoViewIfNeeded()
  const top = async () => Math.round((await footer.boundingBox())?.y ?? Number.NaN)
  const before = await top()
  await page.evaluate(() => {
    document.documentElement.style.overflowAnchor = 'none' // as in Safari
  })
  scripts.release()
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  await expect(names).toHaveCount(36)
  await expect.poll(top).toBe(before)
  await names.nth(10).scrollIntoViewIfNeeded()
  await expect(page.locator('.trade-coming')).toBeAttached()
  await names.nth(35).scrollIntoViewIfNeeded()
  await expect(names).toHaveCount(72)
})
