import type { Page } from '@playwright/test'

/** The live channel stays silent: what happens elsewhere reaches this page only when it asks. For tests of a page that is behind. */
export async function withoutLiveNews(page: Page): Promise<void> {
  await page.routeWebSocket(/\/realtime\/v1\//, () => undefined)
}
