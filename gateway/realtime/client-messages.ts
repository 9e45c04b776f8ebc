/**
 * Reads what a client sends in a channel as soon as the frame arrives. Frames wait for their turn, and parsed JSON takes up to twenty
 * times its text: only what will be used is kept, and JSON of any shape as text.
 */
import { isJsonObject } from '../core/json-object.ts'
import { isTooDeep } from '../core/json-bounds.ts'
import type { Checked } from './checked.ts'
import type { Broadcast, Frame } from './frames.ts'
import { readJoin, tokenOf, type JoinRequest } from './join-request.ts'
import { MAX_PRESENCE } from './limits.ts'

export type PresenceMessage = { kind: 'track'; /** JSON text. */ payload: string } | { kind: 'untrack' }

export type ClientMessage =
  | { kind: 'join'; request: Checked<JoinRequest> }
  | { kind: 'leave' }
  | { kind: 'broadcast'; broadcast: Checked<Broadcast> }
  | { kind: 'presence'; presence: Checked<PresenceMessage> }
  | { kind: 'token'; token: string | null }
  | { kind: 'unknown' }

const refuse = (reason: string): { ok: false; reason: string } => ({ ok: false, reason })

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
function broadcastOf(frame: Frame): Broadcast | null {
  if (frame.broadcast) return frame.broadcast.encoding === 'binary' || isJson(frame.broadcast.bytes) ? frame.broadcast : null
  const { event, payload } = frame.payload
  return typeof event === 'string' ? { event, encoding: 'json', bytes: Buffer.from(JSON.stringify(payload ?? {})) } : null
}

function readBroadcast(frame: Frame): Checked<Broadcast> {
  const value = broadcastOf(frame)
  if (!value) return refuse('A broadcast requires an event and a payload')
  if (frame.payload['persist'] !== undefined) return refuse('persist is not supported: messages are not stored')
  return { ok: true, value }
}

function readPresence(frame: Frame): Checked<PresenceMessage> {
  const { event, payload = {} } = frame.payload
  const kind = String(event).toLowerCase()
  if (kind === 'untrack') return { ok: true, value: { kind } }
  if (kind !== 'track') return refuse('The presence event must be track or untrack')
  if (!isJsonObject(payload)) return refuse('Presence track payload must be a map')
  const text = JSON.stringify(payload)
  if (Buffer.byteLength(text) > MAX_PRESENCE) return refuse('Track message size exceeded')
  return { ok: true, value: { kind, payload: text } }
}

/** @param bytes the size of the whole frame */
export function readMessage(frame: Frame, bytes: number): ClientMessage {
  switch (frame.event) {
    case 'phx_join':
      return { kind: 'join', request: readJoin(frame.payload, bytes) }
    case 'phx_leave':
      return { kind: 'leave' }
    case 'broadcast':
      return { kind: 'broadcast', broadcast: readBroadcast(frame) }
    case 'presence':
      return { kind: 'presence', presence: readPresence(frame) }
    case 'access_token':
      return { kind: 'token', token: tokenOf(frame.payload['access_token']) }
    default:
      return { kind: 'unknown' }
  }
}
