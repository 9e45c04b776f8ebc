/** Delivery zones, cash on delivery and the courier's list, as the back office changes them (docs/decisions/0083-delivery-rates.md). */
import type { ListedPin, ListMeans } from '#domain/delivery/pin-list.ts'
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

/** How many PIN codes the list has now; an empty list that replaces it ends it. */
export async function importPins(version: number, means: ListMeans, replace: boolean, pins: readonly ListedPin[]): Promise<number> {
  const client = await loadSupabase()
  const numbers = (some: readonly ListedPin[]) => some.map(({ pin }) => pin)
  const { data, error } = await client.rpc('import_delivery_pins', {
    p_version: version,
    p_means: means,
    p_replace: replace,
    p_listed: numbers(pins),
    p_prepaid: numbers(pins.filter(({ prepaid }) => prepaid)),
    p_cod: numbers(pins.filter(({ cod }) => cod)),
  })
  if (error) throw new Error(error.message, { cause: error })
  return data
}

/** Each PIN code with 1 for prepaid and 2 for cash on delivery, added up. */
export async function exportPins(): Promise<[pin: number, takes: number][]> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('delivery_pin_list')
  if (error) throw new Error(error.message, { cause: error })
  return data
}
