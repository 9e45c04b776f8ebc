import { report } from './report.ts'
import { stubClient } from './stub-client.ts'
import type { SupabaseClient } from './session-client.ts'

export type { SupabaseClient } from './session-client.ts'

let loading: Promise<SupabaseClient> | null = null

/** Whether the last call of `loadSupabase` returned the stub. */
export const backendFailed = (): boolean => loading === null

/**
 * The full client (54 KiB) of a signed-in visitor, loaded when it is first needed and then reused. Signed-out pages must not call
 * this: they read with `publicClient()`. When it cannot be loaded or created, this returns a stub whose calls all fail
 * (docs/rules.md#fixed-texts); the next call tries again.
 */
export function loadSupabase(): Promise<SupabaseClient> {
  if (import.meta.env.SSR) throw new Error('The session client belongs to the browser')
  loading ??= import('./supabase-client.ts')
    .then(({ openClient }) => openClient())
    .catch((error: unknown) => {
      // A failed download must not be remembered for the life of the page.
      loading = null
      report('supabase', error, { quiet: true })
      return stubClient()
    })
  return loading
}
