import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from '#supabase/database.ts'
import { publishableKey } from './publishable-key.ts'

type Fetch = typeof globalThis.fetch

/** The anonymous client. Public pages use no other. */
export type ReadClient = PostgrestClient<Database>

/**
 * The anonymous client on the server: `fetch` is the gateway in the same process. It does not retry: while the database is down, a
 * visitor gets the 503 at once instead of after three attempts of seven seconds.
 *
 * @param token a preview of the closed shop
 */
export function serverClient(origin: string, publishableKey: string, fetch: Fetch, token?: string): ReadClient {
  return new PostgrestClient<Database>(`${origin}/rest/v1`, {
    headers: { apikey: publishableKey, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    fetch,
    retry: false,
  })
}

let browserClient: ReadClient | undefined

/** The anonymous client in the browser, on the shop's own origin. Signed-in calls go through data/session. */
export function publicClient(): ReadClient {
  browserClient ??= new PostgrestClient<Database>(`${window.location.origin}/rest/v1`, { headers: { apikey: publishableKey() } })
  return browserClient
}
