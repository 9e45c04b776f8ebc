/** auth.mfa_factors: reading them, and what an account and a session may do with them. */
import type { Query } from '#postgres/statement.ts'
import type { AuthCaller } from './context.ts'
import { isUuid, requireUser } from './current-user.ts'
import { AuthError } from './errors.ts'
import type { UserRow } from './users.ts'

export type FactorRow = {
  id: string
  user_id: string
  friendly_name: string | null
  factor_type: 'totp' | 'webauthn' | 'phone' | 'recovery_code'
  status: 'unverified' | 'verified'
  secret: string | null
  /** bigint comes as text */
  last_used_step: string
  created_at: Date
}

const COLUMNS = 'id, user_id, friendly_name, factor_type, status, secret, last_used_step, created_at'
const MAX_FACTORS = 10
/** An enrolment that was never finished makes room after this long. */
const UNFINISHED_SECONDS = 3600

export function factorsOf(query: Query, userId: string): Promise<FactorRow[]> {
  return query<FactorRow>(`select ${COLUMNS} from auth.mfa_factors where user_id = $1 order by created_at, id for update`, [userId])
}

/** The account's own factor, locked: attempts at one factor take turns. */
export async function requireFactor(query: Query, userId: string, id: string | undefined): Promise<FactorRow> {
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
  const [factor] = await query<FactorRow>(`select ${COLUMNS} from auth.mfa_factors where id = $1 and user_id = $2 for update`, [id, userId])
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
  return factor
}

export type Who = { user: UserRow; sessionId: string; aal: string }

/** Who asks, with the account's row locked: changes of its factors take turns. */
export function lockCaller(query: Query, caller: AuthCaller): Promise<Who> {
  return requireUser(query, caller, true)
}

/** Whether the account has a second factor that its sign-ins must give. */
export function hasSecondFactor(user: UserRow): boolean {
  return user.factors.some(({ status }) => status === 'verified')
}

/** The password alone was given, and the account asks for more. */
export function owesSecondFactor({ user, aal }: Who): boolean {
  return aal !== 'aal2' && hasSecondFactor(user)
}

/** GoTrue's conditions for one more factor. */
export async function checkRoom(query: Query, who: Who, name: string, now: Date): Promise<FactorRow[]> {
  await query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and created_at < $2`, [
    who.user.id,
    new Date(now.getTime() - UNFINISHED_SECONDS * 1000),
  ])
  const factors = await factorsOf(query, who.user.id)
  if (factors.some(({ friendly_name: taken }) => (taken ?? '') === name)) {
    throw new AuthError(422, 'mfa_factor_name_conflict', `A factor with the friendly name "${name}" for this user already exists`)
  }
  if (factors.length >= MAX_FACTORS) {
    throw new AuthError(422, 'too_many_enrolled_mfa_factors', 'Maximum number of verified factors reached, unenroll to continue')
  }
  if (factors.some(({ status }) => status === 'verified') && who.aal !== 'aal2') {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  }
  return factors
}

const MAX_NAME_CHARACTERS = 100

/** Names and issuers go into the QR code and into every access to the account. */
export function readName(value: unknown, what: string): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string' || value.length > MAX_NAME_CHARACTERS) {
    throw new AuthError(400, 'validation_failed', `${what} must be a text of at most ${MAX_NAME_CHARACTERS} characters`)
  }
  return value.trim()
}
