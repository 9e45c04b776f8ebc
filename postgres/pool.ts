import type pg from 'pg'
import { Pool, types as builtinTypes, type PoolConfig } from 'pg'
import { connectionConfig } from './client.ts'
import { guardConnection } from './guard-connection.ts'
import { limitMessages } from './message-limit.ts'
import { PrimaryClient } from './primary-client.ts'
import { DatabaseAway, isAway, watchSilence } from './silence.ts'

const DATE = 1082
const TIMESTAMP = 1114

// A date has no time zone: pg's default reading as a local Date would shift it by a day for half the world.
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return oid === DATE || oid === TIMESTAMP ? String : builtinTypes.getTypeParser(oid, format)
  },
}

type PoolOptions = {
  max?: number
  applicationName?: string
  /** Milliseconds that a caller waits for a free connection, before an error. */
  connectionTimeout?: number
  /** Milliseconds that a statement may run without any answer, before its connection counts as lost; Infinity for long jobs. */
  silence?: number
  /** Hears of a connection that breaks while it is idle, e.g. because the database was restarted. */
  onIdleError?: (error: Error) => void
}

/** Longer than the statement timeouts of all logins that serve callers: a statement that is only slow is ended by PostgreSQL. */
const SILENCE = 15_000

/**
 * A pool whose connections send statements without waiting for the previous answer. `url` names a plain login: never
 * the owner or a superuser for anything that serves callers (docs/api.md#security-facts, 2).
 */
export function openPool(url: string, { max = 10, applicationName, connectionTimeout = 10_000, silence = SILENCE, onIdleError }: PoolOptions = {}): pg.Pool {
  const config: PoolConfig & { pipeline: boolean } = {
    Client: PrimaryClient as unknown as PoolConfig['Client'],
    ...connectionConfig(url, { applicationName, timeout: connectionTimeout }),
    max,
    idleTimeoutMillis: 60_000,
    pipeline: true,
    types,
  }
  const pool = new Pool(config)
  const connect = pool.connect.bind(pool) as (callback?: unknown) => Promise<pg.PoolClient>
  // pool.query() passes a callback, all others wait for the promise.
  pool.connect = ((callback?: (error: Error, client: undefined, release: () => void) => void) => {
    if (!isAway()) return connect(callback)
    const error = new DatabaseAway()
    if (!callback) return Promise.reject(error)
    process.nextTick(callback, error, undefined, () => undefined)
    return undefined
  }) as typeof pool.connect
  // Without a listener a connection that breaks while idle would end the process.
  pool.on('error', (error) => onIdleError?.(error))
  pool.on('connect', (client) => {
    // The pool listens to idle connections only. One that breaks in use fails its statements; its error event says no more.
    client.on('error', () => {})
    guardConnection(client)
    limitMessages(client)
    watchSilence(client, silence)
  })
  return pool
}
