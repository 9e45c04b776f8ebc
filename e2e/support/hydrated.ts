import type { Page } from '@playwright/test'

/**
 * Waits until the app's scripts have hydrated the page: before that a link loads a whole page, and a form is submitted by the
 * browser. A document without the app's scripts is ready at once.
 */
export async function hydrated(page: Page, timeout?: number): Promise<void> {
  await page.waitForFunction(
    // An effect of the router takes over the scroll restoration: by then React has finished attaching, not only begun.
    () => history.scrollRestoration === 'manual' || !document.querySelector('script[type=module]'),
    undefined,
    timeout === undefined ? {} : { timeout },
  )
}
