/** The files of issued documents in the shop's file store (docs/decisions/0121-issued-documents-in-the-file-store.md). */
import { PdfWorkerError } from '#documents/pdf-worker/pdf-worker.ts'
import type { DocumentFiles } from '#functions/context.ts'
import { once, readAll, StoreAway, type FileStore } from '#gateway/storage/stores/file-store.ts'

async function whileReachable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof StoreAway)) throw error
    throw new PdfWorkerError('Stored documents cannot be read at the moment: try again shortly')
  }
}

/**
 * @param store the area `documents`
 * @param takesNew false if a Supabase project keeps the shop's files: the folder of this machine may be one that ends with it
 */
export function documentFilesIn(store: FileStore, takesNew: boolean): DocumentFiles {
  return {
    takesNew,
    read: (version, size) => whileReachable(readAll(store, version, size)),
    write: async (version, bytes) => void (await store.put(once(bytes), version)),
    remove: (version) => store.remove(version),
  }
}
