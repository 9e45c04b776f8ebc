import { PostgrestClient } from '@supabase/postgrest-js'
import { publishableKey } from './publishable-key.ts'

type Fetch = typeof globalThis.fetch

/**
 * The anonymous wire client on the server: `fetch` is the gateway in the same process. It asks once: while the database is away, a
 * visitor gets the 503 at once and not after three tries of seven seconds.
 */
export function serverClient(origin: string, publishableKey: string, fetch: Fetch): PostgrestClient {
  return new PostgrestClient(`${origin}/rest/v1`, {
    headers: { apikey: publishableKey },
    fetch,
    retry: false,
  })
}

let browserClient: PostgrestClient | undefined

/** The anonymous wire client in the browser, on the shop's own origin. Signed-in calls go through data/session. */
export function publicClient(): PostgrestClient {
  browserClient ??= new PostgrestClient(`${window.location.origin}/rest/v1`, { headers: { apikey: publishableKey() } })
  return browserClient
}
