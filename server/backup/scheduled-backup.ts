/** Backups that the server makes by itself (docs/operate.md#backups). */
import type { Pool } from 'pg'
import type { Config } from '../config.ts'
import type { Keys } from '../keys.ts'
import type { Log } from '../log/log.ts'
import { BackupError } from './format.ts'
import { openFilesOf, shopVersion } from './open-source.ts'
import { openBackupPlace } from './place.ts'
import { backupName, outdated } from './retention.ts'

type Options = {
  config: Pick<Config, 'backup' | 'storage' | 'storageDir' | 'supabase'>
  ownerUrl: string
  keys: Keys
  log: Log
}

const MS_PER_HOUR = 3_600_000

/**
 * Makes a backup if the last good one is older than `BACKUP_EVERY`, then removes those that `BACKUP_KEEP` does not keep. One that fails
 * removes nothing.
 *
 * @returns the work of a scheduled job; it ends early once `signal` is aborted, and the backup is made after the next start
 */
export function backUpWhenDue({ config, ownerUrl, keys, log }: Options): (pool: Pool, signal: AbortSignal) => Promise<void> {
  const { to, publicKeys, every, keep } = config.backup
  let said = false

  async function* untilClosed(content: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      if (signal.aborted) throw new BackupError('The shop closed while the backup was made.')
      yield chunk
    }
  }

  return async (pool, signal) => {
    if (!said) await pool.query('select private.schedule_backups($1)', [to ? every / MS_PER_HOUR : null])
    said = true
    if (!to) return
    const { rows } = await pool.query<{ due: boolean }>(
      "select coalesce(last_good_at + $1 * interval '1 millisecond' <= clock_timestamp(), true) as due from private.backup_state()",
      [every],
    )
    if (!rows[0]?.due || signal.aborted) return
    // Its libraries are loaded only for a backup.
    const { createBackup } = await import('./create-backup.ts')
    const place = await openBackupPlace(to)
    const files = await openFilesOf(config)
    const name = backupName(new Date())
    try {
      const { bytes } = await createBackup({ ownerUrl, keys, files, publicKeys, shop: await shopVersion(), progress: () => undefined }, (content) =>
        place.write(name, untilClosed(content, signal)),
      )
      const old = outdated(await place.names(), keep)
      for (const one of old) await place.remove(one)
      log('info', 'backup: Made a backup', { name, bytes, removed: old.length })
    } finally {
      place.close()
      files.close()
    }
  }
}
