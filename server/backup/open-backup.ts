/** Finds the backup that a person names. */
import path from 'node:path'
import { backupPlaceOf, type BackupPlaceSettings, type BackupSettings } from './backup-settings.ts'
import { BackupError } from './format.ts'
import { openBackupPlace } from './place.ts'
import { momentOf } from './retention.ts'

export type OpenedBackup = { name: string; read(): Promise<AsyncIterable<Uint8Array>>; close(): void }

/** @param text a file, `s3://bucket/prefix/name`, or `latest` for the newest in BACKUP_TO */
export async function openBackup(text: string, { to, s3 }: BackupSettings): Promise<OpenedBackup> {
  if (text === 'latest') {
    if (!to) throw new BackupError('BACKUP_TO is not set, so there is no latest backup: name one.')
    return openIn(to)
  }
  const slash = text.lastIndexOf('/')
  if (!text.startsWith('s3://')) return openIn({ folder: path.dirname(path.resolve(text)) }, path.basename(text))
  return openIn(backupPlaceOf(text.slice(0, slash), s3), text.slice(slash + 1))
}

async function openIn(settings: BackupPlaceSettings, named?: string): Promise<OpenedBackup> {
  const place = await openBackupPlace(settings)
  const name =
    named ??
    (await place.names())
      .filter((one) => momentOf(one) !== null)
      .toSorted()
      .at(-1)
  if (name === undefined) {
    place.close()
    throw new BackupError('There is no backup in BACKUP_TO.')
  }
  return { name, read: () => place.read(name), close: place.close }
}
