/** Whether a password is somebody's: asked of the auth service in this process, so that its limits and its hashing hold here too. */
import type { FunctionContext } from '#functions/context.ts'
import type { Gateway } from '#gateway/gateway.ts'

/** Has the auth service mail its one-time link: with the server's own key, which no shop function holds. */
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
    if (answer.status >= 500) throw new Error(`the auth service answered ${answer.status}`)
    if (!answer.ok) return null
    const { user, access_token: token } = (await answer.json()) as { user: { id: string }; access_token: string }
    // The proof leaves no session behind, whatever becomes of the account.
    await gateway().fetch(
      new Request(new URL('/auth/v1/logout?scope=local', origin), { method: 'POST', headers: { apikey: publishableKey, authorization: `Bearer ${token}` } }),
    )
    return { userId: user.id }
  }
}
