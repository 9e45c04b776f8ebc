/** A cache of rendered files by content, limited to a number of bytes; the least recently used file is removed first. */
import { createHash } from 'node:crypto'

export type KeptDrawings = {
  /** Returns the cached file of this content, the one that is being rendered, or a new one from `draw`. Failures are not cached. */
  get(content: unknown, draw: () => Promise<Uint8Array>): Promise<Uint8Array>
}

export function createKeptDrawings(mostBytes: number): KeptDrawings {
  const files = new Map<string, Uint8Array>()
  const underWay = new Map<string, Promise<Uint8Array>>()
  let bytes = 0

  function keep(name: string, file: Uint8Array): void {
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
    get(content, draw) {
      const name = createHash('sha256').update(JSON.stringify(content)).digest('base64')
      const file = files.get(name)
      if (file) {
        files.delete(name)
        files.set(name, file)
        return Promise.resolve(file)
      }
      const begun =
        underWay.get(name) ??
        draw()
          .then((made) => {
            keep(name, made)
            return made
          })
          .finally(() => underWay.delete(name))
      underWay.set(name, begun)
      return begun
    },
  }
}
