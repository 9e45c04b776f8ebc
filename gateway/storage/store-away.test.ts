/** What callers see while the S3 store is away (docs/decisions/0105-file-stores.md). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEYS } from '../testing/gateway.ts'
import { openTestStorage, type TestStorage } from '../testing/storage.ts'
import { StoreAway } from './stores/file-store.ts'
import { createS3Store } from './stores/s3-store.ts'

let storage: TestStorage
beforeAll(async () => {
  storage = await openTestStorage('s3')
})
afterAll(async () => {
  storage.shop.logged.length = 0
  await storage.close()
})

const headers = { apikey: KEYS.secretKey }
const at = (key: string, init: RequestInit = {}) => storage.shop.fetch(`/storage/v1/object/documents/${key}`, { headers, ...init })
const SLOW_DOWN = { statusCode: '503', code: 'SlowDown', message: 'The file store does not answer: try again in a moment' }

test('while the store is away reads and uploads answer 503 and leave nothing; afterwards the same calls work', async () => {
  expect((await at('kept.txt', { method: 'POST', body: 'kept' })).status).toBe(200)
  await storage.s3?.stop()
  for (const init of [
    { method: 'POST', body: 'new' },
    { method: 'POST', body: new Blob([new Uint8Array(9_000_000)]) },
  ]) {
    const refused = await at('new.txt', init)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await refused.json()).toMatchObject(SLOW_DOWN)
  }
  const unread = await at('kept.txt')
  expect(await unread.json()).toMatchObject(SLOW_DOWN)
  expect(unread.headers.get('cache-control')).toBe('no-store')
  const logged = JSON.stringify(storage.shop.logged)
  expect(logged).toContain('The file store does not answer')
  for (const secret of ['S3RVER', 'Signature', 'Credential']) expect(logged).not.toContain(secret)
  await storage.s3?.start()
  expect(await (await at('new.txt')).json()).toMatchObject({ statusCode: '404' })
  expect(await (await at('kept.txt')).text()).toBe('kept')
  expect((await at('new.txt', { method: 'POST', body: 'new' })).status).toBe(200)
  expect(await storage.storedFiles()).toHaveLength(2)
})

test('wrong keys are a refusal that names neither', async () => {
  if (!storage.s3) throw new Error('no server')
  const store = createS3Store({ ...storage.s3.settings, credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'a wrong secret' } })
  const refused = await store.open(randomUUID()).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(StoreAway)
  expect(String(refused)).toBe('Error: The file store refuses the request: SignatureDoesNotMatch')
  store.close()
})
