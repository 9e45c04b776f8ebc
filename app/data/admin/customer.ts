/** One customer: profile, orders, and blocking the account. */
import { keysetPage } from './keyset.ts'
import type { Page, SortKey } from './keyset.ts'
import { saveRow } from './save.ts'
import type { SaveResult } from './save.ts'
import { loadSupabase } from '../api/supabase.ts'

export type CustomerProfile = {
  id: string
  full_name: string | null
  company_name: string | null
  gstin: string | null
  phone: string | null
  created_at: string
  updated_at: string
}
export type CustomerAddress = {
  id: string
  full_name: string
  company_name: string | null
  gstin: string | null
  address: string
  city: string
  state: string
  pincode: string
  phone: string
  is_default: boolean
}
/** Money in rupees. `email`: null for users who may not see it. */
export type Customer = {
  profile: CustomerProfile
  email: string | null
  last_sign_in_at: string | null
  roles: string[]
  orders: number
  spent: number
  last_order_at: string | null
  block: { reason: string; created_at: string; by: string | null } | null
  addresses: CustomerAddress[]
  consents: { purpose: 'account' | 'offers'; given: boolean; created_at: string }[]
  complaints: { id: string; number: string; status: 'open' | 'answered' | 'closed'; created_at: string }[]
  products: { product_id: string | null; name: string; quantity: number; total: number; orders: number }[]
}

/** One customer with everything the shop knows; null when there is none with this id. */
export async function fetchCustomer(id: string): Promise<Customer | null> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('admin_customer', { p_user: id }, { get: true })
  if (error) throw new Error(error.message, { cause: error })
  return data as Customer | null
}

export type CustomerOrder = { id: string; created_at: string; status: string; payment_method: string; payment_state: string; total_amount: number }

/** A page of the customer's orders, newest first. */
export async function fetchCustomerOrders(userId: string, cursor: string | null, size: number): Promise<Page<CustomerOrder>> {
  const client = await loadSupabase()
  const query = client
    .from('orders')
    .select<string, CustomerOrder>('id,created_at,status,payment_method,payment_state,total_amount', { count: 'estimated' })
    .eq('user_id', userId)
  const sort: SortKey[] = [
    { column: 'created_at', ascending: false },
    { column: 'id', ascending: true },
  ]
  return keysetPage<CustomerOrder, typeof query>(query, { sort, cursor, size })
}

export type ProfileEdit = Pick<CustomerProfile, 'full_name' | 'company_name' | 'gstin' | 'phone'>

/** Saves an admin's changes if the profile still is as the form read it. */
export const saveProfile = (profile: CustomerProfile, changes: Partial<ProfileEdit>): Promise<SaveResult<CustomerProfile>> =>
  saveRow<CustomerProfile>({
    table: 'profiles',
    id: profile.id,
    changes,
    stamp: { column: 'updated_at', value: profile.updated_at },
    columns: 'id,full_name,company_name,gstin,phone,created_at,updated_at',
  })

/** Ends the customer's sessions and blocks the account. Throws with the database's sentence: OWN_ACCOUNT, STAFF, ALREADY_BLOCKED. */
export async function blockAccount(userId: string, reason: string): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.rpc('block_account', { p_user: userId, p_reason: reason })
  if (error) throw new Error(error.message, { cause: error })
}

export async function unblockAccount(userId: string): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.rpc('unblock_account', { p_user: userId })
  if (error) throw new Error(error.message, { cause: error })
}
