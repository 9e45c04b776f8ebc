import * as say from '#words/data.ts'
import type { SupabaseClient } from './session-client.ts'

/**
 * Replaces the official client when it could not be loaded or created (docs/rules.md#fixed-texts): every call, however it is chained,
 * returns the error in the shape of the client's own errors, so that screens handle it like any other. The stub itself is not a
 * promise, so it can pass through an `await`.
 */
export function stubClient(): SupabaseClient {
  const error = Object.assign(new Error(say.backendFailed), { code: '', details: '', hint: '', status: 0 })
  const failing = (data: unknown): unknown =>
    new Proxy(() => undefined, {
      get: (_, name) => (name === 'then' ? (done: (answer: unknown) => void) => done({ data, error, count: null, status: 0, statusText: '' }) : failing(data)),
      apply: () => failing(data),
    })
  return new Proxy({} as SupabaseClient, {
    get: (_, name) => (name === 'then' ? undefined : failing(name === 'auth' ? { user: null, session: null } : null)),
  })
}
