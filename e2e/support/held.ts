/** Holds requests back until the test releases them, so that the waiting state can be looked at without a clock. On the context, which also sees what the service worker requests. */
import type { Page, Request } from '@playwright/test'

export async function hold(page: Page, url: string | RegExp, only: (request: Request) => boolean = () => true): Promise<{ release: () => void }> {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.context().route(url, async (route) => {
    if (only(route.request())) await held
    await route.continue().catch(() => undefined) // the page may have left meanwhile
  })
  return { release }
}
