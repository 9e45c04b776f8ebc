/** Opens the store of uploaded files; the S3 client is loaded only if the shop uses one. */
import { StoreAway, StoreRefuses, type Area, type FileStore } from '#gateway/storage/stores/file-store.ts'
import { createFolderStore } from '#gateway/storage/stores/folder-store.ts'
import { createLayeredStore } from '#gateway/storage/stores/layered-store.ts'
import type { Log } from '../log/log.ts'
import type { FilePlace, StorageSettings } from './storage-settings.ts'

/** The store refuses the shop, in a sentence for the person who started it. */
export class FileStoreError extends Error {}

export async function openPlace(place: FilePlace, folder: string, area: Area = 'files'): Promise<FileStore> {
  if (place === 'folder') return createFolderStore(folder, area)
  const { createS3Store } = await import('#gateway/storage/stores/s3-store.ts')
  return createS3Store(place, area)
}

/** One part of the store, also in the place from which the files move. */
export async function openArea({ place, old }: StorageSettings, folder: string, area: Area): Promise<FileStore> {
  const store = await openPlace(place, folder, area)
  return old === undefined ? store : createLayeredStore(store, await openPlace(old, folder, area))
}

/**
 * @param folder STORAGE_DIR
 * @throws FileStoreError if a store answers that it does not serve the shop; one that does not answer is waited for
 */
export async function openFiles(settings: StorageSettings, folder: string, log: Log): Promise<FileStore> {
  const opened = await openArea(settings, folder, 'files')
  try {
    await opened.list('00')
    return opened
  } catch (error) {
    if (error instanceof StoreAway && !(error instanceof StoreRefuses)) {
      log('error', 'storage: The file store does not answer yet', error.message)
      return opened
    }
    opened.close()
    if (error instanceof StoreRefuses) throw new FileStoreError(`${error.message}. Check STORAGE_URL and the S3_ settings.`)
    throw error
  }
}
