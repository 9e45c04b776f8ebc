/** Documents on their way into the file store and out of it, with processes that end at any point. */
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { frozenOrder, goods, SHOP, withDocuments } from '#domain/documents/testing/frozen-order.ts'
import { invoiceContents } from '#domain/documents/invoice-content.ts'
import type { DocumentFiles } from '#functions/context.ts'
import { issuedFile } from '#functions/generate-pdf/issued-file.ts'
import { AREAS, PREFIXES } from '#gateway/storage/stores/file-store.ts'
import { createFolderStore } from '#gateway/storage/stores/folder-store.ts'
import { openPool } from '#postgres/pool.ts'
import { orderServiceOf } from '../mail/mail-documents.ts'
import { openMailShop, type MailShop } from '../testing/mail-shop.ts'
import type { DocumentTask } from '../testing/document-process.ts'
import { documentsFolder, openTestDocuments } from '../testing/test-documents.ts'
import { placeDocumentFiles, removeLooseDocuments } from './document-files.ts'

let shop: MailShop
let files: DocumentFiles
let jobs: Pool
let orderService: Pool
const open = new AbortController().signal

beforeAll(async () => {
  shop = await openMailShop()
  files = await openTestDocuments(shop.database.url)
  jobs = openPool(shop.database.urlFor('shop_mail'), { max: 4 })
  orderService = openPool(shop.database.urlFor('shop_orders'), { max: 2 })
})
afterAll(async () => {
  await Promise.all([jobs.end(), orderService.end()])
  await shop.close()
})
beforeEach(async () => {
  await shop.owner.query('truncate private.document_files, private.loose_document_files cascade')
  await rm(path.join(documentsFolder(shop.database.url), 'documents'), { recursive: true, force: true })
})

/** The issued file of a new order. */
async function issued(): Promise<string> {
  const { rows } = await shop.owner.query<{ file_id: string }>('select file_id from public.documents where order_id = $1', [await shop.accepted()])
  return rows[0]?.file_id ?? ''
}
/** A document whose bytes are in the database, as those of a shop before the upgrade are. */
async function inDatabase(bytes: string): Promise<string> {
  const fileId = await issued()
  await shop.owner.query('select private.keep_document_files($1, $2, $3, $4)', [fileId, 'original', Buffer.from(bytes), Buffer.from(`${bytes}, copies`)])
  return fileId
}
const noted = async (): Promise<number> => (await shop.owner.query('select from private.loose_document_files')).rows.length
const makeDue = () => shop.owner.query('update private.loose_document_files set due_at = now()')
type Row = { file_id: string; copies: string; version: string | null; size: number | null; sha256: string; text: string | null }
const rowsOf = async (): Promise<Row[]> =>
  (await shop.owner.query<Row>("select file_id, copies, version, size, sha256, convert_from(bytes, 'UTF8') as text from private.document_files")).rows
/** The versions of all files in the store. */
async function stored(): Promise<string[]> {
  const store = await createFolderStore(documentsFolder(shop.database.url), AREAS[1])
  const found = await Promise.all(PREFIXES.map((prefix) => store.list(prefix)))
  return found.flat().map(({ version }) => version)
}
async function agrees(): Promise<void> {
  const rows = await rowsOf()
  expect(new Set(await stored())).toEqual(new Set(rows.map(({ version }) => version)))
  for (const { version, size, sha256, text } of rows) {
    expect(text).toBeNull()
    const bytes = await files.read(version ?? '', size ?? 0)
    expect(
      createHash('sha256')
        .update(bytes ?? '')
        .digest('hex'),
    ).toBe(sha256)
  }
}

test('documents of before the upgrade move to the store, each with the bytes that it had', async () => {
  for (const number of [1, 2, 3]) await inDatabase(`invoice ${number}`)
  const before = (await rowsOf()).map(({ sha256 }) => sha256).sort()
  await placeDocumentFiles(jobs, files, open)
  await agrees()
  expect((await rowsOf()).map(({ sha256 }) => sha256).sort()).toEqual(before)
  expect(await noted()).toBe(0)
})

test.each(['before a file', 'after a file', 'after it was read again'])(
  'a move that ends %s goes on with the next run, and leaves no file behind',
  async (when) => {
    for (const number of [1, 2, 3]) await inDatabase(`invoice ${number}`)
    let left = 3
    const ends = (here: string): void => {
      if (here === when && --left === 0) throw new Error('ended')
    }
    const dying: DocumentFiles = {
      ...files,
      async write(version, bytes) {
        ends('before a file')
        await files.write(version, bytes)
        ends('after a file')
      },
      async read(version, size) {
        const bytes = await files.read(version, size)
        ends('after it was read again')
        return bytes
      },
    }
    await expect(placeDocumentFiles(jobs, dying, open)).rejects.toThrow('ended')
    expect((await rowsOf()).filter(({ version }) => version !== null)).toHaveLength(2)
    expect(await noted()).toBe(1)
    await placeDocumentFiles(jobs, files, open)
    await makeDue()
    await removeLooseDocuments(jobs, files)
    await agrees()
    expect(await noted()).toBe(0)
  },
)

test('two servers that move at once move each document once', async () => {
  for (let number = 0; number < 12; number += 1) await inDatabase(`invoice ${number}`)
  await Promise.all([placeDocumentFiles(jobs, files, open), placeDocumentFiles(jobs, files, open)])
  await removeLooseDocuments(jobs, files)
  await agrees()
  expect(await noted()).toBe(0)
})

test('a shop that was just upgraded moves nothing, and one that closes stops', async () => {
  await inDatabase('invoice')
  await shop.owner.query("insert into private.document_storage (starts_at) values (now() + interval '1 day')")
  await placeDocumentFiles(jobs, files, open)
  expect((await rowsOf()).map(({ version }) => version)).toEqual([null, null])
  await shop.owner.query('delete from private.document_storage')
  await placeDocumentFiles(jobs, files, AbortSignal.abort())
  expect((await rowsOf()).map(({ version }) => version)).toEqual([null, null])
})

test('bytes that are not those of their hash stay where they are and count as damaged; the others move', async () => {
  const [damaged] = [await inDatabase('invoice 1'), await inDatabase('invoice 2')]
  await shop.owner.query("update private.document_files set bytes = 'changed' where file_id = $1", [damaged])
  await placeDocumentFiles(jobs, files, open)
  expect((await rowsOf()).filter(({ version }) => version === null).map(({ file_id }) => file_id)).toEqual([damaged, damaged])
  expect((await shop.owner.query('select from private.damaged_document_files')).rows).toHaveLength(2)
})

test('a shop whose files a Supabase project keeps takes its documents back into the database, except those that are lost', async () => {
  for (const number of [1, 2]) await inDatabase(`invoice ${number}`)
  await placeDocumentFiles(jobs, files, open)
  const [lost] = await rowsOf()
  await files.remove(lost?.version ?? '')
  await placeDocumentFiles(jobs, { ...files, takesNew: false }, open)
  const rows = await rowsOf()
  expect(rows.filter(({ text }) => text === null)).toEqual([lost])
  expect(
    rows
      .filter(({ text }) => text !== null)
      .every(
        ({ text, sha256 }) =>
          createHash('sha256')
            .update(text ?? '')
            .digest('hex') === sha256,
      ),
  ).toBe(true)
  await removeLooseDocuments(jobs, files)
  expect(await stored()).toEqual([])
})

test('the files of erased documents are removed, at the next run if the store is away', async () => {
  await inDatabase('invoice')
  await placeDocumentFiles(jobs, files, open)
  await shop.owner.query('delete from private.document_files')
  await expect(removeLooseDocuments(jobs, { ...files, remove: () => Promise.reject(new Error('away')) })).rejects.toThrow('away')
  expect(await stored()).toHaveLength(2)
  await makeDue()
  await removeLooseDocuments(jobs, files)
  expect([await stored(), await noted()]).toEqual([[], 0])
})

test('a file that is being written is not removed, and a process that is killed before its rows leaves only what the job removes', async () => {
  const fileId = await issued()
  const [order, items] = withDocuments(frozenOrder({ lines: [[goods('Kajal', '3304', 18, '100'), 1]] }))
  const contents = invoiceContents(order, items, SHOP, 'invoice')
  const task: DocumentTask = { orderServiceUrl: shop.database.urlFor('shop_orders'), fileId, contents }
  const child = fork(new URL('../testing/document-process.ts', import.meta.url), [JSON.stringify(task)], {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  expect(await new Promise((resolve) => child.stdout?.once('data', (chunk: Buffer) => resolve(String(chunk))))).toBe('written')
  await removeLooseDocuments(jobs, files)
  expect(await stored()).toHaveLength(2)

  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
  expect([await rowsOf(), (await stored()).length, await noted()]).toEqual([[], 2, 2])
  const service = orderServiceOf(orderService, files, () => undefined)
  const made = await issuedFile(service, fileId, 'original', contents)
  await makeDue()
  await removeLooseDocuments(jobs, files)
  await agrees()
  expect(Buffer.from(await issuedFile(service, fileId, 'original', contents)).equals(made)).toBe(true)
})
