/** The shop that the global setup opened for this worker. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ShopKeys } from './shop-process.ts'

type OpenedShop = { url: string; dataDir: string; output: string }

const variable = (place: number | string): string => `SHOP_OF_WORKER_${place}`

/** Workers are separate processes: they receive their shop through the environment. */
export function tellShop(place: number, shop: OpenedShop): void {
  process.env[variable(place)] = JSON.stringify(shop)
}

function opened(): OpenedShop {
  const value = process.env[variable(process.env.TEST_PARALLEL_INDEX ?? 0)]
  if (!value) throw new Error('the global setup has not opened a shop')
  return JSON.parse(value) as OpenedShop
}

export const shopUrl = (): string => opened().url

export const shopDataDir = (): string => opened().dataDir

/** What the shop printed when it opened. */
export const shopOutput = (): string => opened().output

export function shopKeys(): ShopKeys {
  return JSON.parse(readFileSync(path.join(shopDataDir(), 'keys.json'), 'utf8')) as ShopKeys
}

/** The size of the tests: `long` in `npm run test:long`. */
export const isLong = process.env.SHRINGAR_TEST_SIZE === 'long'
