/** Notes of staff about a customer. */
import type { SelectedRow } from '#supabase/database.ts'
import { saveRow } from '../save.ts'
import type { SaveResult } from '../save.ts'
import { loadSupabase } from '../../api/supabase.ts'

const NOTE_COLUMNS = 'id,note,author,created_at,updated_at'
export type CustomerNote = SelectedRow<'customer_notes', typeof NOTE_COLUMNS>

/** Notes of admins about the customer, newest first. */
export async function fetchNotes(userId: string): Promise<CustomerNote[]> {
  const client = await loadSupabase()
  const { data, error } = await client
    .from('customer_notes')
    .select(NOTE_COLUMNS)
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(200)
  if (error) throw new Error(error.message, { cause: error })
  return data
}

export async function addNote(userId: string, note: string): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.from('customer_notes').insert({ user_id: userId, note })
  if (error) throw new Error(error.message, { cause: error })
}

export const saveNote = (note: CustomerNote, text: string): Promise<SaveResult<CustomerNote>> =>
  saveRow({
    table: 'customer_notes',
    id: note.id,
    stamp: { column: 'updated_at', value: note.updated_at },
    update: (client) => client.from('customer_notes').update({ note: text }).select(NOTE_COLUMNS),
    read: (client) => client.from('customer_notes').select(NOTE_COLUMNS),
  })

/** False: someone else deleted it first, or the user did not write it. */
export async function deleteNote(id: string): Promise<boolean> {
  const client = await loadSupabase()
  const { data, error } = await client.from('customer_notes').delete().eq('id', id).select('id')
  if (error) throw new Error(error.message, { cause: error })
  return data.length > 0
}
