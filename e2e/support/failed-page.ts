/** What a page showed and waited for when its test failed: printed, since a log may be all that is left of a run. */
import type { Page, Request } from '@playwright/test'

/** A screen's accessibility tree is longer only with long lists. */
const MOST_CHARACTERS = 6000

/** Follows the page's requests from now on; the function returned describes the page. */
export function followPage(page: Page): () => Promise<string> {
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  for (const end of ['requestfinished', 'requestfailed'] as const) page.on(end as 'requestfinished', (request) => open.delete(request))
  return async () => {
    const shown = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5000 })
      .catch((error: unknown) => String(error))
    const waiting = [...open].map((request) => `  unfinished: ${request.method()} ${request.url()}`)
    return [`The page at the failure: ${page.url()}`, ...waiting, shown.slice(0, MOST_CHARACTERS)].join('\n')
  }
}
