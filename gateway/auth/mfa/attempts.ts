/**
 * Rate limits of second-factor codes. An attacker who knows the password can open sessions and try codes; they must not find
 * one within a year, and they must not lock the owner out. Wrong codes therefore count per session, and per factor in two
 * separate budgets: one for each network from which this factor was used before (the owner's), and one for all other networks
 * together. An attacker uses up the second one only. Attempts are rows, locked with their factor, so concurrent guesses count
 * one by one and survive a restart.
 */
import type { Query } from '#postgres/statement.ts'
import type { AuthCaller } from '../context.ts'
import { AuthError } from '../errors.ts'

const SESSION = { times: 5, seconds: 15 * 60 }
const FACTOR = [
  { times: 10, seconds: 3600 },
  { times: 30, seconds: 24 * 3600 },
]
const DAY = 24 * 3600
const KNOWN_SECONDS = 90 * DAY
/** Wrong codes within a day after which the owner is notified: another person knows the password. */
const NOTIFY_AFTER = 5

export type Attempt = { factorId: string; sessionId: string; network: string; now: Date }

export const networkOf = (caller: AuthCaller): string => caller.limitedIp ?? 'local'

type Failure = { session_id: string; network: string; created_at: Date }

const ago = (now: Date, seconds: number): Date => new Date(now.getTime() - seconds * 1000)

/** When the oldest failure that counts towards a reached limit expires; null while the limit is not reached. */
function fullUntil(failures: Failure[], rule: { times: number; seconds: number }, now: Date): Date | null {
  const counted = failures.filter(({ created_at: at }) => at > ago(now, rule.seconds))
  const oldest = counted[counted.length - rule.times]
  return oldest ? new Date(oldest.created_at.getTime() + rule.seconds * 1000) : null
}

/**
 * Call with the factor's row locked. Throws 429 when a limit is reached.
 * @param options.guessable false for recovery codes: they are too long to guess, so only the limit per session applies
 * @param options.code the error code; default over_request_rate_limit
 */
export async function checkBudget(query: Query, attempt: Attempt, options: { guessable: boolean; code?: string }): Promise<void> {
  const { factorId, sessionId, network, now } = attempt
  const failures = await query<Failure>(
    'select session_id, network, created_at from auth.mfa_attempts where factor_id = $1 and not succeeded and created_at > $2 order by created_at, id',
    [factorId, ago(now, DAY)],
  )
  if (failures.length === 0) return
  const known = await query<{ network: string }>('select distinct network from auth.mfa_attempts where factor_id = $1 and succeeded and created_at > $2', [
    factorId,
    ago(now, KNOWN_SECONDS),
  ])
  const networks = new Set(known.map((row) => row.network))
  const mine = failures.filter((failure) => (networks.has(network) ? failure.network === network : !networks.has(failure.network)))
  const waits = [
    fullUntil(
      failures.filter((failure) => failure.session_id === sessionId),
      SESSION,
      now,
    ),
    ...(options.guessable ? FACTOR.map((rule) => fullUntil(mine, rule, now)) : []),
  ].filter((until) => until !== null)
  if (waits.length === 0) return
  const seconds = Math.max(1, ...waits.map((until) => Math.ceil((until.getTime() - now.getTime()) / 1000)))
  throw new AuthError(429, options.code ?? 'over_request_rate_limit', 'Too many wrong codes, please try again later', {}, seconds)
}

/** Records an attempt. True when this failure is the one at which the owner must be notified. */
export async function noteAttempt(query: Query, attempt: Attempt, succeeded: boolean): Promise<boolean> {
  const { factorId, sessionId, network, now } = attempt
  // Each new row removes the expired ones: nothing else cleans them up.
  await query('delete from auth.mfa_attempts where factor_id = $1 and (created_at < $2 or (not succeeded and created_at < $3))', [
    factorId,
    ago(now, KNOWN_SECONDS),
    ago(now, DAY),
  ])
  // One row is enough to mark a network as known.
  if (succeeded)
    await query('delete from auth.mfa_attempts where factor_id = $1 and (session_id = $2 or (succeeded and network = $3))', [factorId, sessionId, network])
  await query('insert into auth.mfa_attempts (factor_id, session_id, network, succeeded, created_at) values ($1, $2, $3, $4, $5)', [
    factorId,
    sessionId,
    network,
    succeeded,
    now,
  ])
  if (succeeded) return false
  const [row] = await query<{ count: number }>('select count(*)::int as count from auth.mfa_attempts where factor_id = $1 and not succeeded', [factorId])
  return row?.count === NOTIFY_AFTER
}
