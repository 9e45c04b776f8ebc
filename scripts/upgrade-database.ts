/**
 * `npm run upgrade-database [-- --fetch | --remove-old]`: moves the embedded database of DATA_DIR to the PostgreSQL of this version, as a
 * start does. The shop must be stopped for it, but not for the options.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '#server/config.ts'
import { DataDirectoryError, lockDataDirectory } from '#server/database/data-directory.ts'
import { majorOf } from '#server/database/postgres-cluster.ts'
import { binaries, PostgresError } from '#server/database/postgres-command.ts'
import { formerPrograms } from '#server/database/upgrade/former-programs.ts'
import { readKept, removeKept } from '#server/database/upgrade/kept-cluster.ts'
import { moveCluster } from '#server/database/upgrade/move-cluster.ts'
import { movedSentence } from '#server/database/upgrade/present-version.ts'

const USAGE = `usage: npm run upgrade-database [-- --fetch | --remove-old]
  --fetch       only fetches the programs of the older PostgreSQL, for a machine that has no connection later
  --remove-old  removes the former database, which is kept after a move`

const report = (sentence: string): void => console.log(`${sentence} …`)

async function move(dataDir: string): Promise<void> {
  const unlock = await lockDataDirectory(dataDir)
  const moved = await moveCluster({ dataDir, report }).finally(unlock)
  if (moved) return console.log(movedSentence(moved, dataDir))
  const major = await majorOf(path.join(dataDir, 'postgres'))
  if (major === undefined) throw new PostgresError(`There is no database in ${dataDir}: set DATA_DIR.`)
  console.log(`The database is PostgreSQL ${major}'s already.`)
  const kept = await readKept(dataDir)
  if (kept) console.log(`The former one of PostgreSQL ${kept.from} is kept in ${path.join(dataDir, kept.folder)} since ${kept.at.slice(0, 10)}.`)
}

async function fetchPrograms(dataDir: string): Promise<void> {
  const major = await majorOf(path.join(dataDir, 'postgres'))
  if (major === undefined || major >= binaries().major) return console.log('Nothing is to be fetched.')
  await formerPrograms(major, path.join(dataDir, 'postgres-programs'), report)
  console.log(`The programs of PostgreSQL ${major} are there.`)
}

async function removeOld(dataDir: string): Promise<void> {
  const kept = await readKept(dataDir)
  if (!kept) return console.log('There is no former database.')
  await removeKept(dataDir, kept)
  console.log(`Removed the former database of PostgreSQL ${kept.from}.`)
}

function commandOf(args: string[]): (dataDir: string) => Promise<void> {
  try {
    const { values } = parseArgs({ args, options: { fetch: { type: 'boolean' }, 'remove-old': { type: 'boolean' } } })
    if (values.fetch && values['remove-old']) throw new Error('one of the two')
    return values.fetch ? fetchPrograms : values['remove-old'] ? removeOld : move
  } catch {
    console.error(USAGE)
    process.exit(2)
  }
}

const command = commandOf(process.argv.slice(2))
try {
  const { dataDir, databaseUrl } = readConfig(process.env, { dev: false })
  if (databaseUrl) throw new ConfigError('DATABASE_URL names a PostgreSQL of your own: upgrade it with its own tools.')
  await command(dataDir)
} catch (error) {
  const known = [ConfigError, PostgresError, DataDirectoryError].some((kind) => error instanceof kind)
  console.error(known ? (error as Error).message : error)
  process.exit(error instanceof ConfigError ? 2 : 1)
}
