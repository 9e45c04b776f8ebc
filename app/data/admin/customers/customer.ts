/** One customer: profile, orders, and blocking the account. */
import type { Customer } from '#supabase/results/people.ts'
import type { SelectedRow } from '#supabase/database.ts'
import { keysetPage } from '../keyset.ts'
import type { Page, SortKey } from '../keyset.ts'
import { saveRow } from '../save.ts'
import type { SaveResult } from '../save.ts'
import { loadSupabase } from '../../api/supabase.ts'
import { fetchAdminOrders } from '../orders/orders.ts'
import type { AdminOrder } from '../orders/orders.ts'

export type { Customer, CustomerAddress, OrderedAddress } from '#supabase/results/people.ts'

const PROFILE_COLUMNS = 'id,full_name,company_name,gstin,phone,created_at,updated_at'
export type CustomerProfile = SelectedRow<'profiles', typeof PROFILE_COLUMNS>

/** One customer with everything the shop knows; null when there is none with this id. */
export async function fetchCustomer(id: string): Promise<Customer | null> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('admin_customer', { p_user: id }, { get: true })
  if (error) throw new Error(error.message, { cause: error })
  return data
}

const ORDER_COLUMNS = 'id,order_number,created_at,status,payment_method,payment_state,total_amount'
export type CustomerOrder = Pick<AdminOrder, 'id' | 'order_number' | 'created_at' | 'status' | 'payment_method' | 'payment_state' | 'total_amount'>

/** A page of the customer's orders, newest first. Those of someone without an account are found by the database, which knows their phone. */
export async function fetchCustomerOrders(
  { id: userId, guest }: { id: string; guest: boolean },
  cursor: string | null,
  size: number,
): Promise<Page<CustomerOrder>> {
  if (guest) return fetchAdminOrders({ filters: { customer: userId }, sort: { by: 'placed', ascending: false } }, cursor, size)
  const client = await loadSupabase()
  const query = client.from('orders').select(ORDER_COLUMNS, { count: 'estimated' }).eq('user_id', userId)
  const sort: SortKey[] = [
    { column: 'created_at', ascending: false },
    { column: 'id', ascending: true },
  ]
  return keysetPage<CustomerOrder, typeof query>(query, { sort, cursor, size })
}

export type ProfileEdit = Pick<CustomerProfile, 'full_name' | 'company_name' | 'gstin' | 'phone'>

/** Saves an admin's changes if the profile still is as the form read it. */
export const saveProfile = (profile: CustomerProfile, changes: Partial<ProfileEdit>): Promise<SaveResult<CustomerProfile>> =>
  saveRow({
    table: 'profiles',
    id: profile.id,
    stamp: { column: 'updated_at', value: profile.updated_at },
    update: (client) => client.from('profiles').update(changes).select(PROFILE_COLUMNS),
    read: (client) => client.from('profiles').select(PROFILE_COLUMNS),
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
