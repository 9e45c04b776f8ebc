/** Storage for server functions: calls the gateway in this process with the secret key, which never leaves it. */
import type { FunctionContext } from '#functions/context.ts'
import { UpstreamAway } from '#gateway/core/errors.ts'
import type { Gateway } from '#gateway/gateway.ts'
import type { StoredFiles } from '../jobs/retention.ts'

async function refuse(answer: Response): Promise<never> {
  if (answer.status === 503) throw new UpstreamAway('The storage does not answer')
  const body = (await answer.json().catch(() => ({}))) as { message?: string }
  throw new Error(`Storage request failed with ${answer.status}: ${body.message ?? 'no message'}`)
}

export function gatewayStorage(gateway: () => Gateway, secretKey: string, origin: string): FunctionContext['storage'] & StoredFiles {
  const call = (path: string, init: RequestInit): Promise<Response> =>
    gateway().fetch(
      new Request(new URL(`/storage/v1${path}`, origin), { ...init, headers: { ...(init.headers as Record<string, string> | undefined), apikey: secretKey } }),
    )
  const keyPath = (key: string): string => key.split('/').map(encodeURIComponent).join('/')
  return {
    async put(bucket, key, bytes, contentType) {
      const answer = await call(`/object/${bucket}/${keyPath(key)}`, {
        method: 'POST',
        headers: { 'content-type': contentType, 'x-upsert': 'true' },
        body: new Uint8Array(bytes),
      })
      if (!answer.ok) await refuse(answer)
    },
    async remove(bucket, keys) {
      const answer = await call(`/object/${bucket}`, {
        method: 'DELETE',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ prefixes: keys }),
      })
      if (!answer.ok) await refuse(answer)
    },
    async signedUrl(bucket, key, seconds) {
      const answer = await call(`/object/sign/${bucket}/${keyPath(key)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ expiresIn: seconds }),
      })
      if (!answer.ok) await refuse(answer)
      const { signedURL } = (await answer.json()) as { signedURL: string }
      return new URL(`/storage/v1${signedURL}`, origin).toString()
    },
  }
}
