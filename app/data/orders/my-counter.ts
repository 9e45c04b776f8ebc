import type { MyCounter } from '#supabase/results/orders.ts'
import { loadSupabase } from '../api/supabase.ts'
import { readPersonal, writePersonal } from '../session/personal-storage.ts'

export type { BoughtProduct, MyCounter, OrderOnTheWay, RepeatableOrder } from '#supabase/results/orders.ts'

const NAME = 'counter'

/** What was read last on this device, for when it cannot be read now; null when it is another customer's or nothing. */
export function cachedMyCounter(userId: string): { counter: MyCounter; readAt: string } | null {
  const value = readPersonal('local', NAME) as { userId?: unknown; readAt?: unknown; counter?: unknown } | null
  if (value?.userId !== userId || typeof value.readAt !== 'string' || typeof value.counter !== 'object' || value.counter === null) return null
  return { counter: value.counter as MyCounter, readAt: value.readAt }
}

/** Orders on their way, what to buy again and orders to repeat, in one statement. Throws when the request failed. */
export async function readMyCounter(userId: string): Promise<MyCounter> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('my_counter', {}, { get: true }).retry(false)
  if (error) throw new Error(error.message)
  writePersonal('local', NAME, { userId, readAt: new Date().toISOString(), counter: data })
  return data
}
