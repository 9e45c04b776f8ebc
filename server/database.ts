/**
 * The shop's database: the embedded PostgreSQL, kept running, or the one that DATABASE_URL names. Brings the schema up
 * to date and gives the connection strings of the logins.
 */
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import { migrateGateway, migrateShop } from './migrations.ts'
import { freePort, PostgresError, startPostgres, type PostgresServer } from './postgres.ts'
import type { Progress } from './progress.ts'
import { setRolePasswords, urlAs, type LoginRole } from './roles.ts'

export type ShopDatabase = {
  /** The owner's login: migrations, seeds and the import only. */
  ownerUrl: string
  embedded: boolean
  urlFor(role: LoginRole): string
  stop(): Promise<void>
}

/** Starts the embedded server and starts it again when it ends by itself: a shop without its database sells nothing. */
async function keepRunning(config: Config, log: Log): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = path.join(config.dataDir, 'postgres')
  const port = await freePort()
  let server: PostgresServer
  const stopping = new AbortController()
  let restart: Promise<void> | undefined
  const onExit = (code: number | null): void => {
    log('error', 'the database ended; starting it again', { code })
    restart = (async () => {
      for (let attempt = 1; !stopping.signal.aborted; attempt += 1) {
        try {
          server = await startPostgres({ dataDir, port, onExit, onLog })
          log('warn', 'the database is back')
          return
        } catch (error) {
          log('error', 'the database did not start', error)
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
      await restart // a database that comes back just now is stopped too
      await server.stop()
    },
  }
}

async function ensureDatabase(ownerUrl: string): Promise<void> {
  const maintenance = new URL(ownerUrl)
  const name = maintenance.pathname.slice(1)
  maintenance.pathname = '/postgres'
  const client = new Client({ connectionString: maintenance.toString() })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)} template template0`)
  } finally {
    await client.end()
  }
}

async function checkForeign(url: string): Promise<void> {
  let client: Client | undefined
  try {
    client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
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

export async function openDatabase(config: Config, secret: string, log: Log, progress: Progress): Promise<ShopDatabase> {
  let ownerUrl: string
  let stop = async (): Promise<void> => undefined
  if (config.databaseUrl) {
    ownerUrl = config.databaseUrl
    await progress('Connecting to the database', () => checkForeign(ownerUrl))
  } else {
    const running = await progress('Starting PostgreSQL', () => keepRunning(config, log))
    ownerUrl = running.url
    stop = running.stop
  }
  try {
    if (!config.databaseUrl) await ensureDatabase(ownerUrl)
    await progress('Bringing the database up to date', async () => {
      await migrateGateway(ownerUrl)
      await migrateShop(ownerUrl)
      await setRolePasswords(ownerUrl, secret)
    })
  } catch (error) {
    await stop()
    throw error
  }
  return { ownerUrl, embedded: !config.databaseUrl, urlFor: (role) => urlAs(ownerUrl, role, secret), stop }
}
