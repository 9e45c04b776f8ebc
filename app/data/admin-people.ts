/** Who runs the shop. */
import { ROLES } from '#domain/staff.ts'
import type { Role } from '#domain/staff.ts'
import { loadSupabase } from './supabase.ts'

export type { Role } from '#domain/staff.ts'
/** `since`: when the role was given. */
export type StaffMember = {
  user_id: string
  full_name: string | null
  role: Role
  since: string
  granted_by: string | null
  last_sign_in_at: string | null
  blocked: boolean
  email: string | null
  second_factor: boolean
}

export async function fetchPeople(): Promise<StaffMember[]> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('admin_people', {}, { get: true })
  if (error) throw new Error(error.message, { cause: error })
  const people = data as StaffMember[]
  return people.toSorted((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role) || a.since.localeCompare(b.since))
}

const REFUSALS = ['WRONG_PASSWORD', 'TOO_MANY', 'FORBIDDEN', 'NO_ACCOUNT', 'UNCONFIRMED', 'BLOCKED', 'SAME', 'LAST_OWNER', 'SECOND_FACTOR'] as const
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
