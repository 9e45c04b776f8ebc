/** Whether the user may open the back office, and what their sign-in lacks for it. */
import { askIsAdmin } from '../orders/orders.ts'
import { loadSupabase } from '../../api/supabase.ts'

/**
 * `set-up`: the shop requires two-step sign-in, and this account has none yet. `give-code`: it has, but this session has not entered
 * its code. `unknown`: the request failed; access stays closed then too.
 */
export type StaffAccess = 'open' | 'none' | 'set-up' | 'give-code' | 'unknown'

/** What public.my_access() returns about the second factor; null: not staff. */
type Access = { second_factor?: { enrolled?: boolean; given?: boolean; required?: boolean } } | null

/** What the sign-in of a staff member lacks; null: nothing. */
export function lacking(access: Access): 'set-up' | 'give-code' | null {
  const factor = access?.second_factor
  if (!factor?.required || factor.given) return null
  return factor.enrolled ? 'give-code' : 'set-up'
}

export async function askStaffAccess(userId: string): Promise<StaffAccess> {
  if (await askIsAdmin(userId)) return 'open'
  // The back office is closed without the second factor; only this call says whether that is the reason.
  try {
    const client = await loadSupabase()
    const { data, error } = await client.rpc('my_access', {}, { get: true })
    if (error) return 'unknown'
    // A staff member who lacks nothing but was not admitted: the first request failed.
    return lacking(data) ?? (data === null ? 'none' : 'unknown')
  } catch {
    return 'unknown'
  }
}
