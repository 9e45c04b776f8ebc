import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError, type Client } from 'pg'
import { databaseClient } from '#postgres/client.ts'
import { MigrationError, readMigrations, type Migration } from './migration-files.ts'
import { adaptToVersion, serverVersion } from './migration-for-server.ts'
import { buildIndexesAhead } from './migration-indexes.ts'
import { isInTheWay, PATIENCE, withShortLocks, type Patience } from './migration-locks.ts'
import { changedSentence, createRecord, noteStatements, quoteTable, readState, refuseNewer, type MigrationTable } from './migration-record.ts'

/** Advisory lock for all migrations of a database: two processes that start together must not both apply a file. */
const LOCK = 4_120_250_415
/** Milliseconds between two looks whether the other process has finished. */
const NEXT_LOOK = 200

export type MigrateOptions = {
  /** The last version to apply; default: all. */
  upTo?: string | undefined
  /** The versions to apply; default: all. Versions that no file has are refused. */
  only?: ReadonlySet<string> | undefined
  patience?: Patience | undefined
  /** Gets sentences about what is waited for, and about files that were changed. */
  report?: ((sentence: string) => void) | undefined
}

/**
 * Waits by asking again: a statement that waits for the lock would be a transaction, which an index that the other process builds
 * concurrently waits for in its turn.
 */
async function takeTurn(client: Client, report: (sentence: string) => void): Promise<void> {
  for (let asked = 0; ; asked += 1) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [LOCK])
    if (rows[0]?.mine) return
    if (asked === 0) report('Another process is migrating this database: waiting for it')
    await sleep(NEXT_LOOK)
  }
}

/**
 * When two transactions wait for each other, PostgreSQL ends the one that looks first, a second (deadlock_timeout) after it began to wait. A
 * migration that looks sooner, and gives up before anyone who began to wait after it has looked, is the one that ends, and is tried again;
 * otherwise an order may be. An owner that is no superuser may not have the right to set it.
 */
const givesWay = (lockTimeout: number): string =>
  `select set_config('deadlock_timeout', '50ms', true), set_config('lock_timeout', '${Math.min(lockTimeout, 900)}ms', true)
    where has_parameter_privilege('deadlock_timeout', 'SET')`

/** Begins a transaction that changes the schema. `lockTimeout`: in ms. */
export async function beginMigration(client: Client, lockTimeout: number): Promise<void> {
  // In one message: a new database has a hundred and fifty of them.
  const timeout = Math.round(lockTimeout)
  await client.query(
    `begin; set local lock_timeout = ${timeout}; ${givesWay(timeout)}; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`,
  )
}

/** The table of the record, and the version of the server. */
type Target = MigrationTable & { server: number }

async function applyOne(client: Client, { qualified, server }: Target, migration: Migration, patience: Patience): Promise<void> {
  const { version, name, sql, statements } = migration
  await beginMigration(client, patience.attempt)
  try {
    await client.query(adaptToVersion(sql, server))
    await client.query(`insert into ${qualified} (version, statements, name) values ($1, $2, $3)`, [version, statements, name])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => undefined)
    if (isInTheWay(cause)) throw cause
    throw new MigrationError(`migration ${migration.file} failed: ${reasonOf(cause)}`, { cause })
  }
}

export function reasonOf(cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return cause instanceof DatabaseError && cause.position ? `${reason} (at character ${cause.position})` : reason
}

function refuseWithoutFile(migrations: readonly Migration[], only: ReadonlySet<string> = new Set()): void {
  const known = new Set(migrations.map(({ version }) => version))
  const unknown = [...only].filter((version) => !known.has(version)).sort()
  if (unknown[0]) throw new MigrationError(`The database has migration ${unknown[0]}, which this version of the shop does not know.`)
}

/**
 * Applies the files of `directory` that are not recorded in `table`, in order of version, each in its own transaction. The table
 * has the official CLI's columns, so that `supabase db push` on the same database works. Notifies the schema cache if a file was applied.
 *
 * @returns the names of the applied files
 * @throws MigrationError if one fails, if a session is in the way for too long, if the schema is newer than the files, or if something is
 *   missing and a file that was applied has changed since: the missing ones were written for the schema that its former text makes
 */
export async function applyMigrations(
  ownerUrl: string,
  directory: string,
  table: string,
  { upTo, only, patience = PATIENCE, report = () => undefined }: MigrateOptions = {},
): Promise<string[]> {
  const place = quoteTable(table)
  const migrations = readMigrations(directory)
  const client = databaseClient(ownerUrl, { applicationName: 'migrations' })
  await client.connect()
  try {
    await takeTurn(client, report)
    const state = await readState(client, migrations, place)
    refuseNewer(state)
    refuseWithoutFile(migrations, only)
    const missing = state.missing.filter(({ version }) => (upTo === undefined || version <= upTo) && (only?.has(version) ?? true))
    const changed = changedSentence(state)
    if (changed && missing.length > 0) throw new MigrationError(changed)
    if (changed) report(changed)
    await noteStatements(client, state.unnoted, place)
    if (missing.length === 0) return []
    await createRecord(client, place)
    const target = { ...place, server: await serverVersion(client) }
    for (const migration of missing) {
      await buildIndexesAhead(ownerUrl, client, migration, report)
      await withShortLocks({ ownerUrl, client, patience, report }, `migration ${migration.file}`, () => applyOne(client, target, migration, patience))
    }
    await client.query("notify pgrst, 'reload schema'")
    return missing.map(({ file }) => file)
  } finally {
    await client.end()
  }
}
