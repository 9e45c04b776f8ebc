/** Viewing a product closely and sharing it: zoom, pinch on the phone, share. */
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { laptop, phone } from '../support/screens.ts'

/** Opens a product of the demo shop that has a picture: products of other tests have none. */
async function openProduct(page: Page): Promise<void> {
  await page.goto('/products?q=lipstick', { waitUntil: 'networkidle' })
  const pictured = page
    .getByRole('main')
    .getByRole('article')
    .filter({ has: page.locator('img') })
  await pictured.first().getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/\/products\/[^/]+\/[^/]+$/)
}

const scaleOf = (page: Page) =>
  page
    .getByRole('dialog')
    .locator('img')
    .evaluate((image) => new DOMMatrix(getComputedStyle(image).transform).a)

test.describe('on a phone', () => {
  test.use(phone)

  test('two fingers zoom the picture, one moves it, and closing gives the focus back', async ({ page }) => {
    await openProduct(page)
    const opener = page.getByRole('button', { name: 'Zoom picture' })
    await opener.click()
    const dialog = page.getByRole('dialog', { name: /enlarged/ })
    await expect(dialog).toBeVisible()
    await expect.poll(() => scaleOf(page)).toBe(1)

    const touch = await page.context().newCDPSession(page)
    const fingers = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) })
    await fingers('touchStart', [160, 370], [200, 370])
    for (const apart of [30, 40, 50, 60]) await fingers('touchMove', [180 - apart, 370], [180 + apart, 370])
    await fingers('touchEnd')
    await expect.poll(() => scaleOf(page)).toBeCloseTo(3, 1)
    // The picture is zoomed, not the page.
    await expect.poll(() => page.evaluate(() => window.visualViewport?.scale)).toBe(1)

    const left = () => dialog.locator('img').evaluate((image) => new DOMMatrix(getComputedStyle(image).transform).e)
    const before = await left()
    await fingers('touchStart', [180, 370])
    await fingers('touchMove', [220, 370])
    await fingers('touchMove', [240, 370])
    await fingers('touchEnd')
    await expect.poll(left).toBeGreaterThan(before + 40)

    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })

  test('a double tap goes in and out again', async ({ page }) => {
    await openProduct(page)
    await page.getByRole('button', { name: 'Zoom picture' }).click()
    await expect(page.getByRole('dialog').locator('img')).toBeVisible()
    const touch = await page.context().newCDPSession(page)
    // Sent together: a busy machine takes longer between two taps than a double tap may.
    const doubleTap = () =>
      Promise.all(
        (['touchStart', 'touchEnd', 'touchStart', 'touchEnd'] as const).map((type) =>
          touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchStart' ? [{ x: 180, y: 370 }] : [] }),
        ),
      )
    await doubleTap()
    await expect.poll(() => scaleOf(page)).toBeGreaterThan(2)
    await doubleTap()
    await expect.poll(() => scaleOf(page)).toBe(1)
  })

  test('Share opens the sheet of the phone with the name and the address of the product', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'share', { value: async (shared: unknown) => Object.assign(window, { shared }) })
    })
    await openProduct(page)
    await page.getByRole('button', { name: 'Share' }).click()
    const name = await page.getByRole('heading', { level: 1 }).textContent()
    await expect.poll(() => page.evaluate('window.shared')).toEqual({ title: name, url: page.url() })
  })
})

test.describe('on a laptop', () => {
  test.use(laptop)

  test('keys and buttons zoom like fingers', async ({ page }) => {
    await openProduct(page)
    await page.getByRole('button', { name: 'Zoom picture' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: /enlarged/ })
    await expect(dialog.getByRole('button', { name: 'Zoom out' })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(() => scaleOf(page)).toBe(2)
    await page.keyboard.press('+')
    await expect.poll(() => scaleOf(page)).toBe(4)
    await page.keyboard.press('0')
    await expect.poll(() => scaleOf(page)).toBe(1)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  test('the other pictures are tiles that open in full screen, and closing gives the focus back', async ({ page }) => {
    await openProduct(page)
    const tiles = page.getByRole('list', { name: 'Pictures' }).getByRole('button')
    await expect(tiles).toHaveCount(3)
    await expect.poll(async () => (await tiles.first().boundingBox())?.width).toBeGreaterThan(150)
    const shown = await page.locator('.gal-main img').getAttribute('src')
    await tiles.nth(1).click()
    const dialog = page.getByRole('dialog', { name: /enlarged/ })
    await expect(dialog.locator('img')).toHaveAttribute('alt', /back of the pack/)
    await dialog.getByRole('button', { name: 'Next picture' }).click()
    await expect(dialog.locator('img')).toHaveAttribute('alt', /beside a ruler/)
    await page.keyboard.press('Escape')
    await expect(tiles.nth(1)).toBeFocused()
    await expect.poll(() => page.locator('.gal-main img').getAttribute('src')).toBe(shown)
  })

  test('the button to buy stays in sight beside pictures, steps and details', async ({ page }) => {
    await openProduct(page)
    const add = page.getByRole('button', { name: /^Add to Cart · / })
    for (const part of [page.locator('.gal-main'), page.getByRole('list', { name: 'Pictures' }), page.locator('.tiers'), page.locator('.folds')]) {
      await part.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      await expect(add).toBeInViewport({ ratio: 1 })
    }
  })

  test.describe('without a share sheet', () => {
    test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

    test('Share copies the link', async ({ page }) => {
      await page.addInitScript(() => delete (Navigator.prototype as { share?: unknown }).share)
      await openProduct(page)
      await page.getByRole('button', { name: 'Share' }).click()
      await expect(page.getByText('Link copied')).toBeVisible()
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
    })
  })
})
