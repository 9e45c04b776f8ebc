/**
 * Where the bytes of files lie. A file has a random name, its row's `version`, which no client chooses, and is never changed: a new
 * upload is a new version, invisible until its row refers to it.
 */
import { createHash } from 'node:crypto'
import type { ReadableStream } from 'node:stream/web'
import { isUuid } from '../../core/uuid.ts'

export type Bytes = AsyncIterable<Uint8Array>
/** Offsets in bytes, both included. */
export type ByteRange = { start: number; end: number }
/** `sha256` in hex, if the store knows it without reading the file. */
export type FileFacts = { size: number; sha256: string | null }
export type ListedFile = { version: string; size: number; modified: Date }

/** Methods throw StoreAway while the store cannot be reached. */
export type FileStore = {
  /** Writes durably and returns the version, by default a new one. What ends with an error, also one of `content`, leaves nothing. */
  put(content: Bytes, version?: string): Promise<string>
  /** Null if the file does not exist. The body must be read or cancelled. */
  open(version: string, range?: ByteRange): Promise<{ size: number; body: ReadableStream<Uint8Array> } | null>
  facts(version: string): Promise<FileFacts | null>
  /** Null if the file does not exist. */
  copy(version: string): Promise<string | null>
  /** A missing file is no error. */
  remove(version: string): Promise<void>
  /** The files whose version begins with `prefix`, one of PREFIXES. */
  list(prefix: string): Promise<ListedFile[]>
  close(): void
}

/** The store cannot be reached, or refuses the shop: nothing was read, and perhaps nothing written. */
export class StoreAway extends Error {}

/** The store answers, and says that it does not serve this shop: its settings are wrong. */
export class StoreRefuses extends StoreAway {}

/**
 * The parts of a store, each a folder or prefix: `files` are uploads, which the gateway serves by the rows of storage.objects. Issued
 * documents are apart, so that no row can name one.
 */
export type Area = 'files' | 'documents'
export const AREAS: readonly Area[] = ['files', 'documents']

/** Divides the files into parts that fit into memory: '00' to 'ff'. */
export const PREFIXES: readonly string[] = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, '0'))

/** `ab/abcd…`: folders with millions of entries are slow. Throws if a version is not one of ours. */
export function relativePath(version: string): string {
  if (!isUuid(version)) throw new Error('Invalid file version')
  return `${version.slice(0, 2)}/${version}`
}

export async function* once(bytes: Uint8Array): Bytes {
  yield bytes
}

/** Milliseconds for a whole file. */
const READ = 30_000

/** A whole file in memory, for what needs it at once. Null if it does not exist, or has another size than `size`: then it is not read. */
export async function readAll(store: FileStore, version: string, size?: number): Promise<Buffer<ArrayBuffer> | null> {
  const file = await store.open(version)
  if (!file) return null
  if (size !== undefined && file.size !== size) {
    await file.body.cancel()
    return null
  }
  const chunks: Uint8Array[] = []
  const reader = file.body.getReader()
  const timer = setTimeout(() => void reader.cancel(), READ)
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) chunks.push(read.value)
  } finally {
    clearTimeout(timer)
  }
  const bytes = Buffer.concat(chunks)
  if (bytes.byteLength !== file.size) throw new StoreAway('The file store stopped in the middle of a file')
  return bytes
}

/** The sha256 of a file in hex; null if it does not exist. */
export async function digestOf(store: FileStore, version: string): Promise<string | null> {
  const file = await store.open(version)
  if (!file) return null
  const hash = createHash('sha256')
  for await (const chunk of file.body) hash.update(chunk)
  return hash.digest('hex')
}
