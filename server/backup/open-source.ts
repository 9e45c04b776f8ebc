/** What a backup needs of the shop that these settings describe. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import { loadKeys, type Keys, type KeysFile } from '../keys.ts'
import { openArea } from '../storage/open-files.ts'
import { filesInStore, filesOfProject, type Files } from './files.ts'
import { BackupError } from './format.ts'

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 'keys' | 'storage' | 'storageDir' | 'supabase'>

/** Of package.json. */
export async function shopVersion(): Promise<string> {
  const text = await readFile(path.resolve(import.meta.dirname, '../../package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** Whether the project's storage keeps the files, and makes their rows. */
export const filesAreProjects = ({ supabase }: Pick<Config, 'supabase'>): boolean => supabase?.services.has('storage') === true

export async function openFilesOf({ storage, storageDir, supabase }: Pick<Config, 'storage' | 'storageDir' | 'supabase'>): Promise<Files> {
  const documents = await openArea(storage, storageDir, 'documents')
  return supabase?.services.has('storage') ? filesOfProject(supabase, documents) : filesInStore(await openArea(storage, storageDir, 'files'), documents)
}

/** @throws BackupError if there is no shop here */
export async function openSource(config: Settings): Promise<{ ownerUrl: string; keys: Keys; files: Files }> {
  const file = path.join(config.dataDir, 'keys.json')
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null && !config.keys) throw new BackupError(`There is no shop in ${config.dataDir}: start it once, or set DATA_DIR.`)
  const ownerUrl = config.databaseUrl ?? (text === null ? undefined : (JSON.parse(text) as KeysFile).db_url)
  if (!ownerUrl) throw new BackupError('The address of the database is not known: start the shop first, or set DATABASE_URL.')
  return { ownerUrl, keys: await loadKeys(config.dataDir, config.keys), files: await openFilesOf(config) }
}
