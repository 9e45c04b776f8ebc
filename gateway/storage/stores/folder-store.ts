/** Files in a folder of this machine, or one that several processes share. */
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { isUuid } from '../../core/uuid.ts'
import { relativePath, type Area, type FileStore, type ListedFile } from './file-store.ts'
import { syncFolder } from './sync-folder.ts'

/** Milliseconds after which a partial file was left by a crash: other processes may be writing the younger ones. */
const ABANDONED = 60 * 60 * 1000

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > ABANDONED) await rm(file, { recursive: true, force: true })
  }
}

function orNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Bytes up to which a file is read at once: that is faster, and a file that was just replaced is noticed before the answer begins. */
const SMALL = 256 * 1024

async function readPart(file: string, start: number, length: number): Promise<Uint8Array | null> {
  const handle = await open(file, 'r').catch(orNull)
  if (!handle) return null
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, start)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Opens the file when its first bytes are wanted, so that a body that nobody reads keeps nothing open. */
function lazily(begin: () => Readable): ReadableStream<Uint8Array> {
  async function* read(): AsyncGenerator<Uint8Array> {
    yield* begin() as AsyncIterable<Uint8Array>
  }
  return ReadableStream.from(read())
}

export async function createFolderStore(folder: string, area: Area = 'files'): Promise<FileStore> {
  const files = path.join(folder, area)
  const incoming = path.join(folder, 'incoming')
  await mkdir(incoming, { recursive: true })
  await removeAbandoned(incoming)
  await mkdir(files, { recursive: true })

  const pathOf = (version: string): string => path.join(files, relativePath(version))

  async function store(version: string, fill: (temporary: string) => Promise<void>): Promise<string> {
    const target = pathOf(version)
    // The name is random in both parts: two processes may move the same file here at once.
    const temporary = path.join(incoming, `${version}.${randomUUID()}`)
    try {
      await fill(temporary)
      const made = await mkdir(path.dirname(target), { recursive: true })
      await rename(temporary, target)
      await syncFolder(path.dirname(target))
      if (made !== undefined) await syncFolder(files)
      return version
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  async function listed(prefix: string, name: string): Promise<ListedFile[]> {
    const about = isUuid(name) ? await stat(path.join(files, prefix, name)).catch(orNull) : null
    return about ? [{ version: name, size: about.size, modified: about.mtime }] : []
  }

  return {
    put: (content, version = randomUUID()) =>
      store(version, async (temporary) => {
        const file = await open(temporary, 'wx', 0o600)
        try {
          await file.writeFile(content)
          // The row that refers to the file is durable, so the file must be too.
          await file.sync()
        } finally {
          await file.close()
        }
      }),
    async open(version, range) {
      const about = await stat(pathOf(version)).catch(orNull)
      if (!about) return null
      const size = range ? Math.min(range.end + 1, about.size) - range.start : about.size
      if (size > SMALL) return { size, body: lazily(() => createReadStream(pathOf(version), range)) }
      const bytes = range ? await readPart(pathOf(version), range.start, size) : await readFile(pathOf(version)).catch(orNull)
      return bytes && { size: bytes.byteLength, body: ReadableStream.from([bytes]) }
    },
    async facts(version) {
      const about = await stat(pathOf(version)).catch(orNull)
      return about && { size: about.size, sha256: null }
    },
    async copy(version) {
      if (!(await stat(pathOf(version)).catch(orNull))) return null
      return store(randomUUID(), (temporary) => copyFile(pathOf(version), temporary))
    },
    remove: (version) => rm(pathOf(version), { force: true }),
    async list(prefix) {
      const names = (await readdir(path.join(files, prefix)).catch(orNull)) ?? []
      const found: ListedFile[] = []
      for (const name of names.toSorted()) found.push(...(await listed(prefix, name)))
      return found
    },
    close() {},
  }
}
