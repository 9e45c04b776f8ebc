/**
 * Stores files on disk under random names. No part of a path comes from a client: a file's name is its row's `version`, so a
 * key can neither escape the folder nor overwrite another file, and a new version is invisible until its row refers to it.
 */
import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { isUuid } from '../core/uuid.ts'

export type FileStore = {
  /** Writes durably and returns the new version. */
  put(bytes: Uint8Array): Promise<string>
  /** Null if the file does not exist. */
  read(version: string): Promise<Buffer<ArrayBuffer> | null>
  copy(version: string): Promise<string>
  remove(version: string): Promise<void>
}

/** Milliseconds after which a partial file was left by a crash: other processes may be writing the younger ones. */
const ABANDONED = 60 * 60 * 1000

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > ABANDONED) await rm(file, { recursive: true, force: true })
  }
}

export async function createFileStore(folder: string): Promise<FileStore> {
  const files = path.join(folder, 'files')
  const incoming = path.join(folder, 'incoming')
  await mkdir(incoming, { recursive: true })
  await removeAbandoned(incoming)
  await mkdir(files, { recursive: true })

  function pathOf(version: string): string {
    if (!isUuid(version)) throw new Error('Invalid file version')
    return path.join(files, version.slice(0, 2), version)
  }

  async function store(fill: (temporary: string) => Promise<void>): Promise<string> {
    const version = randomUUID()
    const temporary = path.join(incoming, version)
    try {
      await fill(temporary)
      await mkdir(path.dirname(pathOf(version)), { recursive: true })
      await rename(temporary, pathOf(version))
      return version
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  return {
    put: (bytes) =>
      store(async (temporary) => {
        const file = await open(temporary, 'wx', 0o600)
        try {
          await file.writeFile(bytes)
          // The row that refers to the file is durable, so the file must be too.
          await file.sync()
        } finally {
          await file.close()
        }
      }),
    read: (version) =>
      readFile(pathOf(version)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      }),
    async copy(version) {
      await stat(pathOf(version))
      return store((temporary) => copyFile(pathOf(version), temporary))
    },
    remove: (version) => rm(pathOf(version), { force: true }),
  }
}
