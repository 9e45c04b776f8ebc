/** Reads what a client sends in a channel. */
import { isJsonObject } from '../core/json-object.ts'
import { isTooDeep } from '../core/json-bounds.ts'
import type { Broadcast, Frame, Json } from './frames.ts'
import { MAX_PRESENCE } from './limits.ts'

function isJson(bytes: Buffer): boolean {
  if (isTooDeep(bytes)) return false
  try {
    JSON.parse(bytes.toString('utf8'))
    return true
  } catch {
    return false
  }
}

/** Null for a missing event or invalid JSON. Others receive the JSON as text inside a frame, so it must be well-formed. */
export function broadcastOf(frame: Frame): Broadcast | null {
  if (frame.broadcast) return frame.broadcast.encoding === 'binary' || isJson(frame.broadcast.bytes) ? frame.broadcast : null
  const { event, payload } = frame.payload
  return typeof event === 'string' ? { event, encoding: 'json', bytes: Buffer.from(JSON.stringify(payload ?? {})) } : null
}

export type PresenceMessage = { kind: 'track'; payload: Json } | { kind: 'untrack' } | { kind: 'invalid'; reason: string }

export function presenceOf(frame: Frame): PresenceMessage {
  const { event, payload = {} } = frame.payload
  const invalid = (reason: string): PresenceMessage => ({ kind: 'invalid', reason })
  const kind = String(event).toLowerCase()
  if (kind === 'untrack') return { kind }
  if (kind !== 'track') return invalid('The presence event must be track or untrack')
  if (!isJsonObject(payload)) return invalid('Presence track payload must be a map')
  if (Buffer.byteLength(JSON.stringify(payload)) > MAX_PRESENCE) return invalid('Track message size exceeded')
  return { kind, payload }
}
