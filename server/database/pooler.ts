/** The transaction pooler of DATABASE_POOL_URL: checked at the start, and asked while the shop runs. */
import { databaseClient } from '#postgres/client.ts'
import { isDatabaseError } from '#postgres/sql-state.ts'
import type { PoolOptions } from '#postgres/pool.ts'
import type { Config } from '../config.ts'
import { PostgresError } from './postgres-command.ts'

/** How the pools for requests are opened. */
export function poolingOf({ pooler }: Pick<Config, 'pooler'>): Required<Pick<PoolOptions, 'route' | 'prepare'>> {
  return pooler ? { route: 'pooler', prepare: pooler.prepare } : { route: 'database', prepare: true }
}

/** Milliseconds. */
const TIMEOUT = 10_000
/** The same on two connections only if they lead to one database of one running server. */
const IDENTITY = `select pg_catalog.pg_postmaster_start_time()::text || ' ' || d.oid as identity from pg_catalog.pg_database d
  where d.datname = pg_catalog.current_database()`

async function identityBehind(url: string): Promise<string | undefined> {
  const client = databaseClient(url, { applicationName: 'pooler check', timeout: TIMEOUT })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<{ identity: string }>(IDENTITY)).rows[0]?.identity
  } finally {
    await client.end()
  }
}

/**
 * @param urls of one login of the shop, through the pooler and straight to the database
 * @throws PostgresError if the pooler does not let this login in, or leads elsewhere
 */
export async function checkPooler(urls: { pooler: string; database: string }): Promise<void> {
  const expected = await identityBehind(urls.database)
  const found = await identityBehind(urls.pooler).catch((error: Error) => {
    throw new PostgresError(`The pooler that DATABASE_POOL_URL names cannot be used: ${error.message}.`)
  })
  if (found !== expected) throw new PostgresError('DATABASE_POOL_URL leads to another database than DATABASE_URL.')
}

/**
 * Resolves if the pooler answers a login, even by refusing it: a pooler that is full is there. It is asked for no statement, because that
 * would wait for a connection of the database while all are busy.
 *
 * @throws if nothing answers within `timeout` milliseconds
 */
export async function greetPooler(url: string, timeout: number): Promise<void> {
  const client = databaseClient(url, { applicationName: 'pooler watch', timeout })
  client.on('error', () => undefined)
  try {
    await client.connect()
    void client.end().catch(() => undefined)
  } catch (error) {
    if (!isDatabaseError(error)) throw error
  }
}
