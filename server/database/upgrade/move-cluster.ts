/**
 * Moves the embedded database to the major version of PostgreSQL that this version of the shop brings: the old server runs once more, all
 * rows are copied into a new folder and compared, and the folders change places. The old one is kept (docs/decisions/0118-upgrades.md).
 *
 * Nothing is written into the old folder but what PostgreSQL itself writes when it starts and stops. An interrupted upgrade begins again:
 *
 *   postgres (old)  postgres.next                 the copy is not complete: it is removed
 *   postgres (old)  postgres.ready                the copy is complete, but the old folder may have been used since: it is removed
 *   postgres-17     postgres.ready                the folders were changing places: that is finished
 *   postgres-17     postgres (new)                done
 */
import { existsSync } from 'node:fs'
import { readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from '#gateway/storage/stores/sync-folder.ts'
import { ensureDatabase } from '../ensure-database.ts'
import { startPostgres, type PostgresServer } from '../postgres.ts'
import { initialise, majorOf, passwordFileOf, readPassword } from '../postgres-cluster.ts'
import { asUnprivileged, binaries, PostgresError, run, UpgradeError, type Programs } from '../postgres-command.ts'
import { stopStalePostgres } from '../stale-postgres.ts'
import { withOwner } from '../migrations.ts'
import { copyShop, type Copied } from './copy-shop.ts'
import { formerPrograms } from './former-programs.ts'
import { writeKept, type Kept } from './kept-cluster.ts'

export type Move = {
  /** The owner's folder, which is locked by the caller. */
  dataDir: string
  report: (sentence: string) => void
  /** Bytes that are free on the disk; only tests say it. */
  free?: () => Promise<number>
}

/** Bytes beside the rows: the new server's log, and its first files. */
const BESIDE = 600_000_000

/** @returns what is kept; undefined if there is nothing to move @throws PostgresError: nothing was changed then */
export async function moveCluster({ dataDir, report, free = () => freeBytes(dataDir) }: Move): Promise<Kept | undefined> {
  const folder = path.join(dataDir, 'postgres')
  const [next, ready] = [`${folder}.next`, `${folder}.ready`]
  if (!existsSync(folder) && existsSync(ready)) {
    await rename(ready, folder)
    await syncFolder(dataDir)
  }
  const major = await majorOf(folder)
  if (major === undefined) return undefined
  const programs = binaries()
  if (major >= programs.major) return undefined
  if (existsSync(ready)) await refuseMixed(dataDir, major)
  const former = await formerPrograms(major, path.join(dataDir, 'postgres-programs'), report)
  for (const leftover of [next, ready, `${next}.new`]) await remove(leftover)
  await refuseFullDisk(folder, await free())
  let copied: Copied
  try {
    copied = await copyCluster(folder, next, former, programs, report)
    // Without it a power cut after the renaming could leave files that were never written to the disk.
    await run([...asUnprivileged(), programs.initdb, '--sync-only', '-D', next])
  } catch (error) {
    await remove(next)
    throw asUpgradeError(error)
  }
  const kept: Kept = { from: major, to: programs.major, folder: freeName(dataDir, major), at: new Date().toISOString(), left: copied.left }
  await writeKept(dataDir, kept)
  report(`Copied and compared ${copied.rows} rows of ${copied.tables} tables`)
  await rename(next, ready)
  await syncFolder(dataDir)
  await rename(folder, path.join(dataDir, kept.folder))
  await rename(ready, folder)
  await syncFolder(dataDir)
  return kept
}

const asUpgradeError = (error: unknown): UpgradeError => {
  if (error instanceof UpgradeError) return new UpgradeError(`The database was not moved: ${error.message} The old one is as it was.`)
  const reason = error instanceof Error ? error.message : String(error)
  return new UpgradeError(`The database was not moved: ${reason}. The old one is as it was.`, { cause: error })
}

async function copyCluster(folder: string, next: string, former: Programs, programs: Programs, report: (sentence: string) => void): Promise<Copied> {
  report(`Starting PostgreSQL ${former.major}`)
  // Reads alone: also no automatic VACUUM changes the old folder.
  const old = await startPostgres({ dataDir: folder, programs: former, settings: { default_transaction_read_only: 'on', autovacuum: 'off' } })
  try {
    await initialise(next, asUnprivileged(), programs, await readPassword(passwordFileOf(folder)))
    // Not durable until it is complete: what is interrupted is removed.
    const made = await startPostgres({ dataDir: next, passwordFile: passwordFileOf(folder), programs, durable: false, settings: { max_wal_size: '256MB' } })
    try {
      return await copyDatabase(old, made, report)
    } finally {
      await made.stop()
    }
  } finally {
    await old.stop()
  }
}

async function copyDatabase(old: PostgresServer, made: PostgresServer, report: (sentence: string) => void): Promise<Copied> {
  const isThere = await withOwner(
    old.urlFor('postgres'),
    async (client) => (await client.query("select from pg_catalog.pg_database where datname = 'shop'")).rowCount,
  )
  if (!isThere) return { tables: 0, rows: 0, left: [] }
  await ensureDatabase(made.urlFor('shop'))
  report('Copying all rows')
  return copyShop(old.urlFor('shop'), made.urlFor('shop'), report)
}

/** A killed upgrade leaves its server behind. */
async function remove(cluster: string): Promise<void> {
  if (!existsSync(cluster)) return
  await stopStalePostgres(cluster)
  await rm(cluster, { recursive: true, force: true })
}

/** The old folder was put aside, and then a shop of the version before made a new one, with orders in neither of the two alone. */
async function refuseMixed(dataDir: string, major: number): Promise<void> {
  const aside = path.join(dataDir, `postgres-${major}`)
  if (!existsSync(aside)) return
  throw new UpgradeError(
    `An older version of the shop was started while its database was being moved: the shop is in ${aside} and, as PostgreSQL ${binaries().major}, in ${path.join(dataDir, 'postgres.ready')}; what that version began is in ${path.join(dataDir, 'postgres')}. Move the last one away and start again.`,
  )
}

/** A name that is not taken: an owner may have gone back to the older version once. */
function freeName(dataDir: string, major: number): string {
  const names = ['', ...Array.from({ length: 99 }, (_, index) => `-${index + 2}`)].map((suffix) => `postgres-${major}${suffix}`)
  return names.find((name) => !existsSync(path.join(dataDir, name))) ?? `postgres-${major}-${Date.now()}`
}

async function refuseFullDisk(folder: string, free: number): Promise<void> {
  const needed = Math.ceil((await sizeOf(path.join(folder, 'base'))) * 1.1) + BESIDE
  if (free >= needed) return
  const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(1)
  throw new PostgresError(
    `Moving the database to PostgreSQL ${binaries().major} needs ${gigabytes(needed)} GB beside the old one, and ${gigabytes(free)} GB are free. Nothing was changed.`,
  )
}

async function sizeOf(folder: string): Promise<number> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile())
  const sizes = await Promise.all(files.map((file) => stat(path.join(file.parentPath, file.name))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
