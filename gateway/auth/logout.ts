/** POST /logout?scope=global|local|others */
import { transact } from '../core/database.ts'
import { audit } from './audit.ts'
import type { AuthEndpoint } from './context.ts'
import { requireUser } from './current-user.ts'
import { AuthError } from './errors.ts'
import { endSessions } from './sessions.ts'

export const logout: AuthEndpoint = async (context, { url, caller }) => {
  const scope = url.searchParams.get('scope') || 'global'
  if (scope !== 'global' && scope !== 'local' && scope !== 'others') throw new AuthError(400, 'validation_failed', `Unsupported logout scope "${scope}"`)
  await transact(context.pool, null, {}, async (query) => {
    const { user, sessionId } = await requireUser(query, caller)
    await endSessions(query, user.id, scope === 'global' ? 'all' : scope === 'local' ? { only: sessionId } : { except: sessionId })
    await audit(context, query, 'logout', user.id, caller)
  })
  return new Response(null, { status: 204 })
}
