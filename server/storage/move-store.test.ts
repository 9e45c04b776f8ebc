import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AREAS, digestOf, once } from '#gateway/storage/stores/file-store.ts'
import { openTestS3, type TestS3 } from '#gateway/testing/s3-server.ts'
import { FOLDERS, moveStore } from './move-store.ts'
import { openPlace } from './open-files.ts'

let s3: TestS3
let folder: string
beforeAll(async () => {
  s3 = await openTestS3()
  folder = await mkdtemp(path.join(tmpdir(), 'shringar-areas-'))
})
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

test('uploads and issued documents move together, each into its own area', async () => {
  const versions = new Map<string, string>()
  for (const area of AREAS) versions.set(area, await (await openPlace('folder', folder, area)).put(once(Buffer.from(`in ${area}`))))
  const progress: number[] = []
  const quiet = { concurrency: 2, onFailure: () => undefined }
  const moved = await moveStore('folder', s3.settings, folder, { ...quiet, onProgress: ({ copied }) => progress.push(copied) })
  expect(moved).toMatchObject({ folders: FOLDERS, copied: AREAS.length, failed: 0 })
  expect(progress.at(-1)).toBe(AREAS.length)
  for (const area of AREAS) {
    const [from, to] = [await openPlace('folder', folder, area), await openPlace(s3.settings, folder, area)]
    for (const [of, version] of versions) {
      const found = await digestOf(to, version)
      if (of === area) expect(found).toBe(await digestOf(from, version))
      else expect(found).toBeNull()
    }
    to.close()
  }
  expect(await moveStore('folder', s3.settings, folder, { ...quiet, onProgress: () => undefined })).toMatchObject({ copied: 0, present: AREAS.length })
})
