/** The install card, the manifest and the offline banner (docs/rules.md#offline-and-updates). */
import { expect, test } from '../support/fixtures.ts'
import { complete } from '../support/hydrated.ts'
import { laptop, phone } from '../support/screens.ts'

/** Does what Chromium does when a page can be installed; a test cannot trigger its own event. */
const offerInstallation = `window.offerInstallation = (outcome) => {
  const offer = new Event('beforeinstallprompt', { cancelable: true })
  window.prompted = 0
  offer.prompt = async () => { window.prompted += 1 }
  offer.userChoice = Promise.resolve({ outcome })
  window.dispatchEvent(offer)
  return offer.defaultPrevented
}`
const offer = (outcome: 'accepted' | 'dismissed') => `window.offerInstallation('${outcome}')`

test.describe('on a phone', () => {
  test.use(phone)

  test.beforeEach(({ page }) => page.addInitScript(offerInstallation))

  test('the card appears five seconds after the offer, above the tab bar, and never again once accepted', async ({ page }) => {
    await page.clock.install()
    await page.goto('/about')
    await expect.poll(() => page.evaluate(offer('accepted'))).toBe(true)
    const card = page.getByRole('complementary', { name: 'Install Shringar' })
    // The card's code loads with the first action or after a few seconds; its timer starts when both are ready.
    await page.clock.runFor(4900)
    await expect(card).toBeHidden()
    await expect(async () => {
      await page.clock.runFor(1000)
      await expect(card).toBeVisible({ timeout: 200 })
    }).toPass()
    await expect(async () => {
      const box = (await card.boundingBox()) ?? { y: Infinity, height: 0 }
      const tabs = (await page.getByRole('navigation', { name: 'Shop' }).boundingBox()) ?? { y: 0 }
      expect(box.y + box.height).toBeLessThan(tabs.y)
    }).toPass()
    await card.getByRole('button', { name: 'Install App' }).click()
    await expect(card).toBeHidden()
    await expect.poll(() => page.evaluate('window.prompted')).toBe(1)

    await page.reload()
    await page.evaluate(offer('accepted'))
    await page.clock.runFor(20_000)
    await expect(card).toBeHidden()
  })

  test('a dismissed card never comes again', async ({ page }) => {
    await page.clock.install()
    await page.goto('/about')
    await page.evaluate(offer('dismissed'))
    const card = page.getByRole('complementary', { name: 'Install Shringar' })
    await expect(async () => {
      await page.clock.runFor(2000)
      await expect(card).toBeVisible({ timeout: 200 })
    }).toPass()
    await card.getByRole('button', { name: 'Not now' }).click()
    await expect.poll(() => page.evaluate('window.prompted')).toBe(0)
    await page.goto('/terms')
    await page.evaluate(offer('accepted'))
    await page.clock.runFor(20_000)
    await expect(card).toBeHidden()
  })

  test('a browser without an install prompt shows no card', async ({ page }) => {
    await page.clock.install()
    await page.goto('/about')
    await page.clock.runFor(20_000)
    await expect(page.getByRole('complementary', { name: 'Install Shringar' })).toBeHidden()
  })
})

test.describe('on an iPhone', () => {
  test.use({
    ...phone,
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  })

  test('the steps of the share sheet replace the prompt', async ({ page }) => {
    await page.clock.install()
    await page.goto('/about')
    const card = page.getByRole('complementary', { name: 'Install Shringar' })
    await expect(async () => {
      await page.clock.runFor(2000)
      await expect(card).toBeVisible({ timeout: 200 })
    }).toPass()
    await expect(card.getByRole('listitem').nth(1)).toContainText('Add to Home Screen')
    await card.getByRole('button', { name: 'Got it' }).click()
    await expect(card).toBeHidden()
  })
})

test.describe('on a laptop', () => {
  test.use(laptop)

  test('the banner says that the connection is gone, that it is back, and then hides', async ({ page, context }) => {
    await page.goto('/about', { waitUntil: 'networkidle' })
    const banner = page.getByRole('status').filter({ hasText: /offline|online/ })
    await complete(page)
    await context.setOffline(true)
    await expect(banner.getByText("You're offline", { exact: true })).toBeVisible()
    await expect(banner).toContainText("Some features may be limited while you're offline. You can still browse previously visited pages.")
    await context.setOffline(false)
    await expect(banner.getByText("You're back online!", { exact: true })).toBeVisible()
    await expect(banner).toContainText('Connected to the internet. You can now browse all features.')
    await expect(banner).toHaveCount(0)
  })
})

test('the manifest names the store, and its icons exist, one of them maskable', async ({ page, request }) => {
  await page.goto('/')
  const href = (await page.locator('link[rel=manifest]').getAttribute('href')) ?? ''
  const answer = await request.get(href)
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = (await answer.json()) as { name: string; display: string; start_url: string; icons: { src: string; sizes: string; purpose?: string }[] }
  expect(manifest).toMatchObject({ name: 'Shringar', display: 'standalone', start_url: '/' })
  expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['192x192', undefined],
    ['512x512', undefined],
    ['192x192', 'maskable'],
    ['512x512', 'maskable'],
  ])
  for (const { src, sizes } of manifest.icons) {
    const bytes = await (await request.get(src)).body()
    // The width and height of a PNG are at bytes 16 and 20.
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
  }
})
