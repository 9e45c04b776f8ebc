/**
 * Ends connections whose database has stopped answering. TCP alone notices a host that has died or a cut cable after minutes, and
 * until then every statement on the connection waits.
 */
import type { Socket } from 'node:net'
import type { Client, PoolClient } from 'pg'

/** Milliseconds between two looks at all connections. */
const LOOK_EVERY = 500

/** The database does not answer, or takes no writes. Callers may try again: nothing was committed, or nobody knows. */
export class DatabaseAway extends Error {
  readonly code = 'ETIMEDOUT'

  constructor(message = 'The database does not answer') {
    super(message)
    this.name = 'DatabaseAway'
  }
}

/** The parts of pg's client that say whether an answer is outstanding: the statement being read, and those behind it. */
type Waiting = { connection: { stream: Socket }; _activeQuery: unknown; _sentQueryQueue: unknown[]; _queryQueue: unknown[] }

type Watched = { client: Waiting; limit: number; heard: boolean; silent: number }

const connections = new Set<Watched>()
let away = false
let clock: NodeJS.Timeout | undefined

function isWaiting({ _activeQuery, _sentQueryQueue, _queryQueue }: Waiting): boolean {
  return _activeQuery !== null || _sentQueryQueue.length > 0 || _queryQueue.length > 0
}

/** Counts looks instead of reading the time: when this process was busy or stopped itself, the answer may be waiting in the socket. */
function look(): void {
  for (const watched of connections) {
    watched.silent = isWaiting(watched.client) && !watched.heard ? watched.silent + LOOK_EVERY : 0
    watched.heard = false
    if (watched.silent >= watched.limit) end(watched)
  }
}

function end(watched: Watched): void {
  connections.delete(watched)
  watched.client.connection.stream.destroy(new DatabaseAway())
}

/** Ends an open connection that waits for an answer and receives no byte of it for `limit` milliseconds. Its statements fail with DatabaseAway. */
export function watchSilence(client: Client | PoolClient, limit: number): void {
  const waiting = client as unknown as Waiting
  const watched: Watched = { client: waiting, limit, heard: false, silent: 0 }
  const { stream } = waiting.connection
  stream.on('data', () => void (watched.heard = true))
  stream.once('close', () => {
    connections.delete(watched)
    if (connections.size > 0) return
    clearInterval(clock)
    clock = undefined
  })
  connections.add(watched)
  clock ??= setInterval(look, LOOK_EVERY).unref()
}

/**
 * Whether the database of this process is known not to answer. While it is, pools refuse at once instead of letting each caller wait
 * for its own timeout. Set by the process that watches its database (server/database/watch-database.ts); it has only one.
 */
export function setAway(now: boolean): void {
  away = now
}

export const isAway = (): boolean => away

/**
 * Ends all watched connections that are idle, or have waited silently for `silence` milliseconds: for the moment when the database is
 * known to be gone. Idle ones may lead to a host that is no longer there.
 */
export function endSilent(silence: number): void {
  for (const watched of connections) if (watched.silent >= silence || !isWaiting(watched.client)) end(watched)
}
