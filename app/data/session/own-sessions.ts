/** The user's own sessions, and ending them. */
import { deviceName } from './device-name.ts'
import { loadSupabase } from '../api/supabase.ts'

export type OwnSession = {
  id: string
  thisDevice: boolean
  /** in plain words */ device: string
  /** the beginning of the IP address; null when unknown */ network: string | null
  signedInAt: string
  lastUsedAt: string
  secondFactor: boolean
}

/** This device first, then the most recently used. */
export async function fetchOwnSessions(): Promise<OwnSession[]> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('my_sessions', {}, { get: true })
  if (error) throw new Error(error.message, { cause: error })
  return data.map((row) => ({
    id: row.id,
    thisDevice: row.this_device,
    device: deviceName(row.user_agent),
    network: row.network === null ? null : shortened(row.network),
    signedInAt: row.signed_in_at,
    lastUsedAt: row.last_used_at,
    secondFactor: row.second_factor,
  }))
}

/** '203.0.113.0' means every address with the same beginning. */
function shortened(network: string): string {
  return network.includes(':') ? `${network.replace(/::$/, '')}:*` : network.replace(/\.0$/, '.*')
}

/** True also when the session had already ended. */
export async function endSession(id: string): Promise<boolean> {
  try {
    const client = await loadSupabase()
    const { error } = await client.rpc('end_session', { p_session: id })
    return !error
  } catch {
    return false
  }
}

export async function endOtherSessions(): Promise<boolean> {
  try {
    const client = await loadSupabase()
    const { error } = await client.auth.signOut({ scope: 'others' })
    return !error
  } catch {
    return false
  }
}
