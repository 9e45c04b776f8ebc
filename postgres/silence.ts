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

  constructor(message = 'The database does not answer', options?: ErrorOptions) {
    super(message, options)
    this.name = 'DatabaseAway'
  }
}

/** The parts of pg's client that say whether an answer is outstanding: the statement being read, and those behind it. */
type Waiting = { connection: { stream: Socket }; _activeQuery: unknown; _sentQueryQueue: unknown[]; _queryQueue: unknown[] }

/** How a connection reaches the database: straight, or through a transaction pooler that may fail alone. */
export type Route = 'database' | 'pooler'

type Watched = { client: Waiting; limit: number; route: Route; heard: boolean; silent: number }

const connections = new Set<Watched>()
const away: Record<Route, boolean> = { database: false, pooler: false }
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
export function watchSilence(client: Client | PoolClient, limit: number, route: Route = 'database'): void {
  const waiting = client as unknown as Waiting
  const watched: Watched = { client: waiting, limit, route, heard: false, silent: 0 }
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
 * Says that the database of this process, or the pooler before it, is known not to answer. While it is, pools refuse at once instead of
 * letting each caller wait for its own timeout. Set by the process that watches them (server/database/watch-database.ts); it has only one
 * of each.
 */
export function setAway(part: Route, now: boolean): void {
  away[part] = now
}

/** A pooler is of no use without its database. */
export const isAway = (route: Route = 'database'): boolean => away.database || (route === 'pooler' && away.pooler)

/**
 * Ends the watched connections that can reach nothing now and are idle, or have waited silently for `silence` milliseconds. Idle ones may
 * lead to a host that is no longer there.
 */
export function endSilent(silence: number): void {
  for (const watched of connections) {
    if (isAway(watched.route) && (watched.silent >= silence || !isWaiting(watched.client))) end(watched)
  }
}
