/** The full client as the shop configures it. It weighs 54 KiB: supabase.ts loads it when it is first needed. */
import { createClient } from '@supabase/supabase-js'
import type { Database } from '#supabase/database.ts'
import { withDevice } from './known-device.ts'
import { publishableKey } from './publishable-key.ts'
import type { SupabaseClient } from './session-client.ts'

/**
 * The client's own defaults match docs/rules.md#numbers-and-timings, with two exceptions: its realtime heartbeat is every 25 s, and
 * its calls for recovery codes are off.
 */
export const clientOptions = { realtime: { heartbeatIntervalMs: 30_000 }, auth: { experimental: { recoveryCodes: true } } }

export function openClient(): SupabaseClient {
  return createClient<Database>(window.location.origin, publishableKey(), { ...clientOptions, global: { fetch: withDevice(fetch) } })
}
