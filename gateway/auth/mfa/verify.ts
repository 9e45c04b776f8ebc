/** POST /factors/{id}/challenge and /factors/{id}/verify: a code of an authenticator app upgrades the session. */
import { randomUUID } from 'node:crypto'
import { inTransaction } from '#postgres/transaction.ts'
import type { Query } from '#postgres/statement.ts'
import { audit } from '../audit.ts'
import { json, type AuthCaller, type AuthContext, type AuthEndpoint, type AfterCommit } from '../context.ts'
import { isUuid } from '../../core/uuid.ts'
import { AuthError } from '../errors.ts'
import { checkBudget, networkOf, noteAttempt } from './attempts.ts'
import { hasSecondFactor, lockCaller, requireFactor, type FactorRow } from './factors.ts'
import { decryptWithAny } from './secrets.ts'
import { notify, upgradeSession } from './session.ts'
import { matchingStep } from './totp.ts'
import type { Json } from '../accounts/users.ts'

const CHALLENGE_SECONDS = 300
/** Open challenges per session. */
const MAX_CHALLENGES = 20

/** The result of checking a code. A refused code still commits, because the attempt has to be counted. */
export type CodeResult = { ok: true; body: Json; send: AfterCommit } | { ok: false; error: AuthError; send: AfterCommit }
const NOTHING: AfterCommit = () => {}
export const refuse = (error: AuthError, send: AfterCommit = NOTHING): CodeResult => ({ ok: false, error, send })

export function respond(result: CodeResult): Response {
  result.send()
  if (!result.ok) throw result.error
  return json(result.body)
}

function requireTotp(factor: FactorRow): void {
  if (factor.factor_type !== 'totp') throw new AuthError(400, 'validation_failed', 'factor_type needs to be totp')
}

export const challenge: AuthEndpoint = async (context, { params, caller }) => {
  const id = randomUUID()
  const now = context.now()
  await inTransaction(context.pool, {}, async (query) => {
    const { user, sessionId } = await lockCaller(query, caller)
    const factor = await requireFactor(query, user.id, params[0])
    requireTotp(factor)
    await query('delete from auth.mfa_challenges where factor_id = $1 and created_at < $2', [factor.id, new Date(now.getTime() - CHALLENGE_SECONDS * 1000)])
    const [open] = await query<{ count: number }>('select count(*)::int as count from auth.mfa_challenges where session_id = $1', [sessionId])
    if ((open?.count ?? 0) >= MAX_CHALLENGES) throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', {}, CHALLENGE_SECONDS)
    await query('insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, session_id) values ($1, $2, $3, $4, $5)', [
      id,
      factor.id,
      now,
      caller.ip,
      sessionId,
    ])
    await query('update auth.mfa_factors set last_challenged_at = $2 where id = $1', [factor.id, now])
    await audit(context, query, 'challenge_created', user.id, caller)
  })
  return json({ id, type: 'totp', expires_at: Math.floor(now.getTime() / 1000) + CHALLENGE_SECONDS })
}

/** GoTrue's error for an unusable challenge; null if it may be answered. */
async function challengeRefusal(query: Query, id: unknown, factor: FactorRow, sessionId: string, caller: AuthCaller, now: Date): Promise<AuthError | null> {
  const [row] = isUuid(id)
    ? await query<{ created_at: Date; verified_at: Date | null; same_ip: boolean }>(
        `select created_at, verified_at, ip_address is not distinct from $4::inet as same_ip from auth.mfa_challenges
         where id = $1 and factor_id = $2 and session_id = $3 for update`,
        [id, factor.id, sessionId, caller.ip],
      )
    : []
  if (!row) return new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  if (row.verified_at !== null || !row.same_ip) return new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
  if (row.created_at.getTime() + CHALLENGE_SECONDS * 1000 > now.getTime()) return null
  await query('delete from auth.mfa_challenges where id = $1', [id])
  return new AuthError(422, 'mfa_challenge_expired', `MFA challenge ${String(id)} has expired, verify against another challenge or create a new challenge.`)
}

/** The time step of a valid code that was not used before, else null. */
function acceptedStep(context: AuthContext, factor: FactorRow, code: string, now: Date): number | null {
  try {
    const step = matchingStep(decryptWithAny(context.dataKeys, factor.id, factor.secret ?? '').secret, code, now)
    return step !== null && step > Number(factor.last_used_step) ? step : null
  } catch (error) {
    // The secret was encrypted with other server keys. Recovery codes do not depend on them.
    context.log({ level: 'error', message: 'auth: Failed to decrypt the secret of a second factor', data: { factor: factor.id, error } })
    return null
  }
}

export const verifyFactor: AuthEndpoint = async (context, { params, body, caller }) => {
  await context.limits.use(['verifyIp', caller.limitedIp])
  const code = typeof body['code'] === 'string' ? body['code'].replaceAll(/\s/g, '') : ''
  if (code === '') throw new AuthError(400, 'validation_failed', 'Code needs to be non-empty')
  const now = context.now()
  const result = await inTransaction<CodeResult>(context.pool, {}, async (query) => {
    const who = await lockCaller(query, caller)
    const { user, sessionId } = who
    const factor = await requireFactor(query, user.id, params[0])
    requireTotp(factor)
    const first = factor.status === 'unverified'
    if (first && hasSecondFactor(user) && who.aal !== 'aal2') throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
    const refusal = await challengeRefusal(query, body['challenge_id'], factor, sessionId, caller, now)
    if (refusal) return refuse(refusal)
    const attempt = { factorId: factor.id, sessionId, network: networkOf(caller), now }
    await checkBudget(query, attempt, { guessable: !first })
    const step = acceptedStep(context, factor, code, now)
    const shouldNotify = await noteAttempt(query, attempt, step !== null)
    await audit(context, query, 'verification_attempted', user.id, caller)
    if (step === null) {
      const send = shouldNotify && !first ? await notify(context, query, user, 'mfa_wrong_codes') : NOTHING
      return refuse(new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered'), send)
    }
    await query('update auth.mfa_challenges set verified_at = $2 where id = $1', [body['challenge_id'], now])
    await query(
      `update auth.mfa_factors set status = 'verified', last_used_step = $2, updated_at = case when status = 'verified' then updated_at else $3 end where id = $1`,
      [factor.id, step, now],
    )
    await query(`delete from auth.mfa_factors where user_id = $1 and factor_type = 'totp' and status = 'unverified'`, [user.id])
    const session = await upgradeSession(context, query, who, factor.id, 'totp', caller)
    return { ok: true, body: session, send: first ? await notify(context, query, user, 'mfa_factor_enrolled') : NOTHING }
  })
  return respond(result)
}
