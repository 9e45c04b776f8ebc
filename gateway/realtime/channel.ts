/** One channel of one socket, from phx_join to its end: who speaks, what he may hear, and what he is told. */
import type pg from 'pg'
import { resolveSession, type Keys, type Session } from '../core/session.ts'
import { guarded } from '../core/guard.ts'
import { isTooDeep } from '../core/json-bounds.ts'
import type { Log } from '../core/schema-cache.ts'
import type { Access, Extension } from './access.ts'
import { checkBinding, type Binding } from './changes/bindings.ts'
import type { ChangeFeed, ChangeListener } from './changes/feed.ts'
import { writeBroadcast, writeText, type Broadcast, type Frame, type Json, type Version } from './frames.ts'
import type { Hub, Member } from './hub.ts'
import { PRIVATE_ONLY, readJoin, topicName, type Checked, type JoinRequest } from './join-request.ts'
import { MAX_PRESENCE } from './limits.ts'

export type ChannelServices = {
  keys: Keys
  now: () => Date
  log: Log
  pool: pg.Pool
  publication: string
  access: Access
  feed: ChangeFeed
  hub: Hub
  /** False: only private channels carry what clients say. */ publicChannels: boolean
}
/** What a channel needs of its socket. */
export type Wire = { readonly version: Version; /** Of the key in the address. */ readonly session: Session; send(data: string | Buffer): void }

export type Channel = {
  readonly joinRef: string | null
  /** Frames come one after the other: the next is handled when this one is answered. */
  handle(frame: Frame): Promise<void>
  /** With a message, the client is told why. */
  close(message?: string): void
}

const BOTH: ReadonlySet<Extension> = new Set(['broadcast', 'presence'])
const NOTHING: ReadonlySet<Extension> = new Set()
/** Milliseconds of clocks that differ, as for every other token here. */
const SKEW = 30_000
const LONGEST_TIMER = 3_600_000
/** Milliseconds that a join which asked to wait for the stream of changes waits. */
const PATIENCE = 15_000

let lastId = 0

function sessionFor(token: string | null, { keys, now }: ChannelServices, otherwise: Session): Checked<Session> {
  // The client sends its key where there is no token: the key in the address has been read already.
  if (token === null || token.startsWith('sb_')) return { ok: true, value: otherwise }
  const resolved = resolveSession({ headers: new Headers({ authorization: `Bearer ${encodeURI(token)}` }) }, keys, { now })
  return resolved.ok ? { ok: true, value: resolved.session } : { ok: false, reason: `InvalidJWTToken: ${resolved.error.message}` }
}

const unreadable = (topic: string): string => `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`

function isJson(bytes: Buffer): boolean {
  if (isTooDeep(bytes)) return false
  try {
    JSON.parse(bytes.toString('utf8'))
    return true
  } catch {
    return false
  }
}

/** Null: it names no event, or what is called JSON is none. It goes to others as text, so it must not reach beyond itself. */
function broadcastOf(frame: Frame): Broadcast | null {
  if (frame.broadcast) return frame.broadcast.encoding === 'binary' || isJson(frame.broadcast.bytes) ? frame.broadcast : null
  const { event, payload } = frame.payload
  return typeof event === 'string' ? { event, encoding: 'json', bytes: Buffer.from(JSON.stringify(payload ?? {})) } : null
}

async function checkBindings({ pool, publication }: ChannelServices, session: Session, changes: readonly Json[]): Promise<Checked<Binding[]>> {
  const bindings: Binding[] = []
  for (const params of changes) {
    const checked = await checkBinding(pool, session, publication, params)
    if (!checked.ok) return checked
    bindings.push(checked.value)
  }
  return { ok: true, value: bindings }
}

type Admitted = { name: string; request: JoinRequest; session: Session; heard: ReadonlySet<Extension>; bindings: Binding[] }

/** Everything that may refuse a join. */
async function admit(services: ChannelServices, wire: Wire, frame: Frame): Promise<Checked<Admitted>> {
  const name = topicName(frame.topic)
  if (name === null) return { ok: false, reason: 'TopicNameRequired: a topic is realtime:name, at most 255 bytes' }
  const request = readJoin(frame.payload)
  if (!request.ok) return request
  const session = sessionFor(request.value.token, services, wire.session)
  if (!session.ok) return session
  const isOpen = request.value.private || services.publicChannels
  // Without changes of rows to hear, nothing is left of a public channel.
  if (!isOpen && request.value.changes.length === 0) return { ok: false, reason: PRIVATE_ONLY }
  const heard = !isOpen ? NOTHING : request.value.private ? await services.access.mayHear(session.value, name) : BOTH
  if (isOpen && heard.size === 0) return { ok: false, reason: unreadable(name) }
  const bindings = await checkBindings(services, session.value, request.value.changes)
  if (!bindings.ok) return bindings
  return { ok: true, value: { name, request: request.value, session: session.value, heard, bindings: bindings.value } }
}

/** Answers the join itself. Null: it was refused. */
export async function openChannel(services: ChannelServices, wire: Wire, join: Frame, onClose: () => void): Promise<Channel | null> {
  const { hub, feed, access, now, log } = services
  const { topic, joinRef } = join
  const reply = (ref: string | null, status: 'ok' | 'error', response: Json): void => {
    if (ref !== null) wire.send(writeText(wire.version, { joinRef, ref, topic, event: 'phx_reply' }, JSON.stringify({ status, response })))
  }
  const push = (event: string, payload: string): void => wire.send(writeText(wire.version, { joinRef, topic, event }, payload))

  const admitted = await admit(services, wire, join).catch((error: unknown): Checked<Admitted> => {
    log({ level: 'warn', message: 'realtime: a join could not be checked', data: error })
    return { ok: false, reason: 'Realtime was unable to connect to the project database' }
  })
  if (!admitted.ok) {
    reply(join.ref, 'error', { reason: admitted.reason })
    return null
  }
  const { name, request, bindings } = admitted.value
  let { session, heard } = admitted.value
  let closed = false
  let expiry: NodeJS.Timeout | undefined
  let presenceShown = request.presenceEnabled
  const spoken = new Map<Extension, boolean>()
  // Public and private topics of one name are two, as on Supabase: a stranger cannot speak into a private one.
  const room = `${request.private ? 'private' : 'public'}:${name}`
  const id = `c${(lastId += 1)}`
  const presenceKey = request.presenceKey ?? id

  const system = (extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string): void =>
    push('system', JSON.stringify({ extension, status, message, channel: name }))

  const member: Member = {
    id,
    hear(broadcast) {
      const data = heard.has('broadcast') ? writeBroadcast(wire.version, topic, broadcast) : null
      if (data !== null) wire.send(data)
    },
    presence(diff) {
      if (presenceShown && heard.has('presence')) push('presence_diff', JSON.stringify(diff))
    },
  }
  let flows: (() => void) | null = null
  const listener: ChangeListener = {
    session: () => session,
    bindings,
    change: (payload) => push('postgres_changes', payload),
    state(state) {
      if (state.open) flows?.()
      if (flows === null) system('postgres_changes', state.open ? 'ok' : 'error', state.open ? 'Subscribed to PostgreSQL' : state.reason)
    },
  }

  function close(message?: string): void {
    if (closed) return
    closed = true
    clearTimeout(expiry)
    hub.leave(room, member)
    feed.remove(listener)
    onClose()
    if (message !== undefined) {
      system('system', 'error', message)
      wire.send(writeText(wire.version, { joinRef, ref: joinRef, topic, event: 'phx_close' }, '{}'))
    }
  }

  function watchExpiry(): void {
    clearTimeout(expiry)
    const { exp } = session.claims
    if (typeof exp !== 'number') return
    const left = exp * 1000 + SKEW - now().getTime()
    if (left < 0) return close('Token has expired')
    expiry = setTimeout(guarded(log, 'realtime: ending a channel whose token expired', watchExpiry), Math.min(left + 1, LONGEST_TIMER))
    expiry.unref()
  }

  async function takeToken(token: unknown): Promise<void> {
    if (typeof token !== 'string' || token.startsWith('sb_')) return
    const next = sessionFor(token, services, session)
    if (!next.ok) return close(next.reason)
    if (next.value === session) return
    if (request.private) {
      const hears = await access.mayHear(next.value, name)
      if ([...heard].some((extension) => !hears.has(extension))) return close(unreadable(name))
      heard = hears
    }
    // One who is somebody else now may not see the table at all: asked again, as at the beginning.
    if (next.value.role !== session.role) {
      const again = await checkBindings(services, next.value, request.changes)
      if (!again.ok) return close(again.reason)
    }
    session = next.value
    spoken.clear()
    watchExpiry()
  }

  async function maySpeak(extension: Extension): Promise<boolean> {
    if (!request.private) return services.publicChannels
    const known = spoken.get(extension)
    if (known !== undefined) return known
    const may = await access.maySpeak(session, name, extension)
    spoken.set(extension, may)
    return may
  }

  function showPresence(): void {
    presenceShown = true
    if (heard.has('presence')) push('presence_state', JSON.stringify(hub.present(room)))
  }

  async function takeBroadcast(frame: Frame): Promise<void> {
    const broadcast = broadcastOf(frame)
    const refuse = (reason: string): void => reply(frame.ref, 'error', { reason, error: reason })
    if (!broadcast) return refuse('a broadcast names its event and has a payload')
    if (frame.payload['persist'] !== undefined) return refuse('persist is not supported: messages are not kept')
    if (!(await maySpeak('broadcast'))) return refuse(`Unauthorized: You do not have permissions to write to this Channel topic: ${name}`)
    hub.broadcast(room, broadcast, request.self ? null : member)
    if (request.ack) reply(frame.ref, 'ok', {})
  }

  async function takePresence(frame: Frame): Promise<void> {
    const { event, payload = {} } = frame.payload
    const refuse = (reason: string): void => reply(frame.ref, 'error', { reason })
    const kind = String(event).toLowerCase()
    if (kind === 'untrack') {
      hub.untrack(room, member)
      return reply(frame.ref, 'ok', {})
    }
    if (kind !== 'track') return refuse('presence is track or untrack')
    if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return refuse('Presence track payload must be a map')
    if (Buffer.byteLength(JSON.stringify(payload)) > MAX_PRESENCE) return refuse('Track message size exceeded')
    if (!(await maySpeak('presence'))) return refuse(`Unauthorized: You do not have permissions to write to this Channel topic: ${name}`)
    if (!hub.track(room, member, presenceKey, payload as Json)) return refuse('Too many are present')
    reply(frame.ref, 'ok', {})
    // Who tracks without having asked for presence saw nobody so far.
    if (!presenceShown) showPresence()
  }

  async function startChanges(): Promise<boolean> {
    if (bindings.length === 0) return true
    const waits = request.wait && !feed.isOpen()
    const flowing = new Promise<boolean>((resolve) => {
      if (!waits) return resolve(true)
      flows = () => resolve(true)
      setTimeout(() => resolve(false), PATIENCE).unref()
    })
    feed.add(listener)
    const started = await flowing
    flows = null
    return started
  }

  // Before the expiry is looked at: a token that ran out during the checks closes the channel, and with it its membership.
  hub.join(room, member)
  watchExpiry()
  const started = !closed && (await startChanges())
  if (closed || !started) {
    const reason = closed ? 'Token has expired' : 'The changes of PostgreSQL cannot be read at the moment'
    close()
    reply(join.ref, 'error', { reason })
    return null
  }
  reply(join.ref, 'ok', { postgres_changes: request.changes.map((params, index) => ({ ...params, id: bindings[index]?.id })) })
  if (request.presenceEnabled) showPresence()
  if (bindings.length > 0 && feed.isOpen()) system('postgres_changes', 'ok', 'Subscribed to PostgreSQL')

  return {
    joinRef,
    async handle(frame) {
      if (closed) return
      if (frame.event === 'broadcast') await takeBroadcast(frame)
      else if (frame.event === 'presence') await takePresence(frame)
      else if (frame.event === 'access_token') await takeToken(frame.payload['access_token'])
      else reply(frame.ref, 'error', { reason: 'unknown event' })
    },
    close,
  }
}
