/** One WebSocket: processes its frames in order, manages its channels and enforces its limits. */
import type { RawData, WebSocket } from 'ws'
import type { Checked } from './checked.ts'
import type { ChannelServices, ClientConnection } from './admit.ts'
import { openChannel, type Channel } from './channel.ts'
import { readMessage, type ClientMessage } from './client-messages.ts'
import { headOf, readBinary, readText, writeText, type FrameHead, type Json, type Version } from './frames.ts'
import type { JoinRequest } from './join-request.ts'
import { createRate, MAX_CHANNELS, MAX_PENDING, MAX_PENDING_BYTES, MAX_SOCKET_BINDINGS, type Limits } from './limits.ts'
import { guarded } from '../core/guard.ts'
import { isTooDeep } from '../core/json-bounds.ts'
import type { Session } from '../core/session.ts'

export type ClientSocket = {
  /** Whether no frame arrived since `time`, in milliseconds since 1970. */
  isSilentSince(time: number): boolean
  /** Closes with the code that makes the client reconnect later. */
  close(): void
  terminate(): void
}

/** Close codes of RFC 6455. */
const UNSUPPORTED = 1003
const TOO_MUCH = 1008
const BROKEN = 1011
const RESTART = 1012

export function serveSocket(ws: WebSocket, options: { version: Version; session: Session; services: ChannelServices; limits: Limits }): ClientSocket {
  const { version, session, services, limits } = options
  const { log } = services
  const channels = new Map<string, Channel>()
  /** The last frame in progress per topic: the next one waits for it. */
  const busy = new Map<string, Promise<void>>()
  const joins = createRate(limits.joinsPerSecond)
  const frames = createRate(limits.framesPerSecond)
  const pending = { frames: 0, bytes: 0 }
  /** Of all channels, from the moment in which their join is handled. */
  const open = { channels: 0, bindings: 0 }
  let lastFrameAt = Date.now()

  const connection: ClientConnection = {
    version,
    session,
    send(data) {
      if (ws.readyState !== ws.OPEN) return
      ws.send(data)
      if (ws.bufferedAmount <= limits.maxWaiting) return
      log({ level: 'info', message: 'realtime: Disconnected a slow client' })
      ws.terminate()
    },
  }

  function reply({ joinRef, ref, topic }: FrameHead, status: 'ok' | 'error', response: Json): void {
    if (ref !== null) connection.send(writeText(version, { joinRef, ref, topic, event: 'phx_reply' }, JSON.stringify({ status, response })))
  }

  function leave(topic: string): void {
    channels.get(topic)?.close()
    channels.delete(topic)
  }

  async function join(frame: FrameHead, request: Checked<JoinRequest>): Promise<void> {
    const { topic } = frame
    const former = channels.get(topic)
    leave(topic)
    // A client that joins again no longer tracks its first join: close that one under its own reference.
    if (former) connection.send(writeText(version, { joinRef: former.joinRef, ref: former.joinRef, topic, event: 'phx_close' }, '{}'))
    const refuse = (reason: string): void => reply(frame, 'error', { reason })
    if (!request.ok) return refuse(request.reason)
    const bindings = request.value.changes.length
    if (open.channels >= MAX_CHANNELS) return refuse('ChannelRateLimitReached: Too many channels')
    if (open.bindings + bindings > MAX_SOCKET_BINDINGS) return refuse(`At most ${MAX_SOCKET_BINDINGS} postgres_changes in all channels of a connection`)
    open.channels += 1
    open.bindings += bindings
    let closed = false
    const end = (): void => {
      if (closed) return
      closed = true
      open.channels -= 1
      open.bindings -= bindings
      channels.delete(topic)
    }
    const opened = await openChannel(services, connection, frame, request.value, end).catch((error: unknown) => {
      end()
      throw error
    })
    if (!opened) return end()
    if (closed) return
    if (ws.readyState === ws.OPEN) channels.set(topic, opened)
    else opened.close()
  }

  async function handle(frame: FrameHead, message: ClientMessage): Promise<void> {
    const channel = channels.get(frame.topic)
    if (message.kind === 'join') await join(frame, message.request)
    else if (message.kind === 'leave') {
      leave(frame.topic)
      reply(frame, 'ok', {})
      if (channel) connection.send(writeText(version, { joinRef: channel.joinRef, ref: channel.joinRef, topic: frame.topic, event: 'phx_close' }, '{}'))
    } else if (channel && (frame.joinRef === null || frame.joinRef === channel.joinRef)) await channel.handle(frame, message)
    else reply(frame, 'error', { reason: 'unmatched topic' })
  }

  function queue(frame: FrameHead, message: ClientMessage, bytes: number): void {
    pending.frames += 1
    pending.bytes += bytes
    const before = busy.get(frame.topic) ?? Promise.resolve()
    const done = before
      .then(() => handle(frame, message))
      .catch((error: unknown) => {
        log({ level: 'error', message: 'realtime: Failed to handle a frame', data: error })
        reply(frame, 'error', { reason: 'Internal server error' })
      })
      .finally(() => {
        pending.frames -= 1
        pending.bytes -= bytes
        if (busy.get(frame.topic) === done) busy.delete(frame.topic)
      })
    busy.set(frame.topic, done)
  }

  function receive(data: Buffer, isBinary: boolean): void {
    // A client that does not answer the close frame may go on sending: nothing of that is read.
    if (ws.readyState !== ws.OPEN) return
    lastFrameAt = Date.now()
    if (!frames.take(lastFrameAt)) return ws.close(TOO_MUCH, 'Too many messages per second')
    const frame = isBinary ? readBinary(data, version) : isTooDeep(data) ? null : readText(data.toString('utf8'), version)
    if (!frame) return ws.close(UNSUPPORTED, 'Invalid frame')
    if (frame.topic === 'phoenix') return reply(frame, frame.event === 'heartbeat' ? 'ok' : 'error', {})
    if (frame.event === 'phx_join' && !joins.take(lastFrameAt)) {
      reply(frame, 'error', { reason: 'ClientJoinRateLimitReached: Too many joins per second' })
      return ws.close(TOO_MUCH, 'Too many joins per second')
    }
    if (pending.frames >= MAX_PENDING || pending.bytes + data.length > MAX_PENDING_BYTES) return ws.close(TOO_MUCH, 'Too many messages are waiting')
    queue(headOf(frame), readMessage(frame, data.length), data.length)
  }

  ws.on(
    'message',
    guarded(
      log,
      'realtime: Reading a frame',
      (data: RawData, isBinary: boolean) => receive(data as Buffer, isBinary),
      () => ws.close(BROKEN, 'Failed to read the frame'),
    ),
  )
  // For an oversized or malformed frame, ws itself closes the socket with the matching code.
  ws.on('error', () => undefined)
  const leaveTopic = guarded(log, 'realtime: Leaving a channel', leave)
  ws.on('close', () => {
    for (const topic of channels.keys()) leaveTopic(topic)
  })

  return {
    isSilentSince: (time) => lastFrameAt < time,
    close: () => ws.close(RESTART, 'The server is restarting'),
    terminate: () => ws.terminate(),
  }
}
