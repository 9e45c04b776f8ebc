/** Connection pools of the shop's own server code; the gateway opens its own. */
import { Pool, types as defaults, type PoolConfig } from 'pg'
import { guardConnection } from '#gateway/core/guard.ts'

/** Type number of `date` in every PostgreSQL. */
const DATE: number = 1082

/** A `date` stays text: as a JavaScript Date it would shift with the machine's time zone. Money stays exact text too. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === DATE) return (text: string) => text
    return defaults.getTypeParser(oid, format)
  },
}

export function openPool(connectionString: string, max: number, onError: (error: Error) => void): Pool {
  const options: PoolConfig & { pipeline: boolean } = {
    connectionString,
    max,
    types,
    pipeline: true,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 10_000,
  }
  const pool = new Pool(options)
  // A connection that breaks while idle (the database was restarted) must not end the process.
  pool.on('error', onError)
  // The pool listens to idle connections only: one that breaks in use emits an error that would end the process too.
  // Whoever uses it hears of it through the query that fails.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    guardConnection(client)
  })
  return pool
}
