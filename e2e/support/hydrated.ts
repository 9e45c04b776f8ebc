import type { Page } from '@playwright/test'

/**
 * Waits until the app's scripts have taken over the page: before that a link loads its page whole, and a form is sent.
 * A document without the app's scripts is ready at once.
 */
export async function hydrated(page: Page, timeout?: number): Promise<void> {
  await page.waitForFunction(
    // An effect of the router takes scrolling over: React has attached everything by then, and not only begun.
    () => history.scrollRestoration === 'manual' || !document.querySelector('script[type=module]'),
    undefined,
    timeout === undefined ? {} : { timeout },
  )
}
