/** The validated parameters of phx_join. Permissions are checked later. */
import { isJsonObject } from '../core/json-object.ts'
import type { Checked } from './checked.ts'
import { readEntry, type ChangeEntry } from './changes/entry.ts'
import type { Json } from './frames.ts'
import { MAX_BINDINGS, MAX_JOIN, MAX_TOPIC } from './limits.ts'

export type JoinRequest = {
  readonly private: boolean
  readonly self: boolean
  readonly ack: boolean
  readonly presenceKey: string | null
  readonly presenceEnabled: boolean
  readonly changes: readonly ChangeEntry[]
  /** Reply only once the change stream is open. */
  readonly wait: boolean
  readonly token: string | null
}

/** Supabase's error message. */
export const PRIVATE_ONLY = 'PrivateOnly: This project only allows private channels'

function part(parent: Json, name: string): Json {
  const value = parent[name]
  return isJsonObject(value) ? value : {}
}

export function topicName(topic: string): string | null {
  const name = topic.startsWith('realtime:') ? topic.slice('realtime:'.length) : ''
  return name === '' || Buffer.byteLength(topic) > MAX_TOPIC || name.includes('\0') ? null : name
}

/** Null without a user's token. Clients also send their API key, which was already read from the URL. */
export function tokenOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && !value.startsWith('sb_') ? value : null
}

/** @param bytes the size of the whole frame */
export function readJoin(payload: Json, bytes: number): Checked<JoinRequest> {
  const config = part(payload, 'config')
  const broadcast = part(config, 'broadcast')
  const presence = part(config, 'presence')
  const changes = config['postgres_changes'] ?? []
  const token = tokenOf(payload['access_token'])
  const refuse = (reason: string): Checked<JoinRequest> => ({ ok: false, reason })
  if (bytes - (token?.length ?? 0) > MAX_JOIN) return refuse(`A join has at most ${MAX_JOIN} bytes besides its token`)
  if (!Array.isArray(changes)) return refuse('postgres_changes must be a list of objects')
  if (changes.length > MAX_BINDINGS) return refuse(`At most ${MAX_BINDINGS} postgres_changes in a channel`)
  if (broadcast['replay'] !== undefined) return refuse('broadcast.replay is not supported: messages are not stored')
  const key = presence['key'] ?? ''
  if (typeof key !== 'string' || key.length > 255) return refuse('presence.key must be a text of at most 255 characters')
  const entries: ChangeEntry[] = []
  for (const one of changes) {
    const entry = readEntry(one)
    if (!entry.ok) return entry
    entries.push(entry.value)
  }
  return {
    ok: true,
    value: {
      private: config['private'] === true,
      self: broadcast['self'] === true,
      ack: broadcast['ack'] === true,
      presenceKey: key === '' ? null : key,
      presenceEnabled: presence['enabled'] === true,
      changes: entries,
      wait: part(config, 'postgres_changes_options')['wait'] === true,
      token,
    },
  }
}
