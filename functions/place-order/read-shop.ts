import { readSettings } from '#domain/settings.ts'
import type { StoreSettings } from '#domain/settings.ts'
import type { Query } from '../context.ts'

/**
 * The settings an order depends on. The same statement, as the transaction's first, says how long the buyer waits for
 * those in front before hearing that the shop is busy: a connection must not be held for ever.
 */
export async function readShop(query: Query): Promise<StoreSettings> {
  const [row] = await query<Record<string, unknown>>(
    `select store_name, state_code, prices_include_gst, forced_gst_percent, free_delivery_from, delivery_charge, cod_enabled, upi_vpa,
        set_config('lock_timeout', '5s', true), set_config('statement_timeout', '10s', true)
       from public.settings`,
  )
  if (!row) throw new Error('The shop has no settings row')
  return readSettings(row)
}
