/** /functions/v1/{name}: finds the function, authenticates the caller and calls it. */
import { limitedNetwork } from '../core/client-network.ts'
import { isUnavailable, isUnstorable, UpstreamAway } from '../core/errors.ts'
import type { Claims } from '../core/jwt.ts'
import { resolveSession, type Keys } from '../core/session.ts'

export type Caller = {
  /** anon, authenticated or service_role, from the verified token or key. */
  role: string
  /** Null unless signed in. */
  user: { id: string; email: string | null } | null
  claims: Claims
  /** The verified bearer token; null if only a key was sent. */
  token: string | null
  /** The client's network for rate limits; null for loopback (docs/api.md#limits-per-client). */
  network: string | null
}

export type EdgeFunction = (request: Request, caller: Caller) => Promise<Response>

type Options = {
  functions: Record<string, EdgeFunction>
  /** Functions without JWT verification: their caller is always anonymous, and its headers are ignored. */
  open: readonly string[]
  keys: Keys
  now: () => Date
  log: (entry: { level: 'info' | 'warn' | 'error'; message: string; data?: unknown }) => void
}

const ANONYMOUS: Omit<Caller, 'network'> = { role: 'anon', user: null, claims: { role: 'anon' }, token: null }

function refuse(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status })
}

/** `path` is the path after /functions/v1; a function also gets requests to paths below its name. */
export function createFunctionsHandler(options: Options): (request: Request, path: string, remoteAddress: string | null) => Promise<Response> {
  const functions = new Map(Object.entries(options.functions))
  const answer = async (name: string, run: () => Promise<Response>): Promise<Response> => {
    try {
      return await run()
    } catch (error) {
      if (isUnstorable(error)) return refuse(400, 'INVALID', 'A text or a number cannot be stored')
      options.log({ level: 'error', message: `functions: ${name} failed`, data: error })
      if (error instanceof UpstreamAway) return refuse(503, 'BUSY', 'A service of the shop does not answer: try again in a moment')
      if (isUnavailable(error)) return refuse(503, 'BUSY', 'The database does not answer: try again in a moment')
      return refuse(500, 'WORKER_ERROR', 'Internal Server Error')
    }
  }
  return async (request, path, remoteAddress) => {
    const name = path.split('/')[1] ?? ''
    const run = functions.get(name)
    if (!run) return refuse(404, 'NOT_FOUND', 'Function not found')
    if (options.open.includes(name)) return answer(name, () => run(request, { ...ANONYMOUS, network: limitedNetwork(remoteAddress) }))
    const resolved = await resolveSession(request, options.keys, { now: options.now })
    if (!resolved.ok) return refuse(401, 'UNAUTHORIZED_INVALID_JWT_FORMAT', 'Invalid JWT')
    if (!request.headers.has('authorization') && !request.headers.has('apikey'))
      return refuse(401, 'UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header')
    const { role, claims, token } = resolved.session
    const { sub, email } = claims
    const user = role === 'authenticated' && typeof sub === 'string' ? { id: sub, email: typeof email === 'string' && email !== '' ? email : null } : null
    return answer(name, () => run(request, { role, user, claims, token, network: limitedNetwork(remoteAddress) }))
  }
}
