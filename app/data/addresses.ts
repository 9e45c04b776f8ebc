import { loadSupabase } from './supabase.ts'

export type SavedAddress = {
  id: string
  full_name: string
  company_name: string | null
  gstin: string | null
  address: string
  city: string
  state: string
  pincode: string
  email: string | null
  phone: string
}

/** The addresses of one user, newest first. */
export async function fetchAddresses(userId: string): Promise<SavedAddress[]> {
  const client = await loadSupabase()
  const { data, error } = await client
    .from('addresses')
    .select('*')
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .overrideTypes<SavedAddress[], { merge: false }>()
  if (error) throw new Error(error.message)
  return data
}

export async function deleteAddress(userId: string, id: string): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.from('addresses').delete().eq('user_id', userId).eq('id', id)
  if (error) throw new Error(error.message)
}

export type NewAddress = Omit<SavedAddress, 'id'>

export async function saveAddress(userId: string, address: NewAddress): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.from('addresses').insert({ user_id: userId, ...address })
  if (error) throw new Error(error.message)
}
