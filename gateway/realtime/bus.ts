/**
 * The message bus between processes on one database: broadcasts and presence, by NOTIFY. Without other processes only heartbeats
 * are sent. A process that misses three heartbeats is removed with its members.
 */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { listenTo } from '#postgres/listen.ts'
import type { Listener } from '#postgres/listen.ts'
import { guarded } from '../core/guard.ts'
import type { Log } from '../core/schema-cache.ts'
import { createAssembler, split } from './bus-chunks.ts'

export type Bus = {
  /** Sends a message to the other processes, in order; never to this one. */
  publish(message: unknown): void
  /** Starts listening. */
  open(): void
  close(): Promise<void>
}

type BusMessage = { kind: 'hello' | 'alive' | 'bye' } | { kind: 'message'; message: unknown }

const CHANNEL = 'realtime_bus'
/** Milliseconds. */
const HEARTBEAT = 15_000
const PEER_TIMEOUT = 3 * HEARTBEAT
/** Messages waiting for the database; beyond, the oldest are dropped. */
const MAX_WAITING = 10_000

export function createBus(options: {
  url: string
  pool: pg.Pool
  onMessage: (peer: string, message: unknown) => void
  /** A new process has joined and needs this one's state. */
  onPeer: () => void
  onGone: (peer: string) => void
  log: Log
}): Bus {
  const { pool, log } = options
  const me = randomBytes(6).toString('hex')
  const assembler = createAssembler()
  const peers = new Map<string, number>()
  let number = 0
  let waiting: string[] = []
  let sending: Promise<void> | null = null
  let listener: Listener | undefined
  let timer: NodeJS.Timeout | undefined

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const notices = waiting
      waiting = []
      await pool
        .query('select pg_notify($1, t.part) from unnest($2::text[]) with ordinality as t (part, n) order by t.n', [CHANNEL, notices])
        .catch((error: unknown) => log({ level: 'warn', message: 'realtime: Failed to notify other processes', data: error }))
    }
  }

  function send(message: BusMessage): void {
    waiting.push(...split(me, (number += 1), message))
    if (waiting.length > MAX_WAITING) waiting.splice(0, waiting.length - MAX_WAITING)
    startSending()
  }

  function startSending(): void {
    sending ??= sendAll().finally(() => {
      sending = null
      if (waiting.length > 0) startSending()
    })
  }

  function receive({ sender, message }: { sender: string; message: unknown }): void {
    if (sender === me) return
    const received = message as BusMessage
    const isNew = !peers.has(sender)
    peers.set(sender, Date.now())
    if (received.kind === 'bye') {
      peers.delete(sender)
      return options.onGone(sender)
    }
    // An unknown process may not know this one either.
    if (received.kind === 'hello' || isNew) {
      send({ kind: 'alive' })
      options.onPeer()
    }
    if (received.kind === 'message') options.onMessage(sender, received.message)
  }

  function beat(): void {
    send({ kind: 'alive' })
    for (const [peer, lastSeen] of peers) {
      if (Date.now() - lastSeen < PEER_TIMEOUT) continue
      peers.delete(peer)
      options.onGone(peer)
    }
  }

  function take(payload: string): void {
    try {
      const received = assembler.add(payload)
      if (received) receive(received)
    } catch (error) {
      // Any login may NOTIFY: an invalid message must not end the connection.
      log({ level: 'warn', message: 'realtime: Invalid message from another process', data: error })
    }
  }

  function listen(): Listener {
    timer = setInterval(guarded(log, 'realtime: Heartbeat to other processes', beat), HEARTBEAT)
    timer.unref()
    return listenTo({
      url: options.url,
      channels: [CHANNEL],
      applicationName: 'gateway realtime bus',
      onNotice: take,
      onListening: () => send({ kind: 'hello' }),
      onFailure: (error) => log({ level: 'info', message: 'realtime: Failed to listen to other processes, retrying', data: error }),
    })
  }

  return {
    publish(message) {
      if (peers.size > 0) send({ kind: 'message', message })
    },
    open: () => void (listener ??= listen()),
    async close() {
      if (listener && peers.size > 0) send({ kind: 'bye' })
      clearInterval(timer)
      await listener?.close()
      await sending
    },
  }
}
