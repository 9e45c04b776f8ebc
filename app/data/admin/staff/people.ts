/** The staff of the shop. */
import type { FunctionRow } from '#supabase/database.ts'
import { ROLES } from '#domain/shop/staff.ts'
import type { Role } from '#domain/shop/staff.ts'
import { callOwnerFunction } from './owner-calls.ts'
import type { OwnerAnswer } from './owner-calls.ts'
import { loadSupabase } from '../../api/supabase.ts'

export type { Role } from '#domain/shop/staff.ts'

/** `since`: when the role was granted. */
export type StaffMember = FunctionRow<'admin_people'>

export async function fetchPeople(): Promise<StaffMember[]> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('admin_people', {}, { get: true })
  if (error) throw new Error(error.message, { cause: error })
  return data.toSorted((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role) || a.since.localeCompare(b.since))
}

export type OpenInvite = FunctionRow<'staff_invites'>

/** The open invitations, the latest first. */
export async function fetchInvites(): Promise<OpenInvite[]> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('staff_invites')
  if (error) throw new Error(error.message, { cause: error })
  return data
}

const REFUSALS = [
  'WRONG_PASSWORD',
  'TOO_MANY',
  'FORBIDDEN',
  'NO_ACCOUNT',
  'UNCONFIRMED',
  'BLOCKED',
  'SAME',
  'LAST_OWNER',
  'SECOND_FACTOR',
  'STAFF',
  'NOT_SENT',
  'NOT_OPEN',
] as const
export type StaffRefusal = (typeof REFUSALS)[number] | 'FAILED'

/** Why the request was refused; null: it succeeded. */
export const refusalOf = (answer: OwnerAnswer): StaffRefusal | null => (answer.ok ? null : (REFUSALS.find((known) => known === answer.code) ?? 'FAILED'))

/** Sets another role, or removes it: then the user is signed out everywhere. */
export const setRole = (user: string, role: Role | null, password: string): Promise<OwnerAnswer> => callOwnerFunction('set-role', { user, role }, password)
/** Inviting again starts a new week, and may set another role. */
export const inviteStaff = (email: string, role: Role, password: string): Promise<OwnerAnswer> => callOwnerFunction('invite-staff', { email, role }, password)
export const withdrawInvite = (invite: string, password: string): Promise<OwnerAnswer> => callOwnerFunction('withdraw-invite', { invite }, password)
