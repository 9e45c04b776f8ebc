/** One channel of one socket, from phx_join until it closes: broadcasts, presence, row changes, and the token that expires. */
import { guarded } from '../core/guard.ts'
import type { Checked } from './checked.ts'
import type { Extension } from './access.ts'
import { admit, checkBindings, sessionFor, unreadable, type Admitted, type ChannelServices, type ClientConnection } from './admit.ts'
import type { ChangeListener } from './changes/change.ts'
import type { ClientMessage, PresenceMessage } from './client-messages.ts'
import { writeBroadcast, writeText, type Broadcast, type FrameHead, type Json } from './frames.ts'
import type { Member } from './hub.ts'
import type { JoinRequest } from './join-request.ts'

export type Channel = {
  readonly joinRef: string | null
  /** Call sequentially: each frame is handled after the previous one is answered. */
  handle(frame: FrameHead, message: ClientMessage): Promise<void>
  /** Closes the channel; a message is sent to the client as the reason. */
  close(message?: string): void
}

/** Allowed clock skew in milliseconds, as for all tokens (core/jwt.ts). */
const SKEW = 30_000
const MAX_TIMER = 3_600_000
/** Milliseconds that a join with `wait` waits for the change stream. */
const STREAM_TIMEOUT = 15_000

let lastId = 0

/** Opens a channel and replies to the join. Null: it was refused. */
export async function openChannel(
  services: ChannelServices,
  connection: ClientConnection,
  join: FrameHead,
  request: JoinRequest,
  onClose: () => void,
): Promise<Channel | null> {
  const { hub, feed, access, now, log } = services
  const { topic, joinRef } = join
  const reply = (ref: string | null, status: 'ok' | 'error', response: Json): void => {
    if (ref !== null) connection.send(writeText(connection.version, { joinRef, ref, topic, event: 'phx_reply' }, JSON.stringify({ status, response })))
  }
  const push = (event: string, payload: string): void => connection.send(writeText(connection.version, { joinRef, topic, event }, payload))

  const admitted = await admit(services, connection, topic, request).catch((error: unknown): Checked<Admitted> => {
    log({ level: 'warn', message: 'realtime: Failed to check a join', data: error })
    return { ok: false, reason: 'Realtime was unable to connect to the project database' }
  })
  if (!admitted.ok) {
    reply(join.ref, 'error', { reason: admitted.reason })
    return null
  }
  const { name, bindings } = admitted.value
  let { session, readable } = admitted.value
  let closed = false
  let expiry: NodeJS.Timeout | undefined
  let presenceShown = request.presenceEnabled
  const writePermissions = new Map<Extension, boolean>()
  // As on Supabase, public and private topics of one name are separate: a stranger cannot write to a private one.
  const room = `${request.private ? 'private' : 'public'}:${name}`
  const id = `c${(lastId += 1)}`
  const presenceKey = request.presenceKey ?? id

  const system = (extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string): void =>
    push('system', JSON.stringify({ extension, status, message, channel: name }))

  const member: Member = {
    id,
    receive(broadcast) {
      const data = readable.has('broadcast') ? writeBroadcast(connection.version, topic, broadcast) : null
      if (data !== null) connection.send(data)
    },
    presence(diff) {
      if (presenceShown && readable.has('presence')) push('presence_diff', JSON.stringify(diff))
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
      connection.send(writeText(connection.version, { joinRef, ref: joinRef, topic, event: 'phx_close' }, '{}'))
    }
  }

  function watchExpiry(): void {
    clearTimeout(expiry)
    const { exp } = session.claims
    if (typeof exp !== 'number') return
    const left = exp * 1000 + SKEW - now().getTime()
    if (left < 0) return close('Token has expired')
    expiry = setTimeout(guarded(log, 'realtime: Closing a channel with an expired token', watchExpiry), Math.min(left + 1, MAX_TIMER))
    expiry.unref()
  }

  async function updateToken(token: string | null): Promise<void> {
    if (token === null) return
    const next = await sessionFor(token, services, session)
    if (closed) return
    if (!next.ok) return close(next.reason)
    if (next.value === session) return
    if (request.private) {
      const nowReadable = await access.readableExtensions(next.value, name)
      if ([...readable].some((extension) => !nowReadable.has(extension))) return close(unreadable(name))
      readable = nowReadable
    }
    // The role changed: check the subscriptions again.
    if (next.value.role !== session.role) {
      const again = await checkBindings(services, next.value, request.changes)
      if (!again.ok) return close(again.reason)
    }
    session = next.value
    writePermissions.clear()
    watchExpiry()
  }

  async function mayWrite(extension: Extension): Promise<boolean> {
    if (!request.private) return services.publicChannels
    const known = writePermissions.get(extension)
    if (known !== undefined) return known
    const may = await access.mayWrite(session, name, extension)
    writePermissions.set(extension, may)
    return may
  }

  function showPresence(): void {
    presenceShown = true
    if (readable.has('presence')) push('presence_state', JSON.stringify(hub.present(room)))
  }

  async function handleBroadcast({ ref }: FrameHead, broadcast: Checked<Broadcast>): Promise<void> {
    const refuse = (reason: string): void => reply(ref, 'error', { reason, error: reason })
    if (!broadcast.ok) return refuse(broadcast.reason)
    if (!(await mayWrite('broadcast'))) return refuse(`Unauthorized: You do not have permissions to write to this Channel topic: ${name}`)
    hub.broadcast(room, broadcast.value, request.self ? null : member)
    if (request.ack) reply(ref, 'ok', {})
  }

  async function handlePresence({ ref }: FrameHead, presence: Checked<PresenceMessage>): Promise<void> {
    const refuse = (reason: string): void => reply(ref, 'error', { reason })
    if (!presence.ok) return refuse(presence.reason)
    if (presence.value.kind === 'untrack') {
      hub.untrack(room, member)
      return reply(ref, 'ok', {})
    }
    if (!(await mayWrite('presence'))) return refuse(`Unauthorized: You do not have permissions to write to this Channel topic: ${name}`)
    if (!hub.track(room, member, presenceKey, JSON.parse(presence.value.payload) as Json)) return refuse('Too many presences in this topic')
    reply(ref, 'ok', {})
    // A client that tracks without presence enabled has not received the state yet.
    if (!presenceShown) showPresence()
  }

  async function startChanges(): Promise<boolean> {
    if (bindings.length === 0) return true
    const waits = request.wait && !feed.isOpen()
    const flowing = new Promise<boolean>((resolve) => {
      if (!waits) return resolve(true)
      flows = () => resolve(true)
      setTimeout(() => resolve(false), STREAM_TIMEOUT).unref()
    })
    feed.add(listener)
    const started = await flowing
    flows = null
    return started
  }

  // Join before checking the expiry: if the token expired during the checks, closing the channel also ends the membership.
  hub.join(room, member)
  watchExpiry()
  const started = !closed && (await startChanges())
  if (closed || !started) {
    const reason = closed ? 'Token has expired' : 'Changes from PostgreSQL are not available at the moment'
    close()
    reply(join.ref, 'error', { reason })
    return null
  }
  reply(join.ref, 'ok', { postgres_changes: request.changes.map((entry, index) => ({ ...entry, id: bindings[index]?.id })) })
  if (request.presenceEnabled) showPresence()
  if (bindings.length > 0 && feed.isOpen()) system('postgres_changes', 'ok', 'Subscribed to PostgreSQL')

  return {
    joinRef,
    async handle(frame, message) {
      if (closed) return
      if (message.kind === 'broadcast') await handleBroadcast(frame, message.broadcast)
      else if (message.kind === 'presence') await handlePresence(frame, message.presence)
      else if (message.kind === 'token') await updateToken(message.token)
      else reply(frame.ref, 'error', { reason: `Unknown event ${JSON.stringify(frame.event)}` })
    },
    close,
  }
}
