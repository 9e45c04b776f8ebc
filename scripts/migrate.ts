/** `npm run migrate [-- --dry-run | --note-changed]`: applies the missing migrations to the shop's database, with the settings of the shop. */
import { parseArgs } from 'node:util'
import { MigrationError } from '#gateway/core/migration-files.ts'
import { ConfigError, readConfig } from '#server/config.ts'
import { DataDirectoryError } from '#server/database/data-directory.ts'
import { withOwnersDatabase } from '#server/database/owner-connection.ts'
import { PostgresError } from '#server/database/postgres-command.ts'
import { migrateDatabase, noteChanged, rehearseDatabase } from '#server/database/prepare-database.ts'

const USAGE = `usage: npm run migrate [-- --dry-run | --note-changed]
  --dry-run       says what is missing, what it would do, and whether it would pass: tried in a transaction that is rolled back
  --note-changed  records migrations that were changed after they were applied as they are now, and applies nothing`

type Command = (ownerUrl: string, config: ReturnType<typeof readConfig>) => Promise<number>

const apply: Command = async (ownerUrl, config) => {
  const applied = await migrateDatabase(ownerUrl, config, { report: (sentence) => console.log(`${sentence} …`) })
  for (const file of applied) console.log(`Applied ${file}`)
  console.log('The database is up to date.')
  return 0
}

const dryRun: Command = async (ownerUrl, config) => {
  const { files, changed } = await rehearseDatabase(ownerUrl, config)
  for (const { file, does, problem, untried } of files) {
    console.log(`${file}: ${problem ? `would fail: ${problem}` : untried ? `not tried in full: ${untried}` : 'would pass'}\n  ${does}`)
  }
  if (changed) console.log(changed)
  const failing = files.filter(({ problem }) => problem).length
  const untried = files.filter(({ untried: reason }) => reason).length
  if (files.length === 0) console.log('Nothing is missing: the database is up to date.')
  else console.log(`${files.length} missing, ${failing} would fail, ${untried} not tried in full. Nothing was changed.`)
  return failing > 0 || changed ? 1 : 0
}

const note: Command = async (ownerUrl, config) => {
  const noted = await noteChanged(ownerUrl, config)
  for (const file of noted) console.log(`Noted ${file} as it is now`)
  if (noted.length === 0) console.log('No migration was changed after it was applied.')
  return 0
}

function commandOf(args: string[]): Command {
  try {
    const { values } = parseArgs({ args, options: { 'dry-run': { type: 'boolean' }, 'note-changed': { type: 'boolean' } } })
    if (values['dry-run'] && values['note-changed']) throw new Error('one of the two')
    return values['dry-run'] ? dryRun : values['note-changed'] ? note : apply
  } catch {
    console.error(USAGE)
    process.exit(2)
  }
}

const command = commandOf(process.argv.slice(2))
try {
  const config = readConfig(process.env, { dev: false })
  process.exitCode = await withOwnersDatabase(config, (ownerUrl) => command(ownerUrl, config))
} catch (error) {
  const known = [ConfigError, PostgresError, MigrationError, DataDirectoryError].some((kind) => error instanceof kind)
  console.error(known ? (error as Error).message : error)
  process.exit(error instanceof ConfigError ? 2 : 1)
}
