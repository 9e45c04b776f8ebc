import type { ReadClient } from '../api/client.ts'
import { readSettings, type StoreSettings } from '#domain/shop/settings.ts'
import { orThrow } from '../api/read.ts'

/** The one row of store settings: name, address, hours, delivery promise, GST display. Money in paise. */
export async function loadSettings(db: ReadClient): Promise<StoreSettings> {
  const row = orThrow<Record<string, unknown>>(await db.from('settings').select('*').limit(1).single())
  return readSettings(row)
}
