/** /factors/recovery-codes: single-use codes for users who lost the authenticator app; the API behind the official client's mfa.recoveryCodes. */
import { randomUUID } from 'node:crypto'
import { inTransaction } from '#postgres/transaction.ts'
import type { Query } from '#postgres/statement.ts'
import { audit } from '../audit.ts'
import { json, type AuthEndpoint } from '../context.ts'
import { requireUser } from '../sessions/current-user.ts'
import { AuthError } from '../errors.ts'
import { checkBudget, networkOf, noteAttempt } from './attempts.ts'
import { checkRoom, lockCaller, readName, requireFactor, type CurrentUser } from './factors.ts'
import { newRecoveryCode, normalizeRecoveryCode, recoveryCodeHash } from './secrets.ts'
import { notify, upgradeSession, removeFactor } from './session.ts'
import { respond, refuse, type CodeResult } from './verify.ts'

const COUNT = 10
const DEFAULT_NAME = 'Recovery codes'

type SetRow = { id: string; factor_id: string; friendly_name: string | null }

async function findSet(query: Query, userId: string): Promise<SetRow | null> {
  const [set] = await query<SetRow>(
    `select s.id, f.id as factor_id, f.friendly_name from auth.mfa_recovery_code_sets s join auth.mfa_factors f on f.id = s.mfa_factor_id
     where s.user_id = $1 for update`,
    [userId],
  )
  return set ?? null
}

async function requireSet(query: Query, userId: string): Promise<SetRow> {
  const set = await findSet(query, userId)
  if (!set) throw new AuthError(404, 'mfa_factor_not_found', 'The user has not enrolled recovery codes')
  return set
}

function requireAal2(who: CurrentUser, what: string): void {
  if (who.aal !== 'aal2') throw new AuthError(403, 'insufficient_aal', `AAL2 required to ${what} recovery codes`)
}

/** Returns the codes in plain text this one time; the database stores digests only. */
async function writeCodes(query: Query, setId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newRecoveryCode)
  await query('delete from auth.mfa_recovery_codes where mfa_recovery_code_set_id = $1', [setId])
  await query(
    `insert into auth.mfa_recovery_codes (id, mfa_recovery_code_set_id, code_hash, created_at)
     select gen_random_uuid(), $1, hash, $3 from unnest($2::text[]) hash`,
    [setId, codes.map((code) => recoveryCodeHash(setId, code)), now],
  )
  return codes
}

const status: AuthEndpoint = async (context, { caller }) => {
  const body = await inTransaction(context.pool, {}, async (query) => {
    const { user } = await requireUser(query, caller)
    const set = await requireSet(query, user.id)
    const [count] = await query<{ total: number; remaining: number }>(
      `select count(*)::int as total, count(*) filter (where consumed_at is null)::int as remaining
       from auth.mfa_recovery_codes where mfa_recovery_code_set_id = $1`,
      [set.id],
    )
    return { id: set.factor_id, type: 'recovery_code', total: count?.total ?? 0, remaining: count?.remaining ?? 0 }
  })
  return json(body)
}

const generate: AuthEndpoint = async (context, { body, caller }) => {
  const name = readName(body['friendly_name'], 'friendly_name') || DEFAULT_NAME
  const made = await inTransaction(context.pool, {}, async (query) => {
    const who = await lockCaller(query, caller)
    requireAal2(who, 'generate')
    if (await findSet(query, who.user.id)) {
      throw new AuthError(422, 'mfa_verified_factor_exists', 'Recovery codes are already enrolled for this user, use regenerate to rotate them')
    }
    const now = context.now()
    const factors = await checkRoom(query, who, name, now)
    if (!factors.some(({ status: state }) => state === 'verified')) {
      throw new AuthError(422, 'mfa_recovery_codes_sole_factor', 'At least one other verified factor is required to generate recovery codes')
    }
    const [factorId, setId] = [randomUUID(), randomUUID()]
    await query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
       values ($1, $2, $3, 'recovery_code', 'verified', $4, $4)`,
      [factorId, who.user.id, name, now],
    )
    await query('insert into auth.mfa_recovery_code_sets (id, user_id, mfa_factor_id, created_at, updated_at) values ($1, $2, $3, $4, $4)', [
      setId,
      who.user.id,
      factorId,
      now,
    ])
    await audit(context, query, 'recovery_codes_generated', who.user.id, caller)
    return { id: factorId, type: 'recovery_code', friendly_name: name, total: COUNT, codes: await writeCodes(query, setId, now) }
  })
  return json(made)
}

const regenerate: AuthEndpoint = async (context, { caller }) => {
  const made = await inTransaction(context.pool, {}, async (query) => {
    const who = await lockCaller(query, caller)
    requireAal2(who, 'regenerate')
    const set = await requireSet(query, who.user.id)
    const now = context.now()
    await query('update auth.mfa_recovery_code_sets set updated_at = $2 where id = $1', [set.id, now])
    await query('delete from auth.mfa_attempts where factor_id = $1 and not succeeded', [set.factor_id])
    await audit(context, query, 'recovery_codes_regenerated', who.user.id, caller)
    return { id: set.factor_id, type: 'recovery_code', friendly_name: set.friendly_name ?? '', total: COUNT, codes: await writeCodes(query, set.id, now) }
  })
  return json(made)
}

const verify: AuthEndpoint = async (context, { body, caller }) => {
  await context.limits.use(['verifyIp', caller.limitedIp])
  const code = typeof body['code'] === 'string' ? normalizeRecoveryCode(body['code']) : ''
  if (code === '') throw new AuthError(400, 'validation_failed', 'Code needs to be non-empty')
  const wrong = new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered')
  const now = context.now()
  const result = await inTransaction<CodeResult>(context.pool, {}, async (query) => {
    const who = await lockCaller(query, caller)
    const { user, sessionId } = who
    const set = await findSet(query, user.id)
    if (!set) return refuse(wrong)
    const attempt = { factorId: set.factor_id, sessionId, network: networkOf(caller), now }
    await checkBudget(query, attempt, { guessable: false, code: 'mfa_recovery_codes_locked' })
    const used = await query(
      'update auth.mfa_recovery_codes set consumed_at = $3 where mfa_recovery_code_set_id = $1 and code_hash = $2 and consumed_at is null returning id',
      [set.id, recoveryCodeHash(set.id, code), now],
    )
    const valid = used.length > 0
    const shouldNotify = await noteAttempt(query, attempt, valid)
    await audit(context, query, valid ? 'recovery_codes_verified' : 'verification_attempted', user.id, caller)
    if (!valid) return refuse(wrong, shouldNotify ? await notify(context, query, user, 'mfa_wrong_codes') : undefined)
    const session = await upgradeSession(context, query, who, set.factor_id, 'mfa/recovery_code', caller)
    return { ok: true, body: session, send: await notify(context, query, user, 'mfa_recovery_code_used') }
  })
  return respond(result)
}

const remove: AuthEndpoint = async (context, { caller }) => {
  const id = await inTransaction(context.pool, {}, async (query) => {
    const who = await lockCaller(query, caller)
    requireAal2(who, 'delete')
    const set = await requireSet(query, who.user.id)
    await removeFactor(query, await requireFactor(query, who.user.id, set.factor_id))
    await audit(context, query, 'recovery_codes_deleted', who.user.id, caller)
    return set.factor_id
  })
  return json({ id })
}

export const recoveryCodes = { status, generate, regenerate, verify, remove }
