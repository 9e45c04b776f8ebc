/** Events for another system (docs/webhooks.md). */
import type { SettingsResults, WebhookSetup } from '#supabase/results/settings.ts'
import { loadSupabase } from '../../api/supabase.ts'
import { decodeCursor, pageOf } from '../keyset.ts'
import type { Page } from '../keyset.ts'

export type { WebhookSetup } from '#supabase/results/settings.ts'
export type Delivery = SettingsResults['webhook_deliveries'][number]

export const DELIVERY_STATES = ['queued', 'delivered', 'parked'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Null: the server has no address to send to. */
export async function fetchWebhookSetup(): Promise<WebhookSetup | null> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('webhook_setup', {}, { get: true })
  if (error) throw new Error(error.message, { cause: error })
  return data
}

const SORT = [{ column: 'id', ascending: false }]

/** Newest first. */
export async function fetchDeliveries(state: DeliveryState | null, cursor: string | null, size: number): Promise<Page<Delivery>> {
  const client = await loadSupabase()
  const from = decodeCursor(cursor, 1)
  const id = Number(from?.values[0])
  const near = from === null || !Number.isSafeInteger(id) ? {} : from.direction === 'after' ? { p_before: id } : { p_after: id }
  const { data, error } = await client.rpc('webhook_deliveries', { ...(state === null ? {} : { p_state: state }), ...near, p_limit: size + 1 }, { get: true })
  if (error) throw new Error(error.message, { cause: error })
  return pageOf(data, { sort: SORT, from: Object.keys(near).length > 0 ? from : null, size, count: null })
}

/** @param ids null: all that were given up @returns how many; of an event that waits already there is none */
export async function sendAgain(ids: readonly number[] | null): Promise<number> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('send_webhooks_again', ids === null ? {} : { p_ids: [...ids] })
  if (error) throw new Error(error.message, { cause: error })
  return data
}
