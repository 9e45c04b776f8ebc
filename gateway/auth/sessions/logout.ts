/** POST /logout?scope=global|local|others */
import { inTransaction } from '#postgres/transaction.ts'
import { audit } from '../audit.ts'
import type { AuthEndpoint } from '../context.ts'
import { requireUser } from './current-user.ts'
import { AuthError } from '../errors.ts'
import { needsSecondFactor } from '../mfa/factors.ts'
import { endSessions } from './sessions.ts'

export const logout: AuthEndpoint = async (context, { url, caller }) => {
  const scope = url.searchParams.get('scope') || 'global'
  if (scope !== 'global' && scope !== 'local' && scope !== 'others') throw new AuthError(400, 'validation_failed', `Unsupported logout scope "${scope}"`)
  await inTransaction(context.pool, {}, async (query) => {
    const who = await requireUser(query, caller)
    const { user, sessionId } = who
    // A session without the second factor ends itself only: the password alone must not sign the owner out elsewhere.
    const onlyThis = context.secondFactorFirst && needsSecondFactor(who)
    if (onlyThis && scope === 'others') throw new AuthError(403, 'insufficient_aal', 'AAL2 required to end other sessions')
    await endSessions(query, user.id, scope === 'global' && !onlyThis ? 'all' : scope !== 'others' ? { only: sessionId } : { except: sessionId })
    await audit(context, query, 'logout', user.id, caller)
  })
  return new Response(null, { status: 204 })
}
