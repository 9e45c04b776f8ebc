/** Whether somebody may open the back office, and what their sign-in lacks for it. */
import { askIsAdmin } from './orders.ts'
import { loadSupabase } from '../api/supabase.ts'

/**
 * `set-up`: the shop demands two-step sign-in, and this account has none yet. `give-code`: it has, but this session has not
 * given its code. `unknown`: the question was not answered, which opens nothing either.
 */
export type StaffAccess = 'open' | 'none' | 'set-up' | 'give-code' | 'unknown'

/** What public.my_access() tells of the second factor; null: no staff. */
type Access = { second_factor?: { enrolled?: boolean; given?: boolean; required?: boolean } } | null

/** What the sign-in of somebody who works here lacks; null where nothing. */
export function lacking(access: Access): 'set-up' | 'give-code' | null {
  const factor = access?.second_factor
  if (!factor?.required || factor.given) return null
  return factor.enrolled ? 'give-code' : 'set-up'
}

export async function askStaffAccess(userId: string): Promise<StaffAccess> {
  if (await askIsAdmin(userId)) return 'open'
  // The panel is closed to whoever lacks the second factor: why, only this answers.
  try {
    const client = await loadSupabase()
    const { data, error } = await client.rpc('my_access', {}, { get: true })
    if (error) return 'unknown'
    const access = data as Access
    // Somebody who works here, lacks nothing and was not let in: the first question failed.
    return lacking(access) ?? (access === null ? 'none' : 'unknown')
  } catch {
    return 'unknown'
  }
}
