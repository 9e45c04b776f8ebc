import type pg from 'pg'
import { listenTo } from '#postgres/listen.ts'
import { dropPlans } from '#postgres/prepared-plans.ts'
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

/** Milliseconds until a schema that could not be read is read again. */
const RETRY = 1000

type Options = { pool: pg.Pool; listenUrl: string; schemas: readonly string[]; log: Log }

/**
 * The schema cache, refreshed by `NOTIFY pgrst, 'reload schema'` as on Supabase. Notifications sent while the listening
 * connection is down are lost, so it reloads after every reconnect.
 */
export async function openSchemaCache({ pool, listenUrl, schemas, log }: Options): Promise<SchemaCache> {
  let snapshot: SchemaSnapshot
  let reloading: Promise<void> | null = null
  let again = false
  let opened = false
  let closed = false
  let retry: NodeJS.Timeout | undefined

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
    clearTimeout(retry)
    reload().catch((error: unknown) => {
      log({ level: 'error', message: 'schema cache: Failed to reload, retrying', data: error })
      // The listener may hear of a change while reads are refused.
      if (!closed) retry = setTimeout(reloadInBackground, RETRY).unref()
    })
  }

  const listener = listenTo({
    url: listenUrl,
    channels: ['pgrst'],
    applicationName: 'gateway schema listener',
    // An empty payload means reload everything, as in PostgREST; other payloads do not concern the schema.
    onNotice: (payload) => (payload === 'reload schema' || payload === '') && reloadInBackground(),
    onListening: () => opened && reloadInBackground(),
    onFailure: (error) => log({ level: 'warn', message: 'schema cache: Failed to connect the listener', data: error }),
  })
  // Changes between a snapshot and LISTEN would be missed: the first one is read after it.
  await listener.tried
  opened = true
  try {
    await reload()
  } catch (error) {
    await listener.close()
    throw error
  }

  return {
    current: () => snapshot,
    reload,
    async close() {
      closed = true
      clearTimeout(retry)
      await listener.close()
      await reloading?.catch(() => {})
    },
  }
}
