/**
 * What the processes of one database tell each other: broadcasts and who is present, by NOTIFY. Without another process
 * nothing is sent but a sign of life. A process that is not heard for three of them is gone, with its members.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Client } from 'pg'
import { guardConnection } from '#postgres/guard-connection.ts'
import { guarded } from '../core/guard.ts'
import type { Log } from '../core/schema-cache.ts'
import { createJoiner, cut } from './bus-parts.ts'

export type Bus = {
  /** Reaches the other processes, in order; never this one. */
  tell(message: unknown): void
  /** Begins to listen; before, nothing is heard. */
  open(): void
  close(): Promise<void>
}

type Note = { kind: 'hello' | 'alive' | 'bye' } | { kind: 'message'; message: unknown }

const CHANNEL = 'realtime_bus'
const ALIVE_EVERY = 15_000
const GONE_AFTER = 3 * ALIVE_EVERY
const RETRY_AFTER = 500
/** Messages that wait for the database; beyond, the oldest are lost, as they would be with a slow network. */
const MAX_WAITING = 10_000

export function createBus(options: {
  url: string
  pool: pg.Pool
  onMessage: (peer: string, message: unknown) => void
  /** A process has come and knows nothing yet. */
  onPeer: () => void
  onGone: (peer: string) => void
  log: Log
}): Bus {
  const { pool, log } = options
  const me = randomBytes(6).toString('hex')
  const closing = new AbortController()
  const peers = new Map<string, number>()
  let number = 0
  let waiting: string[] = []
  let sending: Promise<void> | null = null
  let listening: Promise<void> | null = null

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const notices = waiting
      waiting = []
      await pool
        .query('select pg_notify($1, t.part) from unnest($2::text[]) with ordinality as t (part, n) order by t.n', [CHANNEL, notices])
        .catch((error: unknown) => log({ level: 'warn', message: 'realtime: other processes could not be told', data: error }))
    }
  }

  function send(note: Note): void {
    waiting.push(...cut(me, (number += 1), note))
    if (waiting.length > MAX_WAITING) waiting.splice(0, waiting.length - MAX_WAITING)
    startSending()
  }

  function startSending(): void {
    sending ??= sendAll().finally(() => {
      sending = null
      if (waiting.length > 0) startSending()
    })
  }

  function hear({ sender, message }: { sender: string; message: unknown }): void {
    if (sender === me) return
    const note = message as Note
    const isNew = !peers.has(sender)
    peers.set(sender, Date.now())
    if (note.kind === 'bye') {
      peers.delete(sender)
      return options.onGone(sender)
    }
    // One that was not known may not know this one either.
    if (note.kind === 'hello' || isNew) {
      send({ kind: 'alive' })
      options.onPeer()
    }
    if (note.kind === 'message') options.onMessage(sender, note.message)
  }

  function beat(): void {
    send({ kind: 'alive' })
    for (const [peer, heard] of peers) {
      if (Date.now() - heard < GONE_AFTER) continue
      peers.delete(peer)
      options.onGone(peer)
    }
  }

  async function listen(): Promise<void> {
    const joiner = createJoiner()
    const client = new Client({ connectionString: options.url, application_name: 'gateway realtime bus', keepAlive: true, connectionTimeoutMillis: 10_000 })
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    const closed = new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve(), { once: true }))
    client.on('error', () => undefined) // the end follows
    client.on('notification', ({ payload }) => {
      const heard = joiner.add(payload ?? '')
      try {
        if (heard) hear(heard)
      } catch (error) {
        // Anybody with a login may NOTIFY: what makes no sense must not end the process.
        log({ level: 'warn', message: 'realtime: another process said what makes no sense', data: error })
      }
    })
    try {
      await client.connect()
      guardConnection(client)
      await client.query(`listen ${CHANNEL}`)
      if (closing.signal.aborted) return
      send({ kind: 'hello' })
      await Promise.race([ended, closed])
    } finally {
      await Promise.race([client.end().catch(() => undefined), ended])
    }
  }

  async function keepListening(): Promise<void> {
    const clock = setInterval(guarded(log, 'realtime: the sign of life to other processes', beat), ALIVE_EVERY)
    clock.unref()
    while (!closing.signal.aborted) {
      await listen().catch((error: unknown) => log({ level: 'info', message: 'realtime: not listening to other processes yet', data: error }))
      await sleep(RETRY_AFTER, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
    }
    clearInterval(clock)
  }

  return {
    tell(message) {
      if (peers.size > 0) send({ kind: 'message', message })
    },
    open: () => void (listening ??= keepListening()),
    async close() {
      if (listening && peers.size > 0) send({ kind: 'bye' })
      closing.abort()
      await listening
      await sending
    },
  }
}
