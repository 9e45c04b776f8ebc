/** The files of issued documents in the file store, and what the database knows of them. */
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { placeOrder } from '../place-order/place-order.ts'
import { openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'
import { generatePdf } from './generate-pdf.ts'
import { issuedFile } from './issued-file.ts'
import { readDocument } from './read-document.ts'

let shop: TestShop
let buyer: Person
let staff: Person

beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
  ;[buyer, staff] = (await shop.people(2)) as [Person, Person]
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'manager')", [staff.id])
  await shop.sql("update public.settings set gstin = '27ABCDE1234F1Z0', legal_name = 'Shringar Trading Company'")
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.documentFiles.isAway = false
  shop.documentFiles.takesNew = true
  await shop.sql('update public.settings set accent = null')
  await shop.sql('delete from private.document_storage')
})

async function accepted(): Promise<string> {
  await shop.fillCart(buyer, { [await shop.product({ gst_percent: 18 })]: 2 })
  const shipping = {
    full_name: 'Meera Nair',
    address: '48, 12th Main',
    city: 'Pune',
    state: 'Maharashtra',
    pincode: '411001',
    email: buyer.email,
    phone: '9845011234',
  }
  const body = JSON.stringify({ idempotency_key: randomUUID(), payment_method: 'cod', shipping })
  const placed = await placeOrder(new Request('http://shop.example/', { method: 'POST', body }), shop.context(buyer))
  const { order } = (await placed.json()) as { order: { id: string } }
  await shop.sql("update public.orders set status = 'processing' where id = $1", [order.id])
  return order.id
}

async function ask(orderId: string, by = buyer, generate = generatePdf): Promise<{ status: number; text: string; retryAfter: number }> {
  const body = JSON.stringify({ type: 'download', orderId, documentType: 'invoice', copies: 'original' })
  const answer = await generate(new Request('http://shop.example/', { method: 'POST', body }), shop.context(by))
  return { status: answer.status, text: await answer.text(), retryAfter: Number(answer.headers.get('retry-after')) }
}

type Row = { copies: string; version: string | null; size: number | null; sha256: string; in_database: boolean }
const rowsOf = (orderId: string) =>
  shop.sql<Row>('select copies, version, size, sha256, bytes is not null as in_database from private.document_files where order_id = $1 order by copies desc', [
    orderId,
  ])
const loose = async () => (await shop.sql<{ version: string }>('select version from private.loose_document_files')).map(({ version }) => version)
const damaged = async () => (await shop.sql<{ n: number }>('select count(*)::int as n from private.damaged_document_files'))[0]?.n
const problems = async () => (await shop.sql<{ code: string }>('select code from private.problems()')).map(({ code }) => code)
/** The row of the customer's original, which is in the store. */
async function originalOf(orderId: string): Promise<{ version: string; sha256: string }> {
  const [row] = await rowsOf(orderId)
  if (!row?.version) throw new Error('The original is not in the store')
  return { version: row.version, sha256: row.sha256 }
}
const sha256 = (bytes: Uint8Array | undefined) =>
  createHash('sha256')
    .update(bytes ?? '')
    .digest('hex')

test('a document that is first requested is a file whose hash and size are in the database, and its bytes are not', async () => {
  const orderId = await accepted()
  expect(await ask(orderId)).toMatchObject({ status: 200 })
  const rows = await rowsOf(orderId)
  expect(rows.map(({ copies, in_database }) => [copies, in_database])).toEqual([
    ['original', false],
    ['all', false],
  ])
  for (const { version, size, sha256: hash } of rows) {
    const bytes = shop.documentFiles.files.get(version ?? '')
    expect([bytes?.byteLength, sha256(bytes)]).toEqual([size, hash])
  }
  expect(await loose()).toEqual([])
})

test('a process that ends between the files and their row leaves two files that are noted, and the next request makes others', async () => {
  const orderId = await accepted()
  const before = new Set(shop.documentFiles.files.keys())
  const context = shop.context(buyer)
  let calls = 0
  const dying = {
    ...context,
    // The third call of the order service would be the rows.
    asOrderService: ((work) => (++calls > 2 ? Promise.reject(new Error('killed')) : context.asOrderService(work))) as typeof context.asOrderService,
  }
  const body = JSON.stringify({ type: 'download', orderId, documentType: 'invoice' })
  await expect(generatePdf(new Request('http://shop.example/', { method: 'POST', body }), dying)).rejects.toThrow('killed')
  const left = [...shop.documentFiles.files.keys()].filter((version) => !before.has(version))
  expect(left).toHaveLength(2)
  expect(new Set(await loose())).toEqual(new Set(left))
  expect(await rowsOf(orderId)).toEqual([])

  expect(await ask(orderId)).toMatchObject({ status: 200 })
  expect(left).not.toContain((await originalOf(orderId)).version)
  expect(new Set(await loose())).toEqual(new Set(left))
  await shop.sql('delete from private.loose_document_files')
})

test('files that the job has taken are not taken up any more', async () => {
  const orderId = await accepted()
  const write = shop.documentFiles.write
  shop.documentFiles.write = async (version, bytes) => {
    await write(version, bytes)
    await shop.sql("update private.loose_document_files set due_at = now() - interval '1 minute'")
    await shop.sql('select private.take_loose_document_files(100)')
  }
  await expect(ask(orderId)).rejects.toThrow('took more than an hour')
  shop.documentFiles.write = write
  expect(await rowsOf(orderId)).toEqual([])
  expect(await ask(orderId)).toMatchObject({ status: 200 })
  await shop.sql('delete from private.loose_document_files')
})

test.each(['missing', 'damaged', 'of another length'])('a file that is %s is made again with the same bytes, under its name', async (what) => {
  const orderId = await accepted()
  const { text } = await ask(orderId)
  const { version, sha256: hash } = await originalOf(orderId)
  const { files } = shop.documentFiles
  const bytes = Buffer.from(files.get(version) ?? [])
  if (what === 'missing') files.delete(version)
  else if (what === 'damaged') files.set(version, bytes.fill(0, 100, 200))
  else files.set(version, bytes.subarray(1))
  expect(await ask(orderId)).toMatchObject({ status: 200, text })
  const made = await originalOf(orderId)
  expect(made.version).toBe(version)
  expect([made.sha256, sha256(files.get(version))]).toEqual([hash, hash])
  expect(await loose()).toEqual([])
  expect(await damaged()).toBe(0)
  expect(await ask(orderId)).toMatchObject({ status: 200, text })
  await shop.sql('delete from private.loose_document_files')
})

test('damaged bytes in the database are made again once, if they are the same', async () => {
  const orderId = await accepted()
  shop.documentFiles.takesNew = false
  try {
    const { text } = await ask(orderId)
    await shop.sql("update private.document_files set bytes = overlay(bytes placing 'x'::bytea from 100) where order_id = $1 and copies = 'original'", [
      orderId,
    ])
    expect(await ask(orderId)).toMatchObject({ status: 200, text })
    expect(await damaged()).toBe(0)
    const [row] = await shop.sql<{ whole: boolean }>(
      "select sha256 = encode(sha256(bytes), 'hex') as whole from private.document_files where order_id = $1 and copies = 'original'",
      [orderId],
    )
    expect(row?.whole).toBe(true)
  } finally {
    shop.documentFiles.takesNew = true
  }
})

test('a lost file that would be drawn differently now is refused, counts on the health page, and is served once it is back', async () => {
  const orderId = await accepted()
  const { text } = await ask(orderId)
  const { version } = await originalOf(orderId)
  const bytes = shop.documentFiles.files.get(version) ?? new Uint8Array()
  shop.documentFiles.files.delete(version)
  await shop.sql("update public.settings set accent = '#1f4e5f'")
  for (const by of [buyer, staff]) {
    const refused = await ask(orderId, by)
    expect(refused).toMatchObject({ status: 503, retryAfter: 3600 })
    const [document] = await shop.sql<{ serial: string }>('select serial from public.documents where order_id = $1', [orderId])
    expect(JSON.parse(refused.text)).toEqual({
      success: false,
      error: `The file of ${document?.serial} is missing or damaged, and has to be restored from a backup`,
    })
  }
  expect(await originalOf(orderId)).toMatchObject({ version })
  expect([await damaged(), (await problems()).includes('documents_damaged')]).toEqual([1, true])
  shop.documentFiles.files.set(version, bytes)
  expect(await ask(orderId)).toMatchObject({ status: 200, text })
  expect([await damaged(), (await problems()).includes('documents_damaged')]).toEqual([0, false])
})

test('two processes that make one document at once hand out the same bytes, and the files of the slower one are removed', async () => {
  const orderId = await accepted()
  vi.resetModules()
  const other = (await import('./issued-file.ts')).issuedFile
  expect(other).not.toBe(issuedFile)
  const read = await readDocument(shop.context(buyer), { type: 'download', orderId, documentType: 'invoice', copies: null, fileId: null })
  if (!read.ok || read.fileId === null) throw new Error('no document')
  const { fileId, contents } = read
  // They draw differently: one has the logo and colours of before.
  const differing = contents.map((content) => ({
    ...content,
    seller: { ...content.seller, brand: { logo: null, accent: '#1f4e5f', secondColour: null } },
  }))
  const both = Promise.withResolvers<void>()
  let waiting = 0
  const begin = async <Files>(render: (turn: 'first') => Promise<Files>): Promise<Files> => {
    waiting += 1
    if (waiting === 2) both.resolve()
    const files = await render('first')
    await both.promise
    return files
  }
  const [one, two] = await Promise.all([
    issuedFile(shop.context(buyer), fileId, 'original', contents, begin),
    other(shop.context(staff), fileId, 'original', differing, begin),
  ])
  expect(Buffer.from(one).equals(two)).toBe(true)
  const kept = await originalOf(orderId)
  expect(sha256(one)).toBe(kept.sha256)
  expect(await loose()).toHaveLength(2)
  expect(await loose()).not.toContain(kept.version)
  await shop.sql('delete from private.loose_document_files')
})

test('while the store is away a document is issued into the database, and one that is in the store is asked for again later', async () => {
  const [stored, fresh] = [await accepted(), await accepted()]
  await ask(stored)
  shop.documentFiles.isAway = true
  const { text } = await ask(fresh)
  expect((await rowsOf(fresh)).map(({ in_database }) => in_database)).toEqual([true, true])
  expect(await ask(stored)).toMatchObject({ status: 503 })
  expect(await damaged()).toBe(0)
  shop.documentFiles.isAway = false
  expect(await ask(fresh)).toMatchObject({ status: 200, text })
  await shop.sql('delete from private.loose_document_files')
})

test('a shop whose files a Supabase project keeps, and one that was just upgraded, keep the bytes in the database', async () => {
  shop.documentFiles.takesNew = false
  const hosted = await accepted()
  await ask(hosted)
  shop.documentFiles.takesNew = true
  await shop.sql("insert into private.document_storage (starts_at) values (now() + interval '1 day')")
  const upgraded = await accepted()
  await ask(upgraded)
  for (const orderId of [hosted, upgraded]) expect((await rowsOf(orderId)).map(({ in_database }) => in_database)).toEqual([true, true])
  await shop.sql("update private.document_storage set starts_at = now() - interval '1 minute'")
  const later = await accepted()
  await ask(later)
  expect((await rowsOf(later)).map(({ in_database }) => in_database)).toEqual([false, false])
})

test('the version before gets its own bytes back if they are those in the store, and nothing else', async () => {
  const orderId = await accepted()
  const { text } = await ask(orderId)
  const [row] = await shop.sql<{ file_id: string }>('select file_id from private.document_files where order_id = $1', [orderId])
  const keep = async (bytes: Buffer) =>
    (await shop.sql<{ bytes: Buffer | null }>("select private.keep_document_files($1, 'original', $2, $2) as bytes", [row?.file_id, bytes]))[0]?.bytes
  expect((await keep(Buffer.from(text, 'base64')))?.toString('base64')).toBe(text)
  expect(await keep(Buffer.from('other bytes'))).toBeNull()
  expect((await rowsOf(orderId)).map(({ in_database }) => in_database)).toEqual([false, false])
})

test('a row has its bytes or the name and size of a file', async () => {
  const orderId = await accepted()
  await ask(orderId)
  for (const wrong of ["bytes = ''", 'version = null', 'size = null', 'size = 0', 'version = null, size = null']) {
    await expect(shop.sql(`update private.document_files set ${wrong} where order_id = $1`, [orderId]), wrong).rejects.toMatchObject({ code: '23514' })
  }
})

test('the file of an erased document is noted for removal', async () => {
  const orderId = await accepted()
  await ask(orderId)
  const versions = (await rowsOf(orderId)).map(({ version }) => version)
  await shop.sql('delete from private.document_files where order_id = $1', [orderId])
  expect(new Set(await loose())).toEqual(new Set(versions))
})
