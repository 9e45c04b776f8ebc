/**
 * Holds requests back until the test releases them, so that the waiting state can be looked at without a clock. Routes the whole
 * context, because a page's own routes do not see what its service worker requests; other tabs of the context are left alone.
 */
import type { Page, Request } from '@playwright/test'

export async function hold(page: Page, url: string | RegExp, only: (request: Request) => boolean = () => true): Promise<{ release: () => void }> {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  const isOfPage = (request: Request) => request.serviceWorker() !== null || request.frame().page() === page
  await page.context().route(url, async (route) => {
    if (isOfPage(route.request()) && only(route.request())) await held
    await route.continue().catch(() => undefined) // the page may have left in the meantime
  })
  return { release }
}
