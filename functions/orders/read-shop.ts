import { readSettings, settingsColumns } from '#domain/shop/settings.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import type { Query } from '#postgres/statement.ts'

/** The settings an order depends on. */
export async function readShop(query: Query): Promise<StoreSettings> {
  const [row] = await query<Record<string, unknown>>(`select ${settingsColumns().join(', ')} from public.settings`)
  if (!row) throw new Error('The shop has no settings row')
  return readSettings(row)
}
