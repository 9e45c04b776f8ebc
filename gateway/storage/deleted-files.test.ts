/** Files that the store refuses to delete are deleted later (docs/decisions/0105-file-stores.md). */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from '../testing/database.ts'
import { KEYS, openTestGateway, type TestGateway } from '../testing/gateway.ts'
import { openTestS3 } from '../testing/s3-server.ts'
import { PREFIXES, StoreAway, type FileStore } from './stores/file-store.ts'
import { createFolderStore } from './stores/folder-store.ts'
import { createS3Store } from './stores/s3-store.ts'

type Store = FileStore & { refuses: boolean; removed: string[] }

let database: TestDatabase
let owner: Client
let folder: string
const closing: (() => unknown)[] = []

beforeEach(async () => {
  database = await createGatewayDatabase()
  await database.prepare("insert into storage.buckets (id, name, public) values ('documents', 'documents', false)")
  owner = new Client({ connectionString: database.ownerUrl })
  await owner.connect()
  folder = await mkdtemp(path.join(tmpdir(), 'deleted-files-'))
})
afterEach(async () => {
  for (const step of closing.splice(0).toReversed()) await step()
  await owner.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** A store that refuses deletions alone, when a test wants it. */
function refusing(files: FileStore): Store {
  const store: Store = {
    ...files,
    refuses: false,
    removed: [],
    remove: async (version) => {
      if (store.refuses) throw new StoreAway('The file store refuses the request: AccessDenied')
      store.removed.push(version)
      await files.remove(version)
    },
  }
  return store
}

async function open(files: FileStore): Promise<TestGateway> {
  const shop = await openTestGateway(database, { files })
  closing.push(() => shop.close())
  return shop
}

async function openStore(kind: string): Promise<Store> {
  if (kind === 'folder') return refusing(await createFolderStore(folder))
  const s3 = await openTestS3()
  const files = createS3Store(s3.settings)
  closing.push(
    () => s3.close(),
    () => files.close(),
  )
  return refusing(files)
}

const headers = { apikey: KEYS.secretKey, 'x-upsert': 'true' }
const put = async (shop: TestGateway, key: string, body: string): Promise<number> =>
  (await shop.fetch(`/storage/v1/object/documents/${key}`, { method: 'POST', headers, body })).status
const removeKeys = async (shop: TestGateway, keys: string[]): Promise<number> =>
  (
    await shop.fetch('/storage/v1/object/documents', {
      method: 'DELETE',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ prefixes: keys }),
    })
  ).status
const textOf = async (shop: TestGateway, key: string): Promise<string> => (await shop.fetch(`/storage/v1/object/documents/${key}`, { headers })).text()
const stored = async (store: FileStore): Promise<string[]> =>
  (await Promise.all(PREFIXES.map((prefix) => store.list(prefix)))).flat().map(({ version }) => version)
const noted = async () =>
  (await owner.query<{ version: string; attempts: number; due: boolean }>('select version, attempts, due_at <= now() as due from storage.deleted_files')).rows
const makeDue = () => owner.query('update storage.deleted_files set due_at = now()')

test.each(['folder', 's3'])('in a %s, objects go while the store refuses deletions, and their files when it obeys again', async (kind) => {
  const store = await openStore(kind)
  const shop = await open(store)
  const keys = Array.from({ length: 20 }, (_, index) => `person/${index}.txt`)
  for (const key of keys) expect(await put(shop, key, key)).toBe(200)
  store.refuses = true
  expect(await removeKeys(shop, keys)).toBe(200)
  expect(await textOf(shop, 'person/0.txt')).toContain('NoSuchKey')
  expect(await stored(store)).toHaveLength(20)
  expect(await noted()).toEqual(Array.from({ length: 20 }, () => ({ version: expect.any(String) as string, attempts: 0, due: false })))
  expect(shop.logged.filter(({ level }) => level === 'warn')).toEqual([
    {
      level: 'warn',
      message: 'storage: Files without a row stay in the store for now',
      data: { files: 20, reason: 'Error: The file store refuses the request: AccessDenied' },
    },
  ])

  // Nothing is due yet; then each is tried once, and later again.
  expect(await shop.gateway.removeDeletedFiles()).toBe(0)
  await makeDue()
  expect(await shop.gateway.removeDeletedFiles()).toBe(20)
  expect(await shop.gateway.removeDeletedFiles()).toBe(20)
  expect((await noted()).map(({ attempts, due }) => [attempts, due])).toEqual(Array.from({ length: 20 }, () => [1, false]))
  const last = shop.logged.at(-1)
  expect(last).toMatchObject({ message: 'storage: The store has not deleted all files yet', data: { files: 20 } })
  expect(JSON.stringify(shop.logged), 'names of objects name people').not.toContain('person/')

  store.refuses = false
  await makeDue()
  expect(await shop.gateway.removeDeletedFiles()).toBe(0)
  expect(await stored(store)).toEqual([])
  expect(await noted()).toEqual([])
})

test('what is deleted or replaced at once leaves no note; a refused write notes nothing', async () => {
  const store = await openStore('folder')
  const shop = await open(store)
  for (const text of ['one', 'two']) expect(await put(shop, 'a.txt', text)).toBe(200)
  expect(await stored(store)).toHaveLength(1)
  const answer = await shop.fetch('/storage/v1/object/documents/a.txt', { method: 'POST', headers: { ...headers, apikey: KEYS.publishableKey }, body: 'three' })
  expect(await answer.json()).toMatchObject({ statusCode: '403' })
  expect(await noted()).toEqual([])
  expect(await textOf(shop, 'a.txt')).toBe('two')
  expect(await removeKeys(shop, ['a.txt'])).toBe(200)
  expect([await stored(store), await noted()]).toEqual([[], []])
})

test('a file that replaces another stays when the store does not delete the other', async () => {
  const store = await openStore('folder')
  const shop = await open(store)
  expect(await put(shop, 'a.txt', 'one')).toBe(200)
  store.refuses = true
  expect(await put(shop, 'a.txt', 'two')).toBe(200)
  expect(await textOf(shop, 'a.txt')).toBe('two')
  expect([(await stored(store)).length, (await noted()).length]).toEqual([2, 1])
  store.refuses = false
  await makeDue()
  expect(await shop.gateway.removeDeletedFiles()).toBe(0)
  expect((await stored(store)).length).toBe(1)
  expect(await textOf(shop, 'a.txt')).toBe('two')
})

test('a process that ended between row and file leaves the file to the next, also with its whole bucket', async () => {
  const store = await openStore('folder')
  const shop = await open(store)
  for (const key of ['a.txt', 'b.txt', 'c.txt']) expect(await put(shop, key, key)).toBe(200)
  await owner.query("delete from storage.objects where name <> 'c.txt'")
  await owner.query("update storage.objects set name = 'd.txt'")
  expect(await noted()).toHaveLength(2)
  await makeDue()
  expect(await shop.gateway.removeDeletedFiles()).toBe(0)
  expect(await stored(store)).toHaveLength(1)
  expect(await textOf(shop, 'd.txt')).toBe('c.txt')
})

test('several processes share what is left: each file is removed once', async () => {
  const stores = [await openStore('folder'), await openStore('folder')] as const
  const shops = [await open(stores[0]), await open(stores[1])] as const
  for (let index = 0; index < 300; index += 1)
    await owner.query("insert into storage.objects (bucket_id, name, version) values ('documents', $1, gen_random_uuid())", [`${index}.txt`])
  await owner.query('delete from storage.objects')
  await makeDue()
  await Promise.all(shops.map((shop) => shop.gateway.removeDeletedFiles()))
  const removed = stores.flatMap((store) => store.removed)
  expect([removed.length, new Set(removed).size, await noted()]).toEqual([300, 300, []])
})

test('no caller reads the notes or writes one of a file in use', async () => {
  for (const role of ['anon', 'authenticated'])
    for (const statement of [
      'select from storage.deleted_files',
      "insert into storage.deleted_files (version) values ('x')",
      'delete from storage.deleted_files',
      'select storage.note_deleted_file()',
    ]) {
      await owner.query('begin')
      await owner.query(`set local role ${role}`)
      await expect(owner.query(statement), `${role}: ${statement}`).rejects.toMatchObject({ code: '42501' })
      await owner.query('rollback')
    }
})
