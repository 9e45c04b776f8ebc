/** A place keeps whole backups alone, in a folder and in a bucket. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestS3, type TestS3 } from '#gateway/testing/s3-server.ts'
import type { BackupPlace } from './backup-place.ts'
import { openBackupPlace } from './place.ts'
import { BackupError } from './format.ts'

const NAME = 'shringar-2026-11-26T08-15-00Z.tar.gz.age'
let s3: TestS3
let root: string
beforeAll(async () => {
  s3 = await openTestS3()
  root = await mkdtemp(path.join(tmpdir(), 'shringar-place-'))
})
afterAll(async () => {
  await s3.close()
  await rm(root, { recursive: true, force: true })
})

const places: [string, () => Promise<BackupPlace>][] = [
  ['a folder', () => openBackupPlace({ folder: path.join(root, randomUUID()) })],
  ['a bucket', () => openBackupPlace({ s3: { ...s3.settings, prefix: `${randomUUID()}/` } })],
]
async function* pieces(bytes: Uint8Array, fails = false): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.byteLength; from += 1_000_000) yield bytes.subarray(from, from + 1_000_000)
  if (fails) throw new BackupError('The database went away.')
}
const whole = async (content: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}

test.each(places)('%s returns what was written, lists it and removes it', async (_name, open) => {
  const place = await open()
  // More than one part of an upload.
  const bytes = randomBytes(35_000_000)
  await place.write(NAME, pieces(bytes))
  expect((await whole(await place.read(NAME))).equals(bytes)).toBe(true)
  expect(await place.names()).toEqual([NAME])
  await place.remove(NAME)
  expect(await place.names()).toEqual([])
  await expect(place.read(NAME)).rejects.toThrow(/^There is no backup .*shringar-2026-11-26T08-15-00Z\.tar\.gz\.age\.$/)
  place.close()
})

test.each(places)('%s keeps nothing of a backup that fails in the middle', async (_name, open) => {
  const place = await open()
  await place.write('other.txt', pieces(randomBytes(10)))
  await expect(place.write(NAME, pieces(randomBytes(35_000_000), true))).rejects.toThrow('The database went away.')
  expect(await place.names()).toEqual(['other.txt'])
  place.close()
})

test('a folder loses what a crash left in it, but not what is being written', async () => {
  const folder = path.join(root, randomUUID())
  const place = await openBackupPlace({ folder })
  await place.write(NAME, pieces(randomBytes(10)))
  for (const name of ['.shringar-old.partial', '.shringar-young.partial', 'mine.partial']) await writeFile(path.join(folder, name), 'x')
  const old = new Date(Date.now() - 2 * 3_600_000)
  for (const name of ['.shringar-old.partial', 'mine.partial']) await utimes(path.join(folder, name), old, old)
  await place.write(NAME, pieces(randomBytes(10)))
  expect((await readdir(folder)).toSorted()).toEqual(['.shringar-young.partial', 'mine.partial', NAME])
  expect((await stat(path.join(folder, NAME))).mode & 0o777).toBe(0o600)
})

test('a place that cannot be used says so in one sentence', async () => {
  const file = path.join(root, 'a-file')
  await writeFile(file, '')
  const place = await openBackupPlace({ folder: path.join(file, 'backups') })
  await expect(place.write(NAME, pieces(randomBytes(10)))).rejects.toThrow(/^The folder of backups .+ cannot be used: ENOTDIR\.$/)
  const { credentials, ...settings } = s3.settings
  const refused = await openBackupPlace({ s3: { ...settings, credentials: { accessKeyId: 'other', secretAccessKey: credentials?.secretAccessKey ?? '' } } })
  await expect(refused.write(NAME, pieces(randomBytes(10)))).rejects.toThrow(/^The store of backups refuses the request: \w+\.$/)
  refused.close()
})
