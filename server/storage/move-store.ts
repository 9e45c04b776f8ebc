/** Copies all areas of the file store from one place to another (docs/decisions/0105-file-stores.md). */
import { AREAS, PREFIXES } from '#gateway/storage/stores/file-store.ts'
import { moveFiles, type MoveProgress } from '#gateway/storage/stores/move-files.ts'
import { openPlace } from './open-files.ts'
import type { FilePlace } from './storage-settings.ts'

type Options = Parameters<typeof moveFiles>[2]

/** Folders of files in all areas. */
export const FOLDERS = AREAS.length * PREFIXES.length

const sum = (one: MoveProgress, other: MoveProgress): MoveProgress => ({
  folders: one.folders + other.folders,
  copied: one.copied + other.copied,
  copiedBytes: one.copiedBytes + other.copiedBytes,
  present: one.present + other.present,
  gone: one.gone + other.gone,
  failed: one.failed + other.failed,
})

/** @param folder STORAGE_DIR, for a place that is a folder */
export async function moveStore(from: FilePlace, to: FilePlace, folder: string, options: Options): Promise<MoveProgress> {
  let done: MoveProgress = { folders: 0, copied: 0, copiedBytes: 0, present: 0, gone: 0, failed: 0 }
  for (const area of AREAS) {
    const before = done
    const [source, target] = [await openPlace(from, folder, area), await openPlace(to, folder, area)]
    try {
      done = sum(before, await moveFiles(source, target, { ...options, onProgress: (now) => options.onProgress(sum(before, now)) }))
    } finally {
      source.close()
      target.close()
    }
    if (options.signal?.aborted) break
  }
  return done
}
