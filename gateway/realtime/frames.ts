/**
 * The two versions of the Phoenix protocol: 1.0.0 with an object per frame, 2.0.0 with an array, and binary frames for
 * broadcasts (docs/api.md#realtime). Reading never throws: an invalid frame is null.
 */
import { isJsonObject } from '../core/json-object.ts'

export type Version = '1.0.0' | '2.0.0'
export type Json = Record<string, unknown>

/** A broadcast from a client. `bytes` is JSON text or arbitrary binary data, according to `encoding`. */
export type Broadcast = { readonly event: string; readonly encoding: 'json' | 'binary'; readonly bytes: Buffer }

/** What a reply needs of a frame: it stays in memory while the frame waits, unlike the payload. */
export type FrameHead = { readonly joinRef: string | null; readonly ref: string | null; readonly topic: string; readonly event: string }

export type Frame = FrameHead & {
  readonly payload: Json
  /** Set for a binary frame, whose payload is not parsed. */
  readonly broadcast: Broadcast | null
}

type Head = { joinRef?: string | null; ref?: string | null; topic: string; event: string }

const PUSH = 3
const BROADCAST = 4
const PUSH_HEADER = 7

export const headOf = ({ joinRef, ref, topic, event }: Frame): FrameHead => ({ joinRef, ref, topic, event })

function refOf(value: unknown): string | null | undefined {
  return value === null || value === undefined ? null : typeof value === 'string' && value.length <= 64 ? value : undefined
}

function frameOf(joinRef: unknown, ref: unknown, topic: unknown, event: unknown, payload: unknown): Frame | null {
  const refs = { joinRef: refOf(joinRef), ref: refOf(ref) }
  if (refs.joinRef === undefined || refs.ref === undefined || typeof topic !== 'string' || typeof event !== 'string') return null
  return { joinRef: refs.joinRef, ref: refs.ref, topic, event, payload: isJsonObject(payload) ? payload : {}, broadcast: null }
}

export function readText(text: string, version: Version): Frame | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (version === '2.0.0') return Array.isArray(value) && value.length === 5 ? frameOf(value[0], value[1], value[2], value[3], value[4]) : null
  return isJsonObject(value) ? frameOf(value['join_ref'], value['ref'], value['topic'], value['event'], value['payload']) : null
}

/** Binary frame of kind 3: lengths of join_ref, ref, topic, event and metadata, the encoding (1: JSON), those texts, the payload. */
export function readBinary(bytes: Buffer, version: Version): Frame | null {
  if (version !== '2.0.0' || bytes.length < PUSH_HEADER || bytes[0] !== PUSH) return null
  const encoding = bytes[6] === 1 ? 'json' : bytes[6] === 0 ? 'binary' : null
  const parts: string[] = []
  let at = PUSH_HEADER
  for (const length of bytes.subarray(1, 6)) {
    parts.push(bytes.toString('utf8', at, at + length))
    at += length
  }
  if (encoding === null || at > bytes.length) return null
  const [joinRef = '', ref = '', topic = '', event = '', metadata = ''] = parts
  // Copy the payload: a slice would retain the whole buffer of the socket.
  const payload = Buffer.from(bytes.subarray(at))
  const frame = frameOf(joinRef || null, ref || null, topic, 'broadcast', {})
  return frame && { ...frame, payload: metadata === '' ? {} : { persist: true }, broadcast: { event, encoding, bytes: payload } }
}

/** `payload` is JSON text: rows are passed through as PostgreSQL wrote them, so that numbers keep all their digits. */
export function writeText(version: Version, { joinRef = null, ref = null, topic, event }: Head, payload: string): string {
  if (version === '2.0.0') return `[${JSON.stringify(joinRef)},${JSON.stringify(ref)},${JSON.stringify(topic)},${JSON.stringify(event)},${payload}]`
  return `{"topic":${JSON.stringify(topic)},"event":${JSON.stringify(event)},"payload":${payload},"ref":${JSON.stringify(ref)},"join_ref":${JSON.stringify(joinRef)}}`
}

/** Binary frame of kind 4, or text for protocol 1.0.0. Null: protocol 1.0.0 cannot carry binary data. */
export function writeBroadcast(version: Version, topic: string, { event, encoding, bytes }: Broadcast): string | Buffer | null {
  const name = Buffer.from(topic)
  const eventName = Buffer.from(event)
  if (version === '2.0.0' && name.length <= 255 && eventName.length <= 255) {
    const head = Buffer.from([BROADCAST, name.length, eventName.length, 0, encoding === 'json' ? 1 : 0])
    return Buffer.concat([head, name, eventName, bytes])
  }
  if (encoding === 'binary') return null
  return writeText(version, { topic, event: 'broadcast' }, `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${bytes.toString('utf8')}}`)
}
