/** What the signed-in user may do in the back office, according to the database. */
import type { Access, Invite } from '#supabase/results/people.ts'
import { queryClient } from '../../api/queries.ts'
import { loadSupabase } from '../../api/supabase.ts'

export type { Access, Invite } from '#supabase/results/people.ts'

export const ACCESS_KEY = ['staff-access'] as const

/** null: the user is not staff. */
export async function fetchAccess(): Promise<Access | null> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('my_access')
  if (error) throw new Error(error.message, { cause: error })
  return data
}

/** The invitation of the signed-in user; null when there is none. */
export async function fetchInvite(): Promise<Invite | null> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('my_invite')
  if (error) throw new Error(error.message, { cause: error })
  return data
}

/** Accepts the invitation under this name. @throws with the server's sentence */
export async function acceptInvite(name: string): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.rpc('accept_invite', { p_name: name })
  if (error) throw new Error(error.message, { cause: error })
}

/** How the user signed in: 'password', or 'otp' for a mailed link. null: unknown. */
export async function signInMethod(): Promise<string | null> {
  const client = await loadSupabase()
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  const [method] = data?.currentAuthenticationMethods ?? []
  return method === undefined ? null : typeof method === 'string' ? method : method.method
}

/** Whether the database refused: the role may have been revoked a moment ago. */
export const isForbidden = (error: unknown): boolean => {
  const cause: unknown = error instanceof Error ? error.cause : null
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === '42501'
}

/** Reads the permissions again whenever a request is refused, so that the back office shows the change at once. @returns stop */
export function followRefusals(): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error' || !isForbidden(event.action.error)) return
    if (event.query.queryKey[0] === ACCESS_KEY[0]) return
    void Promise.all([queryClient.invalidateQueries({ queryKey: ACCESS_KEY }), queryClient.invalidateQueries({ queryKey: ['is-admin'] })])
  })
}

/** Whether this user may do what only a super admin may; an error counts as no, as it does for admin. */
export async function askIsSuperAdmin(userId: string): Promise<boolean> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('has_role', { _user_id: userId, _role: 'super_admin' })
  return !error && data
}
