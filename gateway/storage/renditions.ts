/** Rendered images on disk: each made once, a few at a time, the oldest dropped when they grow too many. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StorageError } from './errors.ts'
import type { ImageFormat, Transform } from './transform.ts'

const AT_ONCE = 2
const MAX_WAITING = 64
/** Somebody may ask for every size there is: the folder stays below this many bytes. */
const MAX_BYTES = 1024 ** 3

export type Renditions = {
  /** The kept rendition of a version, or a new one by `make`. */
  get(version: string, transform: Transform, format: ImageFormat, make: () => Promise<Buffer<ArrayBuffer>>): Promise<Buffer<ArrayBuffer>>
  forget(version: string): Promise<void>
}

export async function createRenditions(folder: string, maxBytes = MAX_BYTES): Promise<Renditions> {
  const root = path.join(folder, 'renditions')
  await mkdir(root, { recursive: true })
  const underWay = new Map<string, Promise<Buffer<ArrayBuffer>>>()
  const waiting: (() => void)[] = []
  let running = 0
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

  /** Down to three quarters, so that it does not run for every new picture. */
  async function sweep(): Promise<void> {
    if (sweeping) return
    sweeping = true
    const files = (await allFiles()).toSorted((a, b) => a.time - b.time)
    bytes = files.reduce((sum, file) => sum + file.size, 0)
    for (const file of files) {
      if (bytes <= maxBytes * 0.75) break
      await rm(file.name, { force: true })
      bytes -= file.size
    }
    sweeping = false
  }

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < AT_ONCE) running += 1
    else {
      if (waiting.length >= MAX_WAITING)
        throw new StorageError(429, 'SlowDown', 'too_many_requests', 'Too many images are being rendered, please try again shortly')
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  async function produce(file: string, make: () => Promise<Buffer<ArrayBuffer>>): Promise<Buffer<ArrayBuffer>> {
    const made = await inTurn(make)
    await mkdir(path.dirname(file), { recursive: true })
    const temporary = `${file}.${randomUUID()}`
    await writeFile(temporary, made)
    await rename(temporary, file)
    bytes += made.byteLength
    if (bytes > maxBytes) await sweep()
    return made
  }

  return {
    async get(version, transform, format, make) {
      const name = createHash('sha256')
        .update(JSON.stringify([transform.width, transform.height, transform.resize, transform.quality, format]))
        .digest('hex')
        .slice(0, 32)
      const file = path.join(root, version.slice(0, 2), version, `${name}.${format}`)
      const kept = await readFile(file).catch(() => null)
      if (kept) return kept
      const already = underWay.get(file)
      if (already) return already
      const work = produce(file, make).finally(() => underWay.delete(file))
      underWay.set(file, work)
      return work
    },
    forget: (version) => rm(path.join(root, version.slice(0, 2), version), { recursive: true, force: true }),
  }
}
