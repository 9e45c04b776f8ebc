import { readCoupon } from '#domain/coupon.ts'
import type { Coupon } from '#domain/coupon.ts'
import { loadSupabase } from './supabase.ts'

/** The coupon with this code as it stands for whoever is signed in; null when there is none. Throws when it could not be asked. */
export async function findCoupon(code: string): Promise<Coupon | null> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('find_coupon', { p_code: code })
  if (error) throw new Error(error.message)
  return readCoupon(data as Record<string, unknown> | null)
}
