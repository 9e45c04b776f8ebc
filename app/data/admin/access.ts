/** What whoever opens the back office may do there, by the database's word. */
import type { Permission, Role } from '#domain/shop/staff.ts'
import { queryClient } from '../api/queries.ts'
import { loadSupabase } from '../api/supabase.ts'

/** `name`: null until somebody said theirs. `permissions`: empty while the session lacks a second factor that the shop demands. */
export type Access = {
  role: Role
  name: string | null
  email: string
  permissions: Permission[]
  second_factor: { enrolled: boolean; given: boolean; required: boolean }
}
export type Invite = { role: Role; invited_by: string | null; expires_at: string }

export const ACCESS_KEY = ['staff-access'] as const

/** null: no staff. */
export async function fetchAccess(): Promise<Access | null> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('my_access')
  if (error) throw new Error(error.message, { cause: error })
  return data as Access | null
}

/** The invitation of whoever is signed in; null: none. */
export async function fetchInvite(): Promise<Invite | null> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('my_invite')
  if (error) throw new Error(error.message, { cause: error })
  return data as Invite | null
}

/** Begins the work, under this name. @throws with the server's sentence */
export async function acceptInvite(name: string): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.rpc('accept_invite', { p_name: name })
  if (error) throw new Error(error.message, { cause: error })
}

/** How one came in: 'password', 'otp' for a mailed link. null: nobody knows. */
export async function signInMethod(): Promise<string | null> {
  const client = await loadSupabase()
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  const [method] = data?.currentAuthenticationMethods ?? []
  return method === undefined ? null : typeof method === 'string' ? method : method.method
}

/** A refusal by the database: the role may have been taken away a moment ago. */
export const isForbidden = (error: unknown): boolean => {
  const cause: unknown = error instanceof Error ? error.cause : null
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === '42501'
}

/** Asks again for the permissions whenever an answer says no, so that the frame follows within that moment. @returns stop */
export function followRefusals(): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error' || !isForbidden(event.action.error)) return
    if (event.query.queryKey[0] === ACCESS_KEY[0]) return
    void Promise.all([queryClient.invalidateQueries({ queryKey: ACCESS_KEY }), queryClient.invalidateQueries({ queryKey: ['is-admin'] })])
  })
}

/** Whether this user may do what only a super admin may; an error counts as no, as for admin. */
export async function askIsSuperAdmin(userId: string): Promise<boolean> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('has_role', { _user_id: userId, _role: 'super_admin' })
  return !error && data === true
}
