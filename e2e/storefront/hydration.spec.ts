/** React takes over the server's elements: one that it replaces loses a press that is on it, and is built twice on a slow phone. */
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { hydrated, isHydrated } from '../support/hydrated.ts'
import { phone } from '../support/screens.ts'

test.use(phone)

/** What is there to be replaced: the script that loads the page's own, and outlines of what only the browser knows. */
const REPLACED = '[type="held-module"], .trade-before, .cart-coming, .cart-coming *'

/** What loads with the first action. */
const LATER = ['details.mobile-menu nav', 'footer', 'nav[aria-label="Shop"]']

/** Notes the elements of the body before any script of the page has run. */
async function noteSent(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive') Object.assign(window, { sent: [...document.body.querySelectorAll('*')] })
    })
  })
}

const replacedIn = (page: Page) =>
  page.evaluate((allowed) => {
    const { sent } = window as unknown as { sent: Element[] }
    return {
      sent: sent.length,
      gone: sent.filter((element) => !element.isConnected && !element.matches(allowed)).map((element) => element.outerHTML.slice(0, 120)),
    }
  }, REPLACED)

for (const path of ['/', '/products', '/products?view=list', '/categories', '/about', '/cart', '/order-pad'])
  test(`every element of ${path} is still the one that the server sent when React has taken over the whole page`, async ({ page }) => {
    await noteSent(page)
    await page.goto(path)
    await hydrated(page)
    await page.mouse.move(20, 300)
    for (const part of LATER) await expect.poll(() => isHydrated(page.locator(part)), { message: part }).toBe(true)
    const { sent, gone } = await replacedIn(page)
    expect(sent).toBeGreaterThan(200)
    expect(gone).toEqual([])
  })
