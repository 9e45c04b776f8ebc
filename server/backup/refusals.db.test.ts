/** What is not a whole backup of a shop that this one knows is refused, in one sentence, and leaves nothing behind. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createFolderStore } from '#gateway/storage/stores/folder-store.ts'
import { ask, chunksOf, filesBelow, openBackupTest, type BackupTest } from '../testing/backup.ts'
import { createDatabase } from '../testing/database.ts'
import { readArchive, readSmall, writeArchive } from './archive.ts'
import { readKeyFile, writeNewKey } from './encryption.ts'
import { filesInStore } from './files.ts'
import { BackupError } from './format.ts'
import { restoreBackup } from './restore-backup.ts'

const DAMAGED = 'This backup is damaged or was cut off; nothing was restored from it.'
const FOREIGN = 'This is not a backup of a shop, or its beginning is damaged.'

let tools: BackupTest
let bytes: Buffer
let entries: { name: string; content: Buffer }[]
/** An empty database and an empty store. */
let url: string
let storeFolder: string

beforeAll(async () => {
  tools = await openBackupTest()
  const database = await createDatabase('shop')
  await ask(database.url, "insert into public.products (name, price, hsn, stock) select 'Kumkum ' || n, 100, '33049910', 3 from generate_series(1, 300) n")
  for (const size of [200_000, 10]) await tools.addFile(database.url, size)
  await tools.addDocument(database.url)
  ;({ bytes } = await tools.backup(database.url))
  await database.drop()
  entries = []
  await readArchive(
    chunksOf(bytes),
    tools.privateKeys,
    async (name, size, body) => void entries.push({ name, content: await readSmall(size, body, 10_000_000) }),
  )
})
afterAll(() => tools.close())
const made: string[] = []
async function emptyDatabase(): Promise<string> {
  const name = `refused_${randomBytes(6).toString('hex')}`
  await ask(inject('postgresUrl'), `create database ${name} template template0`)
  made.push(name)
  const address = new URL(inject('postgresUrl'))
  address.pathname = `/${name}`
  return address.toString()
}
beforeEach(async () => {
  url = await emptyDatabase()
  storeFolder = await mkdtemp(path.join(tools.folder, 'store-'))
  return async () => {
    for (const name of made.splice(0)) await ask(inject('postgresUrl'), `drop database ${name} with (force)`)
  }
})

async function archiveOf(changed: { name: string; content: Buffer }[]): Promise<Buffer> {
  const content = await writeArchive([tools.publicKey], async (archive) => {
    for (const entry of changed) await archive.add(entry.name, entry.content)
  })
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const header = (changes: Record<string, unknown>): { name: string; content: Buffer }[] =>
  entries.map((entry) =>
    entry.name === 'shringar-backup.json'
      ? { ...entry, content: Buffer.from(JSON.stringify({ ...(JSON.parse(entry.content.toString()) as Record<string, unknown>), ...changes })) }
      : entry,
  )
const changed = (pattern: RegExp, change: (content: Buffer) => Buffer): { name: string; content: Buffer }[] =>
  entries.map((entry) => (pattern.test(entry.name) ? { ...entry, content: change(entry.content) } : entry))
const flip = (at: number) => (content: Buffer) => {
  const copy = Buffer.from(content)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

async function refusalOf(content: Uint8Array, privateKeys = tools.privateKeys): Promise<string> {
  const files = filesInStore(await createFolderStore(storeFolder), await createFolderStore(storeFolder, 'documents'))
  const refused = await restoreBackup(chunksOf(content), privateKeys, {
    ownerUrl: url,
    accounts: 'shop',
    files,
    filesMakeRows: false,
    progress: () => undefined,
  }).then(
    () => null,
    (error: unknown) => error,
  )
  expect(refused).toBeInstanceOf(BackupError)
  expect(await filesBelow(storeFolder), 'files that were left').toEqual([])
  const [there] = await ask(url, "select to_regclass('public.products') is not null as there")
  if (there?.['there'] === true) expect(await ask(url, 'select from public.products'), 'rows that were left').toEqual([])
  return (refused as BackupError).message
}

test('the backup of these tests can be restored', async () => {
  const files = filesInStore(await createFolderStore(storeFolder), await createFolderStore(storeFolder, 'documents'))
  await restoreBackup(chunksOf(await archiveOf(entries)), tools.privateKeys, {
    ownerUrl: url,
    accounts: 'shop',
    files,
    filesMakeRows: false,
    progress: () => undefined,
  })
  expect(await ask(url, 'select from public.products')).toHaveLength(300)
})

test('a restore that fails leaves the files of a store that outlived its database as they were', async () => {
  const folder = await mkdtemp(path.join(tools.folder, 'outlived-'))
  const files = filesInStore(await createFolderStore(folder), await createFolderStore(folder, 'documents'))
  const restore = (content: Uint8Array) =>
    restoreBackup(chunksOf(content), tools.privateKeys, { ownerUrl: url, accounts: 'shop', files, filesMakeRows: false, progress: () => undefined })
  await restore(await archiveOf(entries))
  const before = (await filesBelow(folder)).toSorted()
  expect(before.length).toBeGreaterThan(0)
  url = await emptyDatabase()
  await expect(restore(await archiveOf([...entries, { name: 'more', content: Buffer.from('x') }]))).rejects.toThrow(BackupError)
  expect((await filesBelow(folder)).toSorted()).toEqual(before)
})

test.each([0.1, 0.5, 0.9])('a byte changed at %d of its length', async (part) => {
  expect(await refusalOf(flip(Math.floor(bytes.length * part))(bytes))).toBe(DAMAGED)
})

test('one that was cut off: in the middle, in its last piece, and by one byte', async () => {
  for (const length of [Math.floor(bytes.length / 2), bytes.length - 1000, bytes.length - 1]) expect(await refusalOf(bytes.subarray(0, length))).toBe(DAMAGED)
})

test('one that was cut off in its beginning, an empty file, and files of other programs', async () => {
  for (const content of [bytes.subarray(0, 60), Buffer.alloc(0), randomBytes(5000), Buffer.from('PGDMP and more of a dump')])
    expect(await refusalOf(content)).toBe(FOREIGN)
})

test('one for another key', async () => {
  const file = path.join(tools.folder, 'other.key')
  await writeNewKey(file)
  expect(await refusalOf(bytes, await readKeyFile(file))).toBe('This backup was encrypted for another key.')
})

test('one of an old format, of a newer one, and of schemas that this shop does not know', async () => {
  expect(await refusalOf(await archiveOf(header({ format: 0 })))).toMatch(/^This backup is of an old format \(0\) that this shop does not read: /)
  expect(await refusalOf(await archiveOf(header({ format: 2 })))).toBe('This backup is of a newer shop (format 2): restore it with that version.')
  expect(await refusalOf(await archiveOf(header({ schema: '20991231000000' })))).toMatch(/^This backup is of a newer shop \(0\.1\.0, schema 20991231000000\)/)
  expect(await refusalOf(await archiveOf(header({ schema: '20250101000000' })))).toMatch(
    /^This backup is of an older shop \(0\.1\.0\) whose schema 20250101000000/,
  )
})

test('an encrypted archive of something else, and a whole one without its manifest', async () => {
  expect(await refusalOf(await archiveOf([{ name: 'letters.txt', content: Buffer.from('x') }]))).toBe('This is not a backup of a shop.')
  expect(await refusalOf(await archiveOf(header({ tables: 'all' })))).toBe('This is not a backup of a shop.')
  expect(await refusalOf(await archiveOf(entries.filter(({ name }) => name !== 'manifest.json')))).toBe(DAMAGED)
  expect(await refusalOf(await archiveOf([...entries, { name: 'more', content: Buffer.from('x') }]))).toBe(DAMAGED)
})

test('rows, files or keys that are not those of the manifest', async () => {
  const lost = entries.filter(({ name }) => !name.startsWith('database/public.products/'))
  expect(await refusalOf(await archiveOf(lost))).toBe('The rows of public.products are damaged in this backup; nothing was restored.')
  const altered = changed(/^database\/public\.products\//, (content) => Buffer.from(content.toString().replace('Kumkum 7\t', 'Kumkum 8\t')))
  expect(await refusalOf(await archiveOf(altered))).toBe('The rows of public.products are damaged in this backup; nothing was restored.')
  const torn = changed(/^database\/public\.products\//, (content) => content.subarray(0, content.length - 30))
  expect(await refusalOf(await archiveOf(torn))).toMatch(/^The rows of public\.products were refused by the database \(22P04\)/)
  expect(await refusalOf(await archiveOf(changed(/^files\/[0-9a-f-]{36}$/, flip(3))))).toBe('A file is damaged in this backup; nothing was restored.')
  expect(await refusalOf(await archiveOf(entries.filter(({ name }) => !name.startsWith('files/'))))).toBe(DAMAGED)
  expect(await refusalOf(await archiveOf(changed(/^keys\.json$/, flip(30))))).toBe(DAMAGED)
})

test('a file of keys that is none', async () => {
  const file = path.join(tools.folder, 'no.key')
  await writeFile(file, 'a password')
  await expect(readKeyFile(file)).rejects.toThrow(`${file} holds no private key of a backup (AGE-SECRET-KEY-1…).`)
  await expect(writeNewKey(file)).rejects.toThrow(`${file} exists already; choose another name.`)
  expect(await readdir(tools.folder)).toContain('no.key')
})
