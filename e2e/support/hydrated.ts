import type { Page } from '@playwright/test'

/** Waits until the app's scripts have taken over the page: before that a link loads its page whole, and a form is sent. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document.documentElement).some((key) => key.startsWith('__reactFiber')))
}
