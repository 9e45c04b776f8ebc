/** The buyers of manual orders: customers, buyers without an account, and their delivery addresses. */
import type { FunctionRow, SelectedRow } from '#supabase/database.ts'
import { loadSupabase } from '../../api/supabase.ts'

/** A customer with an account (`id`), or a buyer without one by their newest order (`order_id`). `email`: only for a super admin. */
export type FoundBuyer = FunctionRow<'find_buyers'>

export const BUYERS_FROM = 2

export async function findBuyers(query: string): Promise<FoundBuyer[]> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('find_buyers', { p_query: query, p_limit: 8 }, { get: true })
  if (error) throw new Error(error.message, { cause: error })
  return data
}

/** A customer as the search returns them, with or without an account; null when there is none with this id. */
export async function fetchBuyer(id: string): Promise<FoundBuyer | null> {
  const client = await loadSupabase()
  const [profile, orders] = await Promise.all([
    client.from('profiles').select('id,full_name,company_name,gstin,phone').eq('id', id).maybeSingle(),
    client.from('orders').select('id', { count: 'exact', head: true }).eq('user_id', id),
  ])
  if (profile.error) throw new Error(profile.error.message, { cause: profile.error })
  if (profile.data) return { ...profile.data, order_id: null, email: null, orders: orders.count, last_order_at: null }
  const guest = await client.rpc('admin_customer', { p_user: id }, { get: true })
  if (guest.error) throw new Error(guest.error.message, { cause: guest.error })
  if (!guest.data?.guest) return null
  const { full_name, company_name, gstin, phone, order_id } = guest.data.ordered
  return { id: null, order_id, full_name, company_name, gstin, phone, email: null, orders: null, last_order_at: guest.data.last_order_at }
}

const PLACE = 'id,full_name,company_name,gstin,address,city,state,pincode,phone,email'
export type BuyerPlace = SelectedRow<'addresses', typeof PLACE>

/** With an account its saved addresses, the default one first; without an account the address of the order. */
export async function fetchPlaces({ id, order_id: orderId }: Pick<FoundBuyer, 'id' | 'order_id'>): Promise<BuyerPlace[]> {
  const client = await loadSupabase()
  const { data, error } =
    id === null
      ? await client
          .from('orders')
          .select(PLACE)
          .eq('id', orderId ?? '')
      : await client
          .from('addresses')
          .select(PLACE)
          .eq('user_id', id)
          .order('is_default', { ascending: false })
          .order('created_at', { ascending: false })
          .limit(20)
  if (error) throw new Error(error.message, { cause: error })
  return data
}

/** The products of the customer's newest order, without deleted ones. */
export async function fetchLastOrder(userId: string): Promise<{ product_id: string; quantity: number }[]> {
  const client = await loadSupabase()
  const { data, error } = await client
    .from('orders')
    .select('order_items(product_id,quantity)')
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .limit(1)
  if (error) throw new Error(error.message, { cause: error })
  return (data[0]?.order_items ?? []).flatMap(({ product_id, quantity }) => (product_id === null ? [] : [{ product_id, quantity }]))
}
