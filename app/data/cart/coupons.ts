import { readDiscount } from '#domain/discounts/discount.ts'
import type { Coupon, Discount } from '#domain/discounts/discount.ts'
import { loadSupabase } from '../api/supabase.ts'

/** The coupon with this code as it applies to the signed-in user; null when there is none. Throws when the request failed. */
export async function findCoupon(code: string): Promise<Coupon | 'TOO_MANY_CODES' | null> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('find_coupon', { p_code: code })
  if (error && /TOO_MANY_CODES/.test(error.details)) return 'TOO_MANY_CODES'
  if (error) throw new Error(error.message)
  return data === null ? null : readDiscount(data)
}

/** The offers that apply by themselves to these products for the signed-in user. Throws when the request failed. */
export async function findOffers(productIds: readonly string[]): Promise<Discount[]> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('find_offers', { p_products: [...productIds] })
  if (error) throw new Error(error.message)
  return data.map(readDiscount)
}
