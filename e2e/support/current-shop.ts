/** The shop that the global setup opened. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ShopKeys } from './shop-process.ts'

export function shopUrl(): string {
  const url = process.env.SHOP_URL
  if (!url) throw new Error('the global setup has not opened a shop')
  return url
}

export function shopDataDir(): string {
  return process.env.SHOP_DATA_DIR ?? ''
}

/** What the shop printed when it opened. */
export function shopOutput(): string {
  return process.env.SHOP_OUTPUT ?? ''
}

export function shopKeys(): ShopKeys {
  return JSON.parse(readFileSync(path.join(shopDataDir(), 'keys.json'), 'utf8')) as ShopKeys
}

/** The tests' size: `long` in `npm run test:long`. */
export const isLong = process.env.SHRINGAR_TEST_SIZE === 'long'
