/** Reads auth.mfa_factors and checks what an account and a session may do with them. */
import type { Query } from '#postgres/statement.ts'
import { isUuid } from '../../core/uuid.ts'
import type { AuthCaller } from '../context.ts'
import { requireUser } from '../sessions/current-user.ts'
import { AuthError } from '../errors.ts'
import type { UserRow } from '../accounts/users.ts'

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
/** An unfinished enrolment is removed after this time. */
const UNFINISHED_SECONDS = 3600

export function factorsOf(query: Query, userId: string): Promise<FactorRow[]> {
  return query<FactorRow>(`select ${COLUMNS} from auth.mfa_factors where user_id = $1 order by created_at, id for update`, [userId])
}

/** A factor of the account, locked so that attempts at one factor run one after another. */
export async function requireFactor(query: Query, userId: string, id: string | undefined): Promise<FactorRow> {
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
  const [factor] = await query<FactorRow>(`select ${COLUMNS} from auth.mfa_factors where id = $1 and user_id = $2 for update`, [id, userId])
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
  return factor
}

export type CurrentUser = { user: UserRow; sessionId: string; aal: string }

/** The current user with the account's row locked, so that changes of its factors run one after another. */
export function lockCaller(query: Query, caller: AuthCaller): Promise<CurrentUser> {
  return requireUser(query, caller, true)
}

/** Whether the account has a verified second factor. */
export function hasSecondFactor(user: UserRow): boolean {
  return user.factors.some(({ status }) => status === 'verified')
}

/** Whether the account has a second factor that this session has not given. */
export function needsSecondFactor({ user, aal }: CurrentUser): boolean {
  return aal !== 'aal2' && hasSecondFactor(user)
}

/** Checks GoTrue's conditions for adding a factor and returns the existing ones. Throws AuthError. */
export async function checkRoom(query: Query, who: CurrentUser, name: string, now: Date): Promise<FactorRow[]> {
  await query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and created_at < $2`, [
    who.user.id,
    new Date(now.getTime() - UNFINISHED_SECONDS * 1000),
  ])
  const factors = await factorsOf(query, who.user.id)
  if (factors.some(({ friendly_name: existing }) => (existing ?? '') === name)) {
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

/** Names and issuers are part of the QR code and of every user response, so their length is limited. */
export function readName(value: unknown, what: string): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string' || value.length > MAX_NAME_CHARACTERS) {
    throw new AuthError(400, 'validation_failed', `${what} must be a text of at most ${MAX_NAME_CHARACTERS} characters`)
  }
  return value.trim()
}
