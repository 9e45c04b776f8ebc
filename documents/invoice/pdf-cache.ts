/** A cache of rendered files by content, limited to a number of bytes; the least recently used file is removed first. */
import { createHash } from 'node:crypto'

export type PdfCache = {
  /** Returns the cached file of this content, the one that is being rendered, or a new one from `render`. Failures are not cached. */
  get(content: unknown, render: () => Promise<Uint8Array>): Promise<Uint8Array>
}

export function createPdfCache(mostBytes: number): PdfCache {
  const files = new Map<string, Uint8Array>()
  const pending = new Map<string, Promise<Uint8Array>>()
  let bytes = 0

  function store(name: string, file: Uint8Array): void {
    if (file.byteLength > mostBytes) return
    files.set(name, file)
    bytes += file.byteLength
    for (const [oldest, old] of files) {
      if (bytes <= mostBytes) break
      files.delete(oldest)
      bytes -= old.byteLength
    }
  }

  return {
    get(content, render) {
      const name = createHash('sha256').update(JSON.stringify(content)).digest('base64')
      const file = files.get(name)
      if (file) {
        files.delete(name)
        files.set(name, file)
        return Promise.resolve(file)
      }
      const begun =
        pending.get(name) ??
        render()
          .then((made) => {
            store(name, made)
            return made
          })
          .finally(() => pending.delete(name))
      pending.set(name, begun)
      return begun
    },
  }
}
