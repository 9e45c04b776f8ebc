import * as say from '#words/data.ts'
import type { SupabaseClient } from '@supabase/supabase-js'

/**
 * Stands in for the official client when it could not be loaded or built (docs/rules.md#fixed-texts): every call, however
 * it is chained, answers with the error in the shape the client's own errors have, so that screens tell it as they tell
 * any other. Not a promise itself: it can be awaited over.
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
