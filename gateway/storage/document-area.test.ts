import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFolderStore } from './stores/folder-store.ts'
import { createS3Store } from './stores/s3-store.ts'
import { once, relativePath, type FileStore } from './stores/file-store.ts'
import { KEYS, ORIGIN } from '../testing/gateway.ts'
import { openTestStorage, own, type StoreKind, type TestStorage } from '../testing/storage.ts'

describe.each<StoreKind>(['folder', 's3'])('an issued document in a store of the kind %s', (kind) => {
  const SECRET = 'the invoice of another customer'
  let storage: TestStorage
  let documents: FileStore
  let version: string

  beforeAll(async () => {
    storage = await openTestStorage(kind)
    documents = storage.s3 ? createS3Store(storage.s3.settings, 'documents') : await createFolderStore(storage.shop.storageDir, 'documents')
    version = await documents.put(once(Buffer.from(SECRET)))
  })
  afterAll(async () => {
    documents.close()
    await storage.close()
  })

  const people = () => [storage.owner, storage.stranger, storage.anonymous, storage.service]
  const tokens = async (): Promise<(string | undefined)[]> => {
    const session = (await storage.owner.auth.getSession()).data.session
    return [undefined, session?.access_token, KEYS.secretKey]
  }

  test('is served by no address of /storage/v1, to no caller and in no spelling', async () => {
    const relative = relativePath(version)
    const names = [version, relative, `../documents/${relative}`, `..%2Fdocuments%2F${relative}`, `%2e%2e/documents/${relative}`, `....//documents/${relative}`]
    const ways = ['object/documents', 'object/authenticated/documents', 'object/public/documents', 'object/public/pictures', 'object/info/documents']
    for (const token of await tokens()) {
      for (const way of ways) {
        for (const name of names) {
          const answer = await storage.shop.gateway.fetch(
            new Request(`${ORIGIN}/storage/v1/${way}/${name}`, {
              headers: { apikey: token === KEYS.secretKey ? KEYS.secretKey : KEYS.publishableKey, ...(token ? { authorization: `Bearer ${token}` } : {}) },
            }),
          )
          expect(answer.ok, `${way}/${name}`).toBe(false)
          expect(await answer.text()).not.toContain(SECRET)
        }
      }
    }
  })

  test('is in no list, and nobody signs, copies, moves or deletes it', async () => {
    for (const client of people()) {
      const bucket = client.storage.from('documents')
      for (const folder of ['', version.slice(0, 2), '../documents']) expect(JSON.stringify((await bucket.list(folder)).data ?? [])).not.toContain(version)
      const target = `${await own(storage.owner)}/copy.pdf`
      for (const name of [version, relativePath(version)]) {
        expect((await bucket.createSignedUrl(name, 60)).error).not.toBeNull()
        expect((await bucket.copy(name, target)).error).not.toBeNull()
        expect((await bucket.move(name, target)).error).not.toBeNull()
        expect((await bucket.remove([name])).data ?? []).toEqual([])
      }
    }
    expect(await documents.facts(version)).toMatchObject({ size: SECRET.length })
  })

  test('is not served by a row of storage.objects that names its version', async () => {
    const name = `${await own(storage.owner)}/forged.pdf`
    await storage.owner.storage.from('documents').upload(name, Buffer.from('own'), { contentType: 'application/pdf' })
    await storage.prepare(`update storage.objects set version = '${version}' where name = '${name}'`)
    for (const client of [storage.owner, storage.service]) {
      const { data, error } = await client.storage.from('documents').download(name)
      expect([data, error === null]).toEqual([null, false])
    }
    expect(storage.shop.logged.splice(0).map(({ message }) => message)).toEqual(Array.from({ length: 2 }, () => 'storage: File is missing in the store'))
    expect((await storage.owner.storage.from('documents').remove([name])).error).toBeNull()
    expect(await documents.facts(version)).toMatchObject({ size: SECRET.length })
  })
})
