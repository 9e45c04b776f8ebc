/** A disk cache of rendered images: each is rendered once, with limited concurrency per network, and the oldest are evicted. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createFairShare, ShareExceeded } from '../core/fair-share.ts'
import type { Log } from '../core/schema-cache.ts'
import { StorageError } from './errors.ts'
import type { ImageFormat, Transform } from './transform.ts'

/** One network may use both renderers, but takes turns with other networks that are waiting. */
const SHARE = { total: 2, perKey: 2, waiting: 96, waitingPerKey: 32, longestWait: 15_000 }
/** Renditions per file, so that requesting many sizes of one file evicts only its own renditions, never those of others. */
const MAX_PER_FILE = 48
/** Maximum size of the cache in bytes. */
const MAX_BYTES = 1024 ** 3

export type Renditions = {
  /** The cached rendition of a file version, or a new one from `make`. */
  get(
    version: string,
    transform: Transform,
    format: ImageFormat,
    network: string | null,
    make: () => Promise<Buffer<ArrayBuffer>>,
  ): Promise<Buffer<ArrayBuffer>>
  /** Removes all renditions of a file version. */
  forget(version: string): Promise<void>
}

export async function createRenditions(folder: string, log: Log, maxBytes = MAX_BYTES, maxPerFile = MAX_PER_FILE): Promise<Renditions> {
  const root = path.join(folder, 'renditions')
  await mkdir(root, { recursive: true })
  const pending = new Map<string, Promise<Buffer<ArrayBuffer>>>()
  const share = createFairShare(SHARE)
  let bytes = (await allFiles()).reduce((sum, file) => sum + file.size, 0)
  let sweeping = false

  async function allFiles(): Promise<{ name: string; size: number; time: number }[]> {
    const entries = await readdir(root, { recursive: true, withFileTypes: true })
    const found = await Promise.all(
      entries
        .filter((entry) => entry.isFile())
        .map(async (entry) => {
          const name = path.join(entry.parentPath, entry.name)
          const about = await stat(name).catch(() => null)
          return about ? [{ name, size: about.size, time: about.mtimeMs }] : []
        }),
    )
    return found.flat()
  }

  /** Evicts the oldest down to three quarters of the limit, so that it does not run for every new image. */
  async function sweep(): Promise<void> {
    if (sweeping) return
    sweeping = true
    try {
      const files = (await allFiles()).toSorted((a, b) => a.time - b.time)
      bytes = files.reduce((sum, file) => sum + file.size, 0)
      for (const file of files) {
        if (bytes <= maxBytes * 0.75) break
        await rm(file.name, { force: true })
        bytes -= file.size
      }
    } finally {
      sweeping = false
    }
  }

  /** Evicts the oldest renditions of one file version beyond the limit. */
  async function limitFiles(directory: string): Promise<void> {
    const names = await readdir(directory)
    if (names.length <= maxPerFile) return
    const files = await Promise.all(names.map(async (name) => ({ name, time: (await stat(path.join(directory, name)).catch(() => null))?.mtimeMs ?? 0 })))
    for (const { name } of files.toSorted((a, b) => a.time - b.time).slice(0, names.length - maxPerFile)) await rm(path.join(directory, name), { force: true })
  }

  async function withLimit<T>(network: string | null, work: () => Promise<T>): Promise<T> {
    try {
      return await share.run(network, work)
    } catch (error) {
      if (!(error instanceof ShareExceeded)) throw error
      throw new StorageError(503, 'SlowDown', 'slow_down', 'Too many images are being rendered, please try again shortly', error.retryAfter)
    }
  }

  async function produce(file: string, network: string | null, make: () => Promise<Buffer<ArrayBuffer>>): Promise<Buffer<ArrayBuffer>> {
    const made = await withLimit(network, make)
    // A full disk is no reason to refuse a picture that is there.
    await keep(file, made).catch(({ code, name }: NodeJS.ErrnoException) =>
      log({ level: 'error', message: 'storage: Failed to keep a rendered picture', data: { reason: code ?? name } }),
    )
    return made
  }

  async function keep(file: string, made: Buffer): Promise<void> {
    await mkdir(path.dirname(file), { recursive: true })
    const temporary = `${file}.${randomUUID()}`
    try {
      await writeFile(temporary, made)
      await rename(temporary, file)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
    bytes += made.byteLength
    await limitFiles(path.dirname(file))
    if (bytes > maxBytes) await sweep()
  }

  return {
    async get(version, transform, format, network, make) {
      const name = createHash('sha256')
        .update(JSON.stringify([transform.width, transform.height, transform.resize, transform.quality, format]))
        .digest('hex')
        .slice(0, 32)
      const file = path.join(root, version.slice(0, 2), version, `${name}.${format}`)
      const cached = await readFile(file).catch(() => null)
      if (cached) return cached
      const running = pending.get(file)
      if (running) return running
      const work = produce(file, network, make).finally(() => pending.delete(file))
      pending.set(file, work)
      return work
    },
    forget: (version) => rm(path.join(root, version.slice(0, 2), version), { recursive: true, force: true }),
  }
}
