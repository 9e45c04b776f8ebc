import type { Page } from '@playwright/test'

/** Silences the live channel: the page learns of changes elsewhere only by its own requests. For tests of a stale page. */
export async function withoutLiveNews(page: Page): Promise<void> {
  await page.routeWebSocket(/\/realtime\/v1\//, () => undefined)
}
