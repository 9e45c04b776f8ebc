/** Who runs the shop: admins and super admins (ruling 27). */
import { loadSupabase } from './supabase.ts'

export type Role = 'admin' | 'super_admin'
/** `email`: null for whoever may not see it. `since`: when the greater of their roles was given. */
export type StaffMember = {
  user_id: string
  full_name: string | null
  role: Role
  since: string
  granted_by: string | null
  last_sign_in_at: string | null
  blocked: boolean
  email: string | null
}

export async function fetchPeople(): Promise<StaffMember[]> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('admin_people', {}, { get: true })
  if (error) throw new Error(error.message, { cause: error })
  const people = data as StaffMember[]
  return people.toSorted((a, b) => b.role.localeCompare(a.role) || a.since.localeCompare(b.since))
}

const REFUSALS = ['WRONG_PASSWORD', 'TOO_MANY', 'FORBIDDEN', 'NO_ACCOUNT', 'UNCONFIRMED', 'BLOCKED', 'SAME', 'LAST_SUPER_ADMIN'] as const
export type RoleRefusal = (typeof REFUSALS)[number] | 'FAILED'

/** Gives or takes a role (`null`: neither any more) with one's own password said again. @returns null when it was done */
export async function setRole(whom: { user: string } | { email: string }, role: Role | null, password: string): Promise<RoleRefusal | null> {
  try {
    const client = await loadSupabase()
    const { error } = await client.functions.invoke<unknown>('set-role', { body: { ...whom, role, password } })
    if (!error) return null
    const answer: unknown = error.context instanceof Response ? await error.context.json().catch(() => null) : null
    const code = (answer as { code?: unknown } | null)?.code
    return REFUSALS.find((known) => known === code) ?? 'FAILED'
  } catch {
    return 'FAILED'
  }
}
