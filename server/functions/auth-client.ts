/** Calls the auth service in this process, so that its rate limits and hashing apply here too. */
import type { FunctionContext } from '#functions/context.ts'
import type { Gateway } from '#gateway/gateway.ts'

/** Mails an invitation with a one-time link, using the secret key, which server functions do not have. */
export function gatewayInvites(gateway: () => Gateway, secretKey: string, origin: string): FunctionContext['inviteAccount'] {
  return async (email, path) => {
    const url = new URL('/auth/v1/invite', origin)
    url.searchParams.set('redirect_to', new URL(path, origin).href)
    const answer = await gateway().fetch(
      new Request(url, { method: 'POST', headers: { 'content-type': 'application/json', apikey: secretKey }, body: JSON.stringify({ email }) }),
    )
    return answer.ok
  }
}

/** Verifies a password without leaving a session. Resolves to null for a wrong one and 'too-many' beyond the rate limit. */
export function gatewayPasswords(gateway: () => Gateway, publishableKey: string, origin: string): FunctionContext['provePassword'] {
  return async (email, password) => {
    const answer = await gateway().fetch(
      new Request(new URL('/auth/v1/token?grant_type=password', origin), {
        method: 'POST',
        headers: { 'content-type': 'application/json', apikey: publishableKey },
        body: JSON.stringify({ email, password }),
      }),
    )
    if (answer.status === 429) return 'too-many'
    if (answer.status >= 500) throw new Error(`Failed to verify a password: ${answer.status}`)
    if (!answer.ok) return null
    const { user, access_token: token } = (await answer.json()) as { user: { id: string }; access_token: string }
    // End the session that the check opened.
    await gateway().fetch(
      new Request(new URL('/auth/v1/logout?scope=local', origin), { method: 'POST', headers: { apikey: publishableKey, authorization: `Bearer ${token}` } }),
    )
    return { userId: user.id }
  }
}
