/** `npm run backup`: backs up the running shop, checks a backup, or makes the owner's key (docs/operate.md#backups). */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { backupPlaceOf } from '#server/backup/backup-settings.ts'
import { createBackup } from '#server/backup/create-backup.ts'
import { readKeyFile, writeNewKey } from '#server/backup/encryption.ts'
import { BackupError } from '#server/backup/format.ts'
import { openBackup } from '#server/backup/open-backup.ts'
import { openSource, shopVersion } from '#server/backup/open-source.ts'
import { openBackupPlace } from '#server/backup/place.ts'
import { backupName } from '#server/backup/retention.ts'
import { assertSound, verifyBackup } from '#server/backup/verify-backup.ts'
import { ConfigError, readConfig } from '#server/config.ts'
import { DataDirectoryError } from '#server/database/data-directory.ts'
import { PostgresError } from '#server/database/postgres-command.ts'

const USAGE = `usage: npm run backup [-- folder | s3://bucket/prefix]                   backs up the running shop, by default to BACKUP_TO
       npm run backup -- verify backup --key file [--database address]  restores it into a temporary database and checks it
       npm run backup -- new-key file                                   makes the key with which only you can read backups
  A backup is a file, s3://bucket/prefix/name, or latest for the newest in BACKUP_TO. BACKUP_PUBLIC_KEY is what new-key prints.`

const say = (line: string): void => console.log(line)
const config = () => readConfig(process.env, { dev: false })

async function create(to: string | undefined): Promise<void> {
  const settings = config()
  const { publicKeys, s3 } = settings.backup
  const chosen = to === undefined ? settings.backup.to : backupPlaceOf(to, s3)
  if (!chosen) throw new ConfigError(`BACKUP_TO is not set.\n${USAGE}`)
  if (publicKeys.length === 0) throw new ConfigError('BACKUP_PUBLIC_KEY is not set: npm run backup -- new-key makes the key that only you keep.')
  const source = await openSource(settings)
  const place = await openBackupPlace(chosen)
  const name = backupName(new Date())
  try {
    const { bytes, manifest } = await createBackup({ ...source, publicKeys, shop: await shopVersion(), progress: say }, (content) => place.write(name, content))
    say(`${name}: ${(bytes / 1e6).toFixed(1)} MB, ${manifest.files.count} files, ${manifest.documents.count} documents`)
  } finally {
    place.close()
    source.files.close()
  }
}

async function verify(backup: string | undefined, key: string | undefined, database: string | undefined): Promise<void> {
  if (!backup || !key) throw new ConfigError(USAGE)
  const keys = await readKeyFile(path.resolve(key))
  const opened = await openBackup(backup, config().backup)
  try {
    const verified = await verifyBackup(await opened.read(), keys, say, database)
    for (const line of verified.lines) say(line)
    assertSound(verified)
    say(`${opened.name} can be restored.`)
  } finally {
    opened.close()
  }
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, database: { type: 'string' }, help: { type: 'boolean', default: false } },
  })
  const [first, second] = positionals
  if (values.help) say(USAGE)
  else if (first === 'new-key') {
    if (!second) throw new ConfigError(USAGE)
    say(`BACKUP_PUBLIC_KEY=${await writeNewKey(path.resolve(second))}`)
    say(`Keep ${second} away from this machine, in two places: without it no backup can be read.`)
  } else if (first === 'verify') await verify(second, values.key, values.database)
  else await create(first)
} catch (error) {
  const isKnown = [BackupError, ConfigError, PostgresError, DataDirectoryError].some((kind) => error instanceof kind)
  console.error(isKnown ? (error as Error).message : error)
  process.exit(error instanceof ConfigError ? 2 : 1)
}
