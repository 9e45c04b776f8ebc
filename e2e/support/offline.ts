/** A visitor whose browser has the shop's service worker, and the worker's caches. */
import type { Page } from '@playwright/test'
import { expect, UNREACHABLE } from './fixtures.ts'
import { actOnce } from './hydrated.ts'

/** What an unreachable shop logs, and the answers of the worker in its place. */
export const LINE_ERRORS = new RegExp(`${UNREACHABLE.source}|status of (400|404|410|503)`)

/** Acts once and waits until an activated worker controls the page. */
export async function workerReady(page: Page): Promise<void> {
  await actOnce(page)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 30_000 }).toBe('activated')
}

/** Ends the worker, as a browser does with one that is not used; the next request starts it again. */
export async function stopWorker(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await session.detach()
}

/** Every address that the worker has cached, by the name of its cache without the version. */
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

/** Waits until the page is cached completely: as HTML for a reload, and as data for a link. */
export async function pageKept(page: Page, path: string): Promise<void> {
  const dataPath = path === '/' ? '/_.data' : path.replace(/(\?|$)/, '.data$1')
  await expect.poll(async () => (await keptAddresses(page))['shringar-pages'] ?? [], { timeout: 20_000 }).toEqual(expect.arrayContaining([path, dataPath]))
}
