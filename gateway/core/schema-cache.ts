import type pg from 'pg'
import { Client } from 'pg'
import { dropPlans } from '#postgres/prepared-plans.ts'
import { guardConnection } from '#postgres/guard-connection.ts'
import { readSchemaSnapshot } from './schema-snapshot.ts'
import type { SchemaSnapshot } from './schema-types.ts'

export type Log = (entry: { level: 'info' | 'warn' | 'error'; message: string; data?: unknown }) => void

export type SchemaCache = {
  /** The latest snapshot. Use it for one request only. */
  current(): SchemaSnapshot
  /** Reads the catalogue again and drops all prepared statements. */
  reload(): Promise<void>
  close(): Promise<void>
}

type Options = { pool: pg.Pool; databaseUrl: string; schemas: readonly string[]; log: Log }

const RECONNECT_FIRST = 100
const RECONNECT_MOST = 10_000

/**
 * The schema cache, refreshed by `NOTIFY pgrst, 'reload schema'` as on Supabase. Notifications sent while the listening
 * connection is down are lost, so it reloads after every reconnect.
 */
export async function openSchemaCache({ pool, databaseUrl, schemas, log }: Options): Promise<SchemaCache> {
  let snapshot = await readSchemaSnapshot(pool, schemas)
  let reloading: Promise<void> | null = null
  let again = false
  let closed = false
  let listener: Client | null = null
  let retry: NodeJS.Timeout | undefined
  let wait = RECONNECT_FIRST

  async function readUntilQuiet(): Promise<void> {
    do {
      again = false
      snapshot = await readSchemaSnapshot(pool, schemas)
      dropPlans(pool)
    } while (again)
  }

  /** Notifications come in bursts: one reload at a time, and one more if another notification arrived during it. */
  function reload(): Promise<void> {
    again = true
    reloading ??= readUntilQuiet().finally(() => (reloading = null))
    return reloading
  }

  function reloadInBackground(): void {
    reload().catch((error: unknown) => log({ level: 'error', message: 'schema cache: Failed to reload', data: error }))
  }

  function reconnectLater(): void {
    if (closed) return
    clearTimeout(retry)
    retry = setTimeout(() => void listen(true), wait)
    retry.unref()
    wait = Math.min(wait * 2, RECONNECT_MOST)
  }

  async function listen(isReconnect: boolean): Promise<void> {
    const client = new Client({ connectionString: databaseUrl, application_name: 'gateway schema listener', keepAlive: true })
    let lost = false
    const lose = (): void => {
      if (lost) return
      lost = true
      if (listener === client) listener = null
      client.end().catch(() => {})
      reconnectLater()
    }
    client.on('error', lose)
    client.on('end', lose)
    client.on('notification', ({ payload }) => {
      // An empty payload means reload everything, as in PostgREST; other payloads do not concern the schema.
      if (payload === 'reload schema' || !payload) reloadInBackground()
    })
    try {
      await client.connect()
      guardConnection(client)
      await client.query('listen pgrst')
    } catch (error) {
      log({ level: 'warn', message: 'schema cache: Failed to connect the listener', data: error })
      lose()
      return
    }
    if (closed) {
      await client.end()
      return
    }
    listener = client
    wait = RECONNECT_FIRST
    if (isReconnect) reloadInBackground()
  }

  await listen(false)
  // Changes between the first snapshot and LISTEN would be missed otherwise.
  await reload()

  return {
    current: () => snapshot,
    reload,
    async close() {
      closed = true
      clearTimeout(retry)
      await listener?.end()
      await reloading?.catch(() => {})
    },
  }
}
