/** Holds requests back until the test lets them go, so that what is shown meanwhile can be looked at without a clock. */
import type { Page, Request } from '@playwright/test'

export async function hold(page: Page, url: string | RegExp, only: (request: Request) => boolean = () => true): Promise<{ release: () => void }> {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(url, async (route) => {
    if (only(route.request())) await held
    await route.continue().catch(() => undefined) // the page may have left meanwhile
  })
  return { release }
}
