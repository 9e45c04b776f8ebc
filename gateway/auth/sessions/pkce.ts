/** Proof Key for Code Exchange: the code from a link works only in the browser that requested the link. */
import { createHash, randomUUID } from 'node:crypto'
import { inTransaction } from '#postgres/transaction.ts'
import type { Query } from '#postgres/statement.ts'
import { json, type AuthContext, type AuthEndpoint, type AuthMailKind } from '../context.ts'
import { AuthError } from '../errors.ts'
import { digest, randomToken, sameText } from '../secrets.ts'
import { methodOf } from './prove-owner.ts'
import { openSession } from './sessions.ts'
import { findUser } from '../accounts/users.ts'

const CODE_SECONDS = 300

export type Challenge = { method: 's256' | 'plain'; challenge: string }

export function readChallenge(body: Record<string, unknown>): Challenge | null {
  const { code_challenge: challenge, code_challenge_method: method } = body
  if ((challenge ?? '') === '' && (method ?? '') === '') return null
  const named = typeof method === 'string' ? method.toLowerCase() : ''
  if ((named !== 's256' && named !== 'plain') || typeof challenge !== 'string' || !/^[A-Za-z0-9._~-]{43,128}$/.test(challenge)) {
    throw new AuthError(400, 'validation_failed', 'code challenge does not comply with requirements')
  }
  return { method: named, challenge }
}

/** Stores the challenge until the link is opened. */
export async function startFlow(context: AuthContext, query: Query, userId: string, kind: AuthMailKind, challenge: Challenge): Promise<void> {
  await query('delete from auth.flow_state where user_id = $1 and authentication_method = $2', [userId, kind])
  await query(
    `insert into auth.flow_state (id, user_id, code_challenge_method, code_challenge, provider_type, authentication_method, created_at, updated_at)
     values ($1, $2, $3, $4, 'email', $5, $6, $6)`,
    [randomUUID(), userId, challenge.method, challenge.challenge, kind, context.now()],
  )
}

/** The code for the redirect after the link of `kind` was opened. */
export async function issueCode(context: AuthContext, query: Query, userId: string, kind: AuthMailKind): Promise<string> {
  const code = randomToken()
  const rows = await query(
    'update auth.flow_state set auth_code = $3, auth_code_issued_at = $4, updated_at = $4 where user_id = $1 and authentication_method = $2 returning id',
    [userId, kind, digest(code), context.now()],
  )
  if (rows.length === 0) throw new AuthError(403, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
  return code
}

/** POST /token?grant_type=pkce */
export const exchangeCode: AuthEndpoint = async (context, { body, caller }) => {
  await context.limits.use(['verifyIp', caller.limitedIp])
  const { auth_code: code, code_verifier: verifier } = body
  if (typeof code !== 'string' || typeof verifier !== 'string' || code === '' || verifier === '') {
    throw new AuthError(400, 'validation_failed', 'invalid request: both auth code and code verifier should be non-empty')
  }
  return inTransaction(context.pool, {}, async (query) => {
    const [started] = await query<{ user_id: string }>('select user_id from auth.flow_state where auth_code = $1', [digest(code)])
    // The account first, as a request for another link locks it.
    const user = started ? await findUser(query, { id: started.user_id }, true) : null
    const [flow] = await query<{
      id: string
      code_challenge: string
      code_challenge_method: string
      auth_code_issued_at: Date
      authentication_method: string
    }>('select id, code_challenge, code_challenge_method, auth_code_issued_at, authentication_method from auth.flow_state where auth_code = $1 for update', [
      digest(code),
    ])
    if (!flow) throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
    if (flow.auth_code_issued_at.getTime() + CODE_SECONDS * 1000 < context.now().getTime()) {
      throw new AuthError(403, 'flow_state_expired', 'invalid flow state, flow state has expired')
    }
    const proof = flow.code_challenge_method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
    if (!sameText(proof, flow.code_challenge)) throw new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')
    await query('delete from auth.flow_state where id = $1', [flow.id])
    if (!user) throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
    return json(await openSession(context, query, user, methodOf(flow.authentication_method), caller))
  })
}
