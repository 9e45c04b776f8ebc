import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PdfWorkerError } from '#documents/pdf-worker/pdf-worker.ts'
import { once, type FileStore } from '#gateway/storage/stores/file-store.ts'
import { openTestS3, type TestS3 } from '#gateway/testing/s3-server.ts'
import { documentFilesIn } from './document-files.ts'
import { openPlace } from './open-files.ts'

describe.each(['folder', 's3'])('documents in a store of the kind %s', (kind) => {
  let s3: TestS3
  let folder: string
  let store: FileStore
  beforeAll(async () => {
    s3 = await openTestS3()
    folder = await mkdtemp(path.join(tmpdir(), 'shringar-documents-'))
    store = await openPlace(kind === 's3' ? s3.settings : 'folder', folder, 'documents')
  })
  afterAll(async () => {
    store.close()
    await s3.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('a file is read with the size that it was written with; a missing, removed or longer one is none', async () => {
    const files = documentFilesIn(store, true)
    const [version, longer, bytes] = [randomUUID(), randomUUID(), Buffer.from('%PDF-1.7')]
    expect(await files.read(version, bytes.length)).toBeNull()
    await files.write(version, bytes)
    expect(await files.read(version, bytes.length)).toEqual(bytes)
    await store.put(once(Buffer.alloc(400_000)), longer)
    expect(await files.read(longer, bytes.length)).toBeNull()
    await files.remove(version)
    await files.remove(version)
    expect(await files.read(version, bytes.length)).toBeNull()
  })
})

test('a store that does not answer is no missing file: the document is asked for again later', async () => {
  const settings = { bucket: 'shop', prefix: '', region: 'ap-south-1', endpoint: 'http://127.0.0.1:9', pathStyle: true }
  const store = await openPlace({ ...settings, credentials: { accessKeyId: 'id', secretAccessKey: 'secret' } }, '', 'documents')
  await expect(documentFilesIn(store, true).read(randomUUID(), 1)).rejects.toBeInstanceOf(PdfWorkerError)
  store.close()
})
