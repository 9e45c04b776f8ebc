import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestS3, type TestS3 } from '../../testing/s3-server.ts'
import { digestOf, once, readAll, type FileStore } from './file-store.ts'
import { createFolderStore } from './folder-store.ts'
import { createLayeredStore } from './layered-store.ts'
import { moveFiles, type MoveProgress } from './move-files.ts'
import { createS3Store } from './s3-store.ts'

let s3: TestS3
let root: string
let folder: FileStore
let bucket: FileStore

beforeAll(async () => {
  s3 = await openTestS3()
  root = await mkdtemp(path.join(tmpdir(), 'gateway-move-'))
})
afterAll(async () => {
  await s3.close()
  await rm(root, { recursive: true, force: true })
})
beforeEach(async () => {
  folder = await createFolderStore(path.join(root, randomUUID()))
  bucket = createS3Store({ ...s3.settings, prefix: `${randomUUID()}/` })
  return () => bucket.close()
})

const failures: string[] = []
const move = (from: FileStore, to: FileStore, signal?: AbortSignal): Promise<MoveProgress> =>
  moveFiles(from, to, { concurrency: 4, onProgress: () => undefined, onFailure: (version) => failures.push(version), ...(signal ? { signal } : {}) })
const filled = async (store: FileStore, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, (_, place) => store.put(once(randomBytes(place === 0 ? 9_000_000 : 1000 + place)))))
const counts = ({ copied, present, gone, failed }: MoveProgress) => ({ copied, present, gone, failed })

test.each(['to S3', 'to a folder'])('all files move %s unchanged, and a second run copies none', async (direction) => {
  const [from, to] = direction === 'to S3' ? [folder, bucket] : [bucket, folder]
  const versions = await filled(from, 20)
  expect(counts(await move(from, to))).toEqual({ copied: 20, present: 0, gone: 0, failed: 0 })
  for (const version of versions) expect(await digestOf(to, version)).toBe(await digestOf(from, version))
  expect(counts(await move(from, to))).toEqual({ copied: 0, present: 20, gone: 0, failed: 0 })
})

test('a move that is ended halfway goes on where it was', async () => {
  await filled(folder, 30)
  const ending = new AbortController()
  let left = 12
  const slow: FileStore = {
    ...bucket,
    async put(content, version) {
      left -= 1
      if (left === 0) ending.abort()
      return bucket.put(content, version)
    },
  }
  const first = await move(folder, slow, ending.signal)
  expect(first.copied).toBeGreaterThan(0)
  expect(first.copied).toBeLessThan(30)
  expect(counts(await move(folder, bucket))).toEqual({ copied: 30 - first.copied, present: first.copied, gone: 0, failed: 0 })
})

test('a copy of another content is replaced, and one that arrives damaged is a failure and does not stay', async () => {
  const [version = ''] = await filled(folder, 1)
  await bucket.put(once(randomBytes(9_000_000)), version)
  expect(counts(await move(folder, bucket))).toEqual({ copied: 1, present: 0, gone: 0, failed: 0 })
  expect(await digestOf(bucket, version)).toBe(await digestOf(folder, version))
  const other = await folder.put(once(randomBytes(100)))
  const damaging: FileStore = {
    ...bucket,
    async put(content, name) {
      for await (const chunk of content) await bucket.put(once(chunk.subarray(1)), name)
      return name ?? ''
    },
  }
  expect(counts(await move(folder, damaging))).toEqual({ copied: 0, present: 1, gone: 0, failed: 1 })
  expect(failures).toContain(other)
  expect(await bucket.facts(other)).toBeNull()
})

test('a shop that runs at the same time reads from both, writes to the new store, and what it removes does not come back', async () => {
  const [kept = '', removed = ''] = await filled(folder, 2)
  const shop = createLayeredStore(bucket, folder)
  const added = await shop.put(once(Buffer.from('new')))
  const copied = (await shop.copy(kept)) ?? ''
  expect(await folder.facts(added)).toBeNull()
  expect((await readAll(shop, kept))?.equals((await readAll(folder, kept)) ?? Buffer.alloc(0))).toBe(true)
  const racing: FileStore = {
    ...bucket,
    async put(content, version) {
      const done = await bucket.put(content, version)
      if (version === removed) await shop.remove(removed)
      return done
    },
  }
  expect(counts(await move(folder, racing))).toMatchObject({ copied: 1, present: 0 })
  for (const version of [kept, added, copied]) expect(await bucket.facts(version)).not.toBeNull()
  for (const store of [shop, bucket, folder]) expect(await store.facts(removed)).toBeNull()
  expect((await shop.list(kept.slice(0, 2))).filter(({ version }) => version === kept)).toHaveLength(1)
})
