/** `npm run restore`: where a backup goes by the settings of the shop that is to run there. */
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import { lockDataDirectory } from '../database/data-directory.ts'
import { checkExternal } from '../database/database.ts'
import { ensureDatabase } from '../database/ensure-database.ts'
import { startPostgres } from '../database/postgres.ts'
import { dataKeysOf, loadKeys, saveKeys, type Keys } from '../keys.ts'
import { filesAreProjects, openFilesOf } from './open-source.ts'
import { BackupError } from './format.ts'
import { restoreBackup, type Restored, type RestoreTarget } from './restore-backup.ts'

type Read = () => Promise<AsyncIterable<Uint8Array>>

async function isEmpty(folder: string): Promise<boolean> {
  return (await readdir(folder).catch(() => [])).length === 0
}

/** What was sealed with other keys could not be opened again: second factors, and mails that wait. */
async function checkKeys(config: Config, keys: Keys): Promise<void> {
  if (!config.keys) return
  const given = await loadKeys(config.dataDir, config.keys)
  if (dataKeysOf(given).includes(keys.data_key)) return
  throw new BackupError(
    'JWT_SECRET or DATA_KEY is not that of the backup, so sealed data could not be opened: set DATA_KEY to the data_key in its keys.json, or restore without both.',
  )
}

/**
 * Restores into an empty data folder with its embedded database, or into the empty database of DATABASE_URL.
 *
 * @throws BackupError, leaving the place as empty as it was
 */
export async function restoreShop(config: Config, read: Read, privateKeys: readonly string[], progress: (line: string) => void): Promise<Restored> {
  if (config.databaseUrl) return restoreExternal(config, config.databaseUrl, read, privateKeys, progress)
  const { dataDir } = config
  if (!(await isEmpty(dataDir))) throw new BackupError(`The data folder ${dataDir} is not empty: set DATA_DIR to a new one.`)
  const existed = await stat(dataDir).then(
    () => true,
    () => false,
  )
  const unlock = await lockDataDirectory(dataDir)
  try {
    const server = await startPostgres({ dataDir: path.join(dataDir, 'postgres') })
    try {
      const ownerUrl = server.urlFor('shop')
      await ensureDatabase(ownerUrl)
      const restored = await into(config, { ownerUrl, accounts: 'shop', progress }, read, privateKeys)
      await saveKeys(dataDir, { url: config.siteUrl, ...restored.keys, db_url: ownerUrl })
      return restored
    } finally {
      await server.stop()
    }
  } catch (error) {
    for (const name of await readdir(dataDir)) await rm(path.join(dataDir, name), { recursive: true, force: true })
    if (!existed) await rm(dataDir, { recursive: true, force: true })
    throw error
  } finally {
    await unlock()
  }
}

async function restoreExternal(
  config: Config,
  ownerUrl: string,
  read: Read,
  privateKeys: readonly string[],
  progress: (line: string) => void,
): Promise<Restored> {
  await checkExternal(ownerUrl)
  const keysFile = path.join(config.dataDir, 'keys.json')
  const isThere = await stat(keysFile).then(
    () => true,
    () => false,
  )
  if (isThere) throw new BackupError(`${keysFile} belongs to a shop: set DATA_DIR to a new folder.`)
  // Before the rows are written, so that a folder that cannot be used does not end a restore that has succeeded.
  await mkdir(config.dataDir, { recursive: true })
  await writeFile(`${keysFile}.new`, '', { mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`The data folder ${config.dataDir} cannot be written to: ${error.code ?? error.name}.`)
  })
  await rm(`${keysFile}.new`, { force: true })
  const accounts = config.supabase?.ownsDatabase ? 'project' : 'shop'
  const restored = await into(config, { ownerUrl, accounts, progress }, read, privateKeys)
  if (!config.keys) await saveKeys(config.dataDir, { url: config.siteUrl, ...restored.keys })
  return restored
}

async function into(
  config: Config,
  place: Pick<RestoreTarget, 'ownerUrl' | 'accounts' | 'progress'>,
  read: Read,
  privateKeys: readonly string[],
): Promise<Restored> {
  const files = await openFilesOf(config)
  try {
    return await restoreBackup(await read(), privateKeys, {
      ...place,
      files,
      filesMakeRows: filesAreProjects(config),
      checkKeys: (keys) => checkKeys(config, keys),
    })
  } finally {
    files.close()
  }
}
