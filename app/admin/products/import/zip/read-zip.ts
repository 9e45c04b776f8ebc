/** Reads the pictures of a ZIP archive one after the other, so that an archive of a gigabyte needs the memory of a few pictures. */
import { Unzip, UnzipInflate } from 'fflate'
import { isPictureName } from '#domain/product-import/picture-names.ts'

/** Bytes of one unpacked picture; the limit of the bucket. An archive may claim less than it holds. */
const MOST_BYTES = 10 * 1024 * 1024
/** Files of an archive: more is not a catalogue. */
const MOST_FILES = 20_000

export class ZipError extends Error {
  readonly code: 'NO_ZIP' | 'TOO_MANY'
  constructor(code: 'NO_ZIP' | 'TOO_MANY') {
    super(code)
    this.code = code
  }
}

/** `bytes` null: larger than a picture may be, or damaged. */
export type UnpackedPicture = { path: string; bytes: Uint8Array | null }

/** @returns the paths of all pictures. Nothing is unpacked. @throws ZipError */
export async function listPictures(file: Blob, onProgress: (share: number) => void, signal: AbortSignal): Promise<string[]> {
  const paths: string[] = []
  let files = 0
  const unzip = new Unzip(({ name }) => {
    files += 1
    if (files > MOST_FILES) throw new ZipError('TOO_MANY')
    if (isPictureName(name)) paths.push(name)
  })
  await push(file, unzip, onProgress, signal, async () => undefined)
  if (files === 0) throw new ZipError('NO_ZIP')
  return paths
}

/** Unpacks the wanted pictures. The archive is read on when `take` has settled. @throws ZipError */
export async function unpackPictures(
  file: Blob,
  wanted: ReadonlySet<string>,
  take: (picture: UnpackedPicture) => Promise<void>,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const ready: UnpackedPicture[] = []
  const unzip = new Unzip((entry) => {
    if (!wanted.has(entry.name)) return
    const parts: Uint8Array[] = []
    let bytes = 0
    let over = false
    entry.ondata = (error, part, final) => {
      if (over) return
      bytes += part?.byteLength ?? 0
      if (error !== null || bytes > MOST_BYTES) {
        over = true
        parts.length = 0
        ready.push({ path: entry.name, bytes: null })
        entry.terminate()
        return
      }
      parts.push(part)
      if (final) ready.push({ path: entry.name, bytes: joined(parts, bytes) })
    }
    entry.start()
  })
  unzip.register(UnzipInflate)
  await push(file, unzip, onProgress, signal, async () => {
    for (const picture of ready.splice(0)) await take(picture)
  })
}

async function push(file: Blob, unzip: Unzip, onProgress: (share: number) => void, signal: AbortSignal, between: () => Promise<void>): Promise<void> {
  const reader = file.stream().getReader()
  let read = 0
  try {
    for (;;) {
      signal.throwIfAborted()
      const { done, value } = await reader.read()
      try {
        unzip.push(value ?? new Uint8Array(0), done)
      } catch (error) {
        throw error instanceof ZipError ? error : new ZipError('NO_ZIP')
      }
      await between()
      read += value?.byteLength ?? 0
      onProgress(read / Math.max(1, file.size))
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function joined(parts: readonly Uint8Array[], bytes: number): Uint8Array {
  const whole = new Uint8Array(bytes)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}
