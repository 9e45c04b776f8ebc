/**
 * Opens the shop's database: the embedded PostgreSQL, restarted when it ends, or the one of DATABASE_URL. Prepares it
 * and provides the connection strings of the logins.
 */
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { DataKeys } from '#gateway/core/session.ts'
import { databaseClient } from '#postgres/client.ts'
import type { Config } from '../config.ts'
import type { Log } from '../log/log.ts'
import { ensureDatabase } from './ensure-database.ts'
import { freePort } from './free-port.ts'
import { startPostgres, type PostgresServer } from './postgres.ts'
import { bringToPresentVersion } from './upgrade/present-version.ts'
import { PostgresError } from './postgres-command.ts'
import { prepareDatabase } from './prepare-database.ts'
import type { Progress } from '../progress.ts'
import { checkPooler } from './pooler.ts'
import { urlAs, type LoginRole } from './roles.ts'

export type ShopDatabase = {
  /** The owner's login, for migrations, seeds and the import only. */
  ownerUrl: string
  embedded: boolean
  /** Straight to the database, for what needs a session: notifications, replication, locks that outlive a transaction, long jobs. */
  urlFor(role: LoginRole): string
  /** For transactions: through the pooler, if there is one. */
  requestUrlFor(role: LoginRole): string
  stop(): Promise<void>
}

/** Starts the embedded server and restarts it whenever it ends unexpectedly. */
async function keepRunning(config: Config, log: Log): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = path.join(config.dataDir, 'postgres')
  await bringToPresentVersion(config.dataDir, (sentence) => log('warn', `database: ${sentence}`))
  const port = await freePort()
  let server: PostgresServer
  const stopping = new AbortController()
  let restart: Promise<void> | undefined
  const onExit = (code: number | null): void => {
    log('error', 'database: PostgreSQL ended unexpectedly, restarting', { code })
    restart = (async () => {
      for (let attempt = 1; !stopping.signal.aborted; attempt += 1) {
        try {
          server = await startPostgres({ dataDir, port, onExit, onLog })
          log('warn', 'database: PostgreSQL restarted')
          return
        } catch (error) {
          log('error', 'database: Failed to restart PostgreSQL', error)
          await sleep(Math.min(10_000, 500 * attempt), undefined, { signal: stopping.signal }).catch(() => undefined)
        }
      }
    })()
  }
  const onLog = (line: string): void => {
    if (/\b(ERROR|FATAL|PANIC):/.test(line)) log('info', 'postgres', line.replace(/^.*?\b(ERROR|FATAL|PANIC):/, '$1:'))
  }
  server = await startPostgres({ dataDir, port, onExit, onLog })
  return {
    url: server.urlFor('shop'),
    async stop() {
      stopping.abort()
      await restart // also stop a database that is just restarting
      await server.stop()
    },
  }
}

/** @throws PostgresError if the server does not answer or is too old */
export async function checkExternal(url: string): Promise<void> {
  let client: Client | undefined
  try {
    client = databaseClient(url, { timeout: 10_000 })
    await client.connect()
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version")
    const version = Number(rows[0]?.version)
    if (version < 150_000) throw new PostgresError(`DATABASE_URL names PostgreSQL ${Math.floor(version / 10_000)}; the shop needs 15 or newer.`)
  } catch (error) {
    if (error instanceof PostgresError) throw error
    throw new PostgresError(`The database that DATABASE_URL names cannot be opened: ${(error as Error).message}.`)
  } finally {
    await client?.end().catch(() => undefined)
  }
}

export async function openDatabase(config: Config, secrets: DataKeys, log: Log, progress: Progress): Promise<ShopDatabase> {
  let ownerUrl: string
  let secret = secrets[0]
  let stop = async (): Promise<void> => undefined
  if (config.databaseUrl) {
    ownerUrl = config.databaseUrl
    await progress('Connecting to the database', () => checkExternal(ownerUrl))
  } else {
    const running = await progress('Starting PostgreSQL', () => keepRunning(config, log))
    ownerUrl = running.url
    stop = running.stop
  }
  const requestUrlFor = (role: LoginRole): string => urlAs(config.pooler?.url ?? ownerUrl, role, secret)
  try {
    if (!config.databaseUrl) await ensureDatabase(ownerUrl)
    const report = (sentence: string): void => log('warn', `database: ${sentence}`)
    secret = await progress('Bringing the database up to date', () => prepareDatabase(ownerUrl, config, secrets, report))
    if (config.pooler)
      await progress('Connecting to the pooler', () =>
        checkPooler({ pooler: requestUrlFor('shop_callers'), database: urlAs(ownerUrl, 'shop_callers', secret) }),
      )
  } catch (error) {
    await stop()
    throw error
  }
  return { ownerUrl, embedded: !config.databaseUrl, urlFor: (role) => urlAs(ownerUrl, role, secret), requestUrlFor, stop }
}
