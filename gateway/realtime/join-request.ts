/** The validated parameters of phx_join. Permissions are checked later. */
import { isJsonObject } from '../core/json-object.ts'
import type { Json } from './frames.ts'
import { MAX_BINDINGS, MAX_TOPIC } from './limits.ts'

export type JoinRequest = {
  readonly private: boolean
  readonly self: boolean
  readonly ack: boolean
  readonly presenceKey: string | null
  readonly presenceEnabled: boolean
  /** As sent, because the reply echoes them. */
  readonly changes: readonly Json[]
  /** Reply only once the change stream is open. */
  readonly wait: boolean
  readonly token: string | null
}

/** Supabase's error message. */
export const PRIVATE_ONLY = 'PrivateOnly: This project only allows private channels'

export type Checked<T> = { ok: true; value: T } | { ok: false; reason: string }

function part(parent: Json, name: string): Json {
  const value = parent[name]
  return isJsonObject(value) ? value : {}
}

export function topicName(topic: string): string | null {
  const name = topic.startsWith('realtime:') ? topic.slice('realtime:'.length) : ''
  return name === '' || Buffer.byteLength(topic) > MAX_TOPIC || name.includes('\0') ? null : name
}

export function readJoin(payload: Json): Checked<JoinRequest> {
  const config = part(payload, 'config')
  const broadcast = part(config, 'broadcast')
  const presence = part(config, 'presence')
  const changes = config['postgres_changes'] ?? []
  const refuse = (reason: string): Checked<JoinRequest> => ({ ok: false, reason })
  if (!Array.isArray(changes) || !changes.every((one): one is Json => typeof one === 'object' && one !== null)) {
    return refuse('postgres_changes must be a list of objects')
  }
  if (changes.length > MAX_BINDINGS) return refuse(`At most ${MAX_BINDINGS} postgres_changes in a channel`)
  if (broadcast['replay'] !== undefined) return refuse('broadcast.replay is not supported: messages are not stored')
  const key = presence['key'] ?? ''
  if (typeof key !== 'string' || key.length > 255) return refuse('presence.key must be a text of at most 255 characters')
  const token = payload['access_token']
  return {
    ok: true,
    value: {
      private: config['private'] === true,
      self: broadcast['self'] === true,
      ack: broadcast['ack'] === true,
      presenceKey: key === '' ? null : key,
      presenceEnabled: presence['enabled'] === true,
      changes,
      wait: part(config, 'postgres_changes_options')['wait'] === true,
      token: typeof token === 'string' && token !== '' ? token : null,
    },
  }
}
