/**
 * Copies files from one store to another, while a shop may be running that writes to the second and reads from both
 * (layered-store.ts). It may be ended and started again at any time: what has arrived whole is not copied again.
 */
import { createHash } from 'node:crypto'
import { digestOf, PREFIXES, type Bytes, type FileStore, type ListedFile } from './file-store.ts'

export type MoveProgress = {
  /** Folders of files that are done, of PREFIXES.length. */
  folders: number
  copied: number
  copiedBytes: number
  /** Files that were there already, with the same size and hash. */
  present: number
  /** Files that the shop removed in the meantime. */
  gone: number
  failed: number
}

type MoveOptions = {
  /** Files at once. */
  concurrency: number
  onProgress: (progress: MoveProgress) => void
  onFailure: (version: string, error: unknown) => void
  signal?: AbortSignal
}

const hashIn = async (store: FileStore, version: string, known: string | null): Promise<string | null> => known ?? digestOf(store, version)

async function isPresent(from: FileStore, to: FileStore, { version, size }: ListedFile): Promise<boolean> {
  const there = await to.facts(version)
  if (there === null || there.size !== size) return false
  const here = await from.facts(version)
  const [wanted, found] = [await hashIn(from, version, here?.sha256 ?? null), await hashIn(to, version, there.sha256)]
  return wanted !== null && wanted === found
}

/** @returns the number of bytes; null if the file was removed before it could be copied */
async function copyFile(from: FileStore, to: FileStore, version: string): Promise<number | null> {
  const file = await from.open(version)
  if (!file) return null
  const hash = createHash('sha256')
  let size = 0
  async function* hashed(body: Bytes): Bytes {
    for await (const chunk of body) {
      hash.update(chunk)
      size += chunk.byteLength
      yield chunk
    }
    if (size !== file?.size) throw new Error('The file ended early')
  }
  await to.put(hashed(file.body), version)
  if ((await digestOf(to, version)) !== hash.digest('hex')) {
    await to.remove(version)
    throw new Error('The copy has another hash')
  }
  // The shop removes from the old store first: what is gone from there must not come back.
  if (await from.facts(version)) return size
  await to.remove(version)
  return null
}

/** Reads each copy again and compares its hash. Ends with the last counts; failures are counted and the others go on. */
export async function moveFiles(from: FileStore, to: FileStore, { concurrency, onProgress, onFailure, signal }: MoveOptions): Promise<MoveProgress> {
  const progress: MoveProgress = { folders: 0, copied: 0, copiedBytes: 0, present: 0, gone: 0, failed: 0 }
  async function one(file: ListedFile): Promise<void> {
    try {
      if (await isPresent(from, to, file)) {
        progress.present += 1
        return
      }
      const size = await copyFile(from, to, file.version)
      if (size === null) progress.gone += 1
      else {
        progress.copied += 1
        progress.copiedBytes += size
      }
    } catch (error) {
      progress.failed += 1
      onFailure(file.version, error)
    }
  }
  for (const prefix of PREFIXES) {
    const files = (await from.list(prefix)).values()
    const work = async (): Promise<void> => {
      for (const file of files) {
        if (signal?.aborted) return
        await one(file)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, work))
    if (signal?.aborted) break
    progress.folders += 1
    onProgress({ ...progress })
  }
  return progress
}
