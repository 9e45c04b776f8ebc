import type { SupabaseClient as Client } from '@supabase/supabase-js'
import type { Database } from '#supabase/database.ts'

/** The client of a signed-in visitor; it knows the database by its types. */
export type SupabaseClient = Client<Database>
