/** The database for a command of its owner, apart from a running shop. */
import { access } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import { lockDataDirectory } from './data-directory.ts'
import { checkExternal } from './database.ts'
import { startPostgres } from './postgres.ts'
import { PostgresError } from './postgres-command.ts'

/**
 * Calls `work` with the owner's address of the database. The embedded one is started for it, so its shop must not be running.
 *
 * @throws PostgresError, DataDirectoryError if it cannot be opened
 */
export async function withOwnersDatabase<T>(config: Pick<Config, 'databaseUrl' | 'dataDir'>, work: (ownerUrl: string) => Promise<T>): Promise<T> {
  if (config.databaseUrl) {
    await checkExternal(config.databaseUrl)
    return work(config.databaseUrl)
  }
  const dataDir = path.join(config.dataDir, 'postgres')
  const isThere = await access(path.join(dataDir, 'PG_VERSION')).then(
    () => true,
    () => false,
  )
  if (!isThere) throw new PostgresError(`There is no database in ${config.dataDir}: set DATA_DIR, or DATABASE_URL for a database of your own.`)
  const unlock = await lockDataDirectory(config.dataDir)
  try {
    const server = await startPostgres({ dataDir })
    try {
      return await work(server.urlFor('shop'))
    } finally {
      await server.stop()
    }
  } finally {
    await unlock()
  }
}
