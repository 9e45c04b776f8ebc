import type { Locator, Page } from '@playwright/test'

/**
 * Waits until the app's scripts have hydrated the page: before that a link loads a whole page, and a form is submitted by the
 * browser. A document without the app's scripts is ready at once.
 */
export async function hydrated(page: Page, timeout?: number): Promise<void> {
  await page.waitForFunction(
    // An effect of the router takes over the scroll restoration: by then React has finished attaching, not only begun.
    () => history.scrollRestoration === 'manual' || !document.querySelector('script[type=module], script[type=held-module]'),
    undefined,
    timeout === undefined ? {} : { timeout },
  )
}

/** Acts once, as every visitor does: the shop loads the rest of its code with it, and otherwise four seconds later (app/ui/first-action.ts). */
export async function actOnce(page: Page): Promise<void> {
  await hydrated(page)
  // A key that does nothing alone: a pointer is no action where it already lies, and on a phone there is none.
  await page.keyboard.press('Shift')
}

/** Acts once, and waits until what loads with the first action is there. */
export async function complete(page: Page): Promise<void> {
  await actOnce(page)
  await page.waitForFunction(() => document.querySelector('.notices') !== null)
  await page.waitForLoadState('networkidle')
}

/** Whether React has taken over this element. Parts made by `hydrateLater` are taken over only after the first action. */
export const isHydrated = (element: Locator): Promise<boolean> => element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps')))
