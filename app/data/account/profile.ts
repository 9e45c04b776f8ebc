import { loadSupabase } from '../api/supabase.ts'

export type ProfileChanges = { full_name?: string; company_name?: string | null; gstin?: string | null; phone?: string | null }

/** Updates the profile with this id, changed fields only. Throws with the server's sentence. */
export async function updateProfile(userId: string, changes: ProfileChanges): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.from('profiles').update(changes).eq('id', userId)
  if (error) throw new Error(error.message)
}
