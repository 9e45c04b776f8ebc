/** The archive of a backup: tar, compressed, encrypted. Both directions stream: no table and no file is in memory as a whole. */
import { pipeline } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { createGunzip, createGzip } from 'node:zlib'
import { decrypt, encrypt } from './encryption.ts'
import { BackupError } from './format.ts'

type Bytes = AsyncIterable<Uint8Array>

export type ArchiveWriter = {
  add(name: string, content: Uint8Array): Promise<void>
  /** @throws BackupError if `content` does not have `size` bytes */
  addStream(name: string, size: number, content: Bytes): Promise<void>
}

/**
 * The bytes of an archive that `fill` writes. An error of `fill` ends them with that error.
 *
 * Of the fastest compression: pictures do not get smaller, and tables do by far the most of what they can.
 */
export async function writeArchive(publicKeys: readonly string[], fill: (archive: ArchiveWriter) => Promise<void>): Promise<Bytes> {
  const { createTarPacker } = await import('modern-tar')
  const { readable, controller } = createTarPacker()
  const mtime = new Date()
  async function addStream(name: string, size: number, content: Bytes): Promise<void> {
    const writer = controller.add({ name, size, type: 'file', mode: 0o600, mtime }).getWriter()
    let written = 0
    for await (const chunk of content) {
      written += chunk.byteLength
      if (written > size) break
      await writer.write(chunk)
    }
    if (written !== size) throw new BackupError(`${name} has another size than it had before.`)
    await writer.close()
  }
  const gzip = createGzip({ level: 1 })
  // Both ends hear of an error.
  pipeline(readable as never, gzip, () => undefined)
  fill({
    addStream,
    add: (name, content) =>
      addStream(
        name,
        content.byteLength,
        (async function* () {
          yield content
        })(),
      ),
  }).then(
    () => controller.finalize(),
    (error: unknown) => {
      controller.error(error)
      gzip.destroy(error instanceof Error ? error : new Error('The backup failed'))
    },
  )
  return encrypt(gzip, publicKeys)
}

type Entry = { header: { name: string; size: number }; body: ReadableStream<Uint8Array> }

/** @throws BackupError, one sentence for whatever is wrong with the bytes */
function damaged(error: unknown): BackupError {
  if (error instanceof BackupError) return error
  return new BackupError('This backup is damaged or was cut off; nothing was restored from it.', { cause: error })
}

/** Turns errors of reading into one sentence; what the consumer throws passes unchanged. */
async function* readable(content: Bytes): Bytes {
  try {
    for await (const chunk of content) yield chunk
  } catch (error) {
    throw damaged(error)
  }
}

/**
 * Calls `take` with each entry in order; it reads the body, or leaves it.
 *
 * @throws BackupError for anything but a whole archive for these keys; errors of `take` pass unchanged
 */
export async function readArchive(
  content: Bytes,
  privateKeys: readonly string[],
  take: (name: string, size: number, body: Bytes) => Promise<void>,
): Promise<void> {
  const { createTarDecoder } = await import('modern-tar')
  const gunzip = createGunzip()
  pipeline((await decrypt(content, privateKeys)) as never, gunzip, () => undefined)
  const entries = ReadableStream.from(gunzip).pipeThrough(createTarDecoder({ strict: true }) as never) as unknown as ReadableStream<Entry>
  const reader = entries.getReader()
  const next = () =>
    reader.read().catch((error: unknown) => {
      throw damaged(error)
    })
  try {
    for (let read = await next(); !read.done; read = await next()) {
      const { header, body } = read.value
      let left = header.size
      const counted = (async function* () {
        for await (const chunk of readable(body)) {
          left -= chunk.byteLength
          yield chunk
        }
      })()
      await take(header.name, header.size, counted)
      // What was not read is skipped.
      for await (const chunk of counted) void chunk
    }
  } finally {
    await reader.cancel().catch(() => undefined)
    gunzip.destroy()
  }
}

/** A small entry as a whole. */
export async function readSmall(size: number, body: Bytes, most: number): Promise<Buffer> {
  if (size > most) throw new BackupError('This is not a backup of a shop: its description is too long.')
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}
