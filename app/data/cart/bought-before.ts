import { loadSupabase } from '../api/supabase.ts'
import { readPersonal, writePersonal } from '../session/personal-storage.ts'
import type { ListedProduct } from '../shop/products.ts'

/** A product that the customer ordered before, with the quantity and the moment of its last order. */
export type BoughtBefore = { quantity: number; bought_at: string; product: ListedProduct }

const NAME = 'bought-before'

/** What was read last on this device, to be shown until it is read again; null when it is another customer's or nothing. */
export function cachedBoughtBefore(userId: string): BoughtBefore[] | null {
  const value = readPersonal('local', NAME) as { userId?: unknown; lines?: unknown } | null
  return value?.userId === userId && Array.isArray(value.lines) ? (value.lines as BoughtBefore[]) : null
}

/** The latest first, products that are still sold. Throws when the request failed. */
export async function readBoughtBefore(userId: string): Promise<BoughtBefore[]> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('bought_before', {}, { get: true })
  if (error) throw new Error(error.message)
  writePersonal('local', NAME, { userId, lines: data })
  return data
}
