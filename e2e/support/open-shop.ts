/** Playwright's global setup: a demo shop for each worker, on a fresh data folder, so that no test depends on another worker's settings or stock. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FullConfig } from '@playwright/test'
import { tellShop } from './current-shop.ts'
import { openShop } from './shop-process.ts'

export default async function setup({ workers }: Pick<FullConfig, 'workers'>): Promise<() => Promise<void>> {
  const opened = await Promise.all(
    Array.from({ length: workers }, async (_, place) => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-e2e-'))
      const shop = await openShop({ dataDir })
      tellShop(place, { url: shop.url, dataDir, output: shop.output() })
      return shop
    }),
  )
  return async () => {
    for (const shop of opened) {
      await shop.stop()
      await rm(shop.dataDir, { recursive: true, force: true })
    }
  }
}
