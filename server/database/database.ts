/**
 * Opens the shop's database: the embedded PostgreSQL, restarted when it ends, or the one of DATABASE_URL. Prepares it
 * and provides the connection strings of the logins.
 */
import type { Client } from 'pg'
import type { DataKeys } from '#gateway/core/session.ts'
import { databaseClient } from '#postgres/client.ts'
import type { Config } from '../config.ts'
import type { Log } from '../log/log.ts'
import { startEmbedded, type Embedded } from './embedded.ts'
import { ensureDatabase } from './ensure-database.ts'
import { PostgresError } from './postgres-command.ts'
import { isPrepared, readExpected } from './is-prepared.ts'
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

/** @param starting the embedded server, if it has been started already */
export async function openDatabase(config: Config, secrets: DataKeys, log: Log, progress: Progress, starting?: Promise<Embedded>): Promise<ShopDatabase> {
  let ownerUrl: string
  let secret = secrets[0]
  let stop = async (): Promise<void> => undefined
  const mayBePrepared = config.supabase?.ownsDatabase !== true && !config.takesOver
  if (config.databaseUrl) {
    ownerUrl = config.databaseUrl
    await progress('Connecting to the database', () => checkExternal(ownerUrl))
  } else {
    const running = await progress('Starting PostgreSQL', () => starting ?? startEmbedded(config, log))
    ownerUrl = running.url
    stop = running.stop
  }
  const requestUrlFor = (role: LoginRole): string => urlAs(config.pooler?.url ?? ownerUrl, role, secret)
  try {
    if (!mayBePrepared || !(await isPrepared(ownerUrl, secrets, readExpected()))) {
      if (!config.databaseUrl) await ensureDatabase(ownerUrl)
      const report = (sentence: string): void => log('warn', `database: ${sentence}`)
      secret = await progress('Bringing the database up to date', () => prepareDatabase(ownerUrl, config, secrets, report))
    }
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
