/** Delivery zones, cash on delivery and the courier's list, as the back office changes them (docs/decisions/0083-delivery-rates.md). */
import type { ZoneRow } from '#domain/delivery/zones.ts'
import type { TableRow } from '#supabase/database.ts'
import { loadSupabase } from '../../api/supabase.ts'

export type DeliveryRates = TableRow<'delivery_rates'>
/** What the form writes. */
export type RateChanges = Partial<Pick<DeliveryRates, 'default_weight_grams' | 'cod_fee' | 'cod_minimum' | 'cod_maximum'>> & { zones?: ZoneRow[] }

export async function fetchDeliveryRates(): Promise<DeliveryRates> {
  const client = await loadSupabase()
  const { data, error } = await client.from('delivery_rates').select('*').single()
  if (error) throw new Error(error.message, { cause: error })
  return data
}

/** null: the row no longer has this version, and nothing was written */
export async function saveDeliveryRates(version: number, changes: RateChanges): Promise<DeliveryRates | null> {
  const client = await loadSupabase()
  const { data, error } = await client.from('delivery_rates').update(changes).eq('id', true).eq('version', version).select('*')
  if (error) throw new Error(error.message, { cause: error })
  return data[0] ?? null
}
