/** The files of issued documents in memory, for tests: as if the shop had a file store of its own. */
import { PdfWorkerError } from '#documents/pdf-worker/pdf-worker.ts'
import type { DocumentFiles } from '../context.ts'

export type TestDocumentFiles = DocumentFiles & { files: Map<string, Uint8Array>; /** as while the store cannot be reached */ isAway: boolean }

export function memoryDocumentFiles(): TestDocumentFiles {
  const files = new Map<string, Uint8Array>()
  const store: TestDocumentFiles = {
    files,
    isAway: false,
    takesNew: true,
    async read(version, size) {
      if (store.isAway) throw new PdfWorkerError('The store is away')
      const bytes = files.get(version)
      return bytes?.byteLength === size ? bytes : null
    },
    async write(version, bytes) {
      if (store.isAway) throw new Error('The store is away')
      files.set(version, bytes)
    },
    async remove(version) {
      if (store.isAway) throw new Error('The store is away')
      files.delete(version)
    },
  }
  return store
}
