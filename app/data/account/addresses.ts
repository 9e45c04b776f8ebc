import type { TableRow } from '#supabase/database.ts'
import { loadSupabase } from '../api/supabase.ts'

/** `is_default`: offered first at checkout; at most one address is the default. */
export type SavedAddress = Omit<TableRow<'addresses'>, 'user_id' | 'created_at' | 'updated_at'>

/** The addresses of one user, the default first, then the newest. */
export async function fetchAddresses(userId: string): Promise<SavedAddress[]> {
  const client = await loadSupabase()
  const { data, error } = await client
    .from('addresses')
    .select('*')
    .eq('user_id', userId)
    .order('is_default', { ascending: false })
    .order('created_at', { ascending: false })
    .retry(false) // the query client retries once
  if (error) throw new Error(error.message)
  return data
}

export async function deleteAddress(userId: string, id: string): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.from('addresses').delete().eq('user_id', userId).eq('id', id)
  if (error) throw new Error(error.message)
}

/** Without `is_default` the address does not become the default. */
export type NewAddress = Omit<SavedAddress, 'id' | 'is_default'> & { is_default?: boolean }

export async function saveAddress(userId: string, address: NewAddress): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.from('addresses').insert({ user_id: userId, ...address })
  if (error) throw new Error(error.message)
}

/** Changes the given fields; a new default replaces the old one in the same write. */
export async function updateAddress(userId: string, id: string, changes: Partial<NewAddress>): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.from('addresses').update(changes).eq('user_id', userId).eq('id', id)
  if (error) throw new Error(error.message)
}
