/** `npm run restore`: restores a backup into an empty place (docs/operate.md#restoring). */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readKeyFile } from '#server/backup/encryption.ts'
import { BackupError } from '#server/backup/format.ts'
import { openBackup } from '#server/backup/open-backup.ts'
import { restoreShop } from '#server/backup/restore-shop.ts'
import { ConfigError, readConfig } from '#server/config.ts'
import { DataDirectoryError } from '#server/database/data-directory.ts'
import { PostgresError } from '#server/database/postgres-command.ts'

const USAGE = `usage: npm run restore -- backup --key file
  A backup is a file, s3://bucket/prefix/name, or latest for the newest in BACKUP_TO. It is restored by the settings of the shop that is to
  run there: into an empty DATA_DIR, or into the empty database of DATABASE_URL.`

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { key: { type: 'string' }, help: { type: 'boolean', default: false } } })
  const [backup] = positionals
  if (values.help) {
    console.log(USAGE)
    process.exit(0)
  }
  if (!backup || !values.key) throw new ConfigError(USAGE)
  const config = readConfig(process.env, { dev: false })
  const keys = await readKeyFile(path.resolve(values.key))
  const opened = await openBackup(backup, config.backup)
  try {
    const { header, manifest, damaged } = await restoreShop(config, opened.read, keys, (line) => console.log(line))
    console.log(`Restored the shop of ${header.created_at}, with ${manifest.files.count} files and ${manifest.documents.count} documents.`)
    if (manifest.files.missing > 0) console.log(`${manifest.files.missing} files were missing in the shop already.`)
    const lost = manifest.documents.missing + damaged
    if (lost > 0) console.log(`${lost} files of documents were missing or damaged in the shop already: their customers cannot get them.`)
    console.log('Start it with these settings.')
  } finally {
    opened.close()
  }
} catch (error) {
  const isKnown = [BackupError, ConfigError, PostgresError, DataDirectoryError].some((kind) => error instanceof kind)
  console.error(isKnown ? (error as Error).message : error)
  process.exit(error instanceof ConfigError ? 2 : 1)
}
