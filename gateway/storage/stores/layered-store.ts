/**
 * Two stores while files move from one to the other: new files go to the new one, and what is not there yet is read from the old one.
 */
import type { FileStore } from './file-store.ts'

export function createLayeredStore(current: FileStore, old: FileStore): FileStore {
  return {
    put: (content, version) => current.put(content, version),
    open: async (version, range) => (await current.open(version, range)) ?? old.open(version, range),
    facts: async (version) => (await current.facts(version)) ?? old.facts(version),
    async copy(version) {
      const copied = await current.copy(version)
      if (copied !== null) return copied
      const file = await old.open(version)
      return file && current.put(file.body)
    },
    /** The old one first: the moving command may be copying the file at this moment. */
    async remove(version) {
      await old.remove(version)
      await current.remove(version)
    },
    async list(prefix) {
      const found = await current.list(prefix)
      const known = new Set(found.map(({ version }) => version))
      return [...found, ...(await old.list(prefix)).filter(({ version }) => !known.has(version))]
    },
    close() {
      current.close()
      old.close()
    },
  }
}
