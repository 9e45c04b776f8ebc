/** A visitor whose browser has the shop's worker, and what it has kept. */
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** What a browser says on its console while the shop cannot be reached: its own words for each request that failed. */
export const LINE_ERRORS =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION_(REFUSED|RESET)|ERR_EMPTY_RESPONSE|ERR_NETWORK_CHANGED|status of (400|404|410|503)/

/** The worker controls the page, and what the page asked it to keep has been put away. */
export async function workerReady(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 30_000 }).toBe('activated')
}

/** Every address that the worker has kept, by the name of its cache without the version. */
export async function keptAddresses(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(async () => {
    const found: Record<string, string[]> = {}
    for (const name of await caches.keys()) {
      const keys = await (await caches.open(name)).keys()
      found[name.replace(/-[0-9a-f]{12}$/, '')] = keys.map(({ url }) => url.slice(location.origin.length))
    }
    return found
  })
}

/** The page is kept whole: as HTML for a reload, as data for a link. */
export async function pageKept(page: Page, path: string): Promise<void> {
  const dataPath = path === '/' ? '/_.data' : path.replace(/(\?|$)/, '.data$1')
  await expect.poll(async () => (await keptAddresses(page))['shringar-pages'] ?? [], { timeout: 20_000 }).toEqual(expect.arrayContaining([path, dataPath]))
}
