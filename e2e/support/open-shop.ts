/** Playwright's global setup: one demo shop for all browser tests, on a fresh data folder. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openShop } from './shop-process.ts'

export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-e2e-'))
  const shop = await openShop({ dataDir })
  process.env.SHOP_URL = shop.url
  process.env.SHOP_DATA_DIR = dataDir
  process.env.SHOP_OUTPUT = shop.output()
  return async () => {
    await shop.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
