import type pg from 'pg'
import { Pool, types as builtinTypes, type PoolConfig } from 'pg'
import { connectionConfig } from './client.ts'
import { followStatements } from './follow-statements.ts'
import { guardConnection } from './guard-connection.ts'
import { limitMessages } from './message-limit.ts'
import { inThisRequest, withoutRequest } from './request-context.ts'
import { prepareNothing } from './prepared-plans.ts'
import { PrimaryClient } from './primary-client.ts'
import { DatabaseAway, isAway, watchSilence, type Route } from './silence.ts'

const DATE = 1082
const TIMESTAMP = 1114

// A date has no time zone: pg's default reading as a local Date would shift it by a day for half the world.
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return oid === DATE || oid === TIMESTAMP ? String : builtinTypes.getTypeParser(oid, format)
  },
}

export type PoolOptions = {
  max?: number
  applicationName?: string | undefined
  /** Milliseconds that a caller waits for a free connection, before an error. */
  connectionTimeout?: number
  /** Milliseconds that a statement may run without any answer, before its connection counts as lost; Infinity for long jobs. */
  silence?: number
  /** Through a transaction pooler, the session of the database may be another for each transaction. */
  route?: Route
  /** False: statements have no names, because a pooler would look for a prepared one in a session that does not know it. */
  prepare?: boolean
  /** Hears of a connection that breaks while it is idle, e.g. because the database was restarted. */
  onIdleError?: (error: Error) => void
}

/** Longer than the statement timeouts of all logins that serve callers: a statement that is only slow is ended by PostgreSQL. */
const SILENCE = 15_000

/** Whatever keeps a connection from opening, even a wrong password, is not an error of the caller and may pass: never a 4xx. */
function unreachable(error: Error): DatabaseAway {
  return error instanceof DatabaseAway ? error : new DatabaseAway(`The database cannot be reached: ${error.message}`, { cause: error })
}

/**
 * A pool whose connections send statements without waiting for the previous answer. `url` names a plain login: never
 * the owner or a superuser for anything that serves callers (docs/api.md#security-facts, 2).
 */
export function openPool(url: string, options: PoolOptions = {}): pg.Pool {
  const { max = 10, applicationName, connectionTimeout = 10_000, silence = SILENCE, route = 'database', prepare = true, onIdleError } = options
  const config: PoolConfig & { pipeline: boolean } = {
    Client: PrimaryClient as unknown as PoolConfig['Client'],
    ...connectionConfig(url, { applicationName, timeout: connectionTimeout }),
    max,
    idleTimeoutMillis: 60_000,
    pipeline: true,
    types,
  }
  const pool = new Pool(config)
  if (!prepare) prepareNothing(pool)
  type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, release: (broken?: Error | boolean) => void) => void
  const connect = pool.connect.bind(pool) as { (): Promise<pg.PoolClient>; (callback: Callback): void }
  // pool.query() passes a callback, all others wait for the promise.
  pool.connect = ((callback?: Callback) => {
    if (!callback) {
      if (isAway(route)) return Promise.reject(new DatabaseAway())
      return withoutRequest(() => connect()).catch((error: Error) => {
        throw unreachable(error)
      })
    }
    if (isAway(route)) process.nextTick(callback, new DatabaseAway(), undefined, () => undefined)
    else {
      const answer = inThisRequest((error: Error | undefined, client: pg.PoolClient | undefined, release: (broken?: Error | boolean) => void) =>
        callback(error && unreachable(error), client, release),
      )
      withoutRequest(() => connect(answer))
    }
    return undefined
  }) as typeof pool.connect
  // Without a listener a connection that breaks while idle would end the process.
  pool.on('error', (error) => onIdleError?.(error))
  pool.on('connect', (client) => {
    // The pool listens to idle connections only. One that breaks in use fails its statements; its error event says no more.
    client.on('error', () => {})
    guardConnection(client)
    limitMessages(client)
    watchSilence(client, silence, route)
    // Jobs may take long: that is why their statements have no limit.
    if (silence !== Infinity) followStatements(client)
  })
  return pool
}
