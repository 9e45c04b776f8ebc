import type { SupabaseClient } from '@supabase/supabase-js'
import { publishableKey } from './publishable-key.ts'
import { report } from './report.ts'
import { stubClient } from './stub-client.ts'

export type { SupabaseClient }

let loading: Promise<SupabaseClient> | null = null
let failed = false

/** Whether the last call of `loadSupabase` got the stand-in. */
export const backendFailed = (): boolean => failed

/**
 * The client's own defaults are the specification's (section 9), but for two: its realtime socket beats every 25 s, and its
 * calls for recovery codes are off.
 */
export const clientOptions = { realtime: { heartbeatIntervalMs: 30_000 }, auth: { experimental: { recoveryCodes: true } } }

/**
 * The full client (54 KiB) of a signed-in visitor, loaded when it is first needed and kept. Signed-out pages must not
 * call this: they read with `publicClient()`. When it cannot be loaded or built, a stand-in whose calls all fail
 * (specification, section 8); the next call tries again.
 */
export function loadSupabase(): Promise<SupabaseClient> {
  if (import.meta.env.SSR) throw new Error('The session client belongs to the browser')
  loading ??= import('@supabase/supabase-js')
    .then(({ createClient }) => {
      failed = false
      return createClient(window.location.origin, publishableKey(), clientOptions)
    })
    .catch((error: unknown) => {
      // A failed download must not stay failed for the life of the page.
      loading = null
      failed = true
      report('supabase', error, { quiet: true })
      return stubClient()
    })
  return loading
}
