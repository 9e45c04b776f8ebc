/**
 * Holds requests until the test releases them, so that a test can check the waiting state without a timer. Routes on the context,
 * which also sees the requests of the service worker.
 */
import type { Page, Request } from '@playwright/test'

export async function hold(page: Page, url: string | RegExp, only: (request: Request) => boolean = () => true): Promise<{ release: () => void }> {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  const isOfPage = (request: Request) => request.serviceWorker() !== null || request.frame().page() === page
  await page.context().route(url, async (route) => {
    if (only(route.request())) await held
    await route.continue().catch(() => undefined) // the page may have closed in the meantime
  })
  return { release }
}
