/** Files that are never replaced may be kept for a year; all others are asked for again (docs/decisions/0111-addresses-of-pictures.md). */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from '../testing/database.ts'
import { KEYS, openTestGateway, type TestGateway } from '../testing/gateway.ts'
import { openTestS3 } from '../testing/s3-server.ts'
import { createS3Store } from './stores/s3-store.ts'

const FOREVER = 'public, max-age=31536000, immutable'
const opened: TestGateway[] = []
const after: (() => unknown)[] = []
let database: TestDatabase
let folder: TestGateway

beforeAll(async () => {
  database = await createGatewayDatabase()
  await database.prepare("insert into storage.buckets (id, name, public) values ('pictures', 'pictures', true), ('drafts', 'drafts', false)")
  folder = await open()
})
afterAll(async () => {
  await Promise.all(opened.map((shop) => shop.close()))
  for (const step of after) await step()
  await database.drop()
})

async function open(more: Parameters<typeof openTestGateway>[1] = {}): Promise<TestGateway> {
  const shop = await openTestGateway(database, {
    publicRenditions: { widths: [160], qualities: [75] },
    permanentFiles: (bucket, key) => bucket !== 'other' && key.startsWith('once-'),
    ...more,
  })
  opened.push(shop)
  return shop
}

const pictureOf = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 200, height: 200, channels: 3, background } })
    .png()
    .toBuffer()
const headers = { apikey: KEYS.secretKey, 'content-type': 'image/png' }
const put = (shop: TestGateway, place: string, bytes: Buffer, more: Record<string, string> = {}) =>
  shop.fetch(`/storage/v1/object/${place}`, { method: 'POST', headers: { ...headers, ...more }, body: new Uint8Array(bytes) })
const SIZE = 'width=160&quality=75'
const controlOf = async (shop: TestGateway, address: string): Promise<[number, string | null]> => {
  const answer = await shop.fetch(`/storage/v1/${address}`)
  await answer.body?.cancel()
  return [answer.status, answer.headers.get('cache-control')]
}

test.each(['folder', 's3'])('in a %s, original and sizes of a permanent file may be kept for a year, whatever its uploader said', async (kind) => {
  let shop = folder
  if (kind === 's3') {
    const s3 = await openTestS3()
    const files = createS3Store(s3.settings)
    after.push(
      () => files.close(),
      () => s3.close(),
    )
    shop = await open({ files })
  }
  const key = `once-${kind}.png`
  expect((await put(shop, `pictures/${key}`, await pictureOf('#a02050'), { 'cache-control': 'no-cache' })).status).toBe(200)
  expect(await controlOf(shop, `object/public/pictures/${key}`)).toEqual([200, FOREVER])
  expect(await controlOf(shop, `render/image/public/pictures/${key}?${SIZE}`)).toEqual([200, FOREVER])
  // the name of a download is the asker's: a cache whose key ignores it must not give it to others
  expect(await controlOf(shop, `object/public/pictures/${key}?download=other.exe`)).toEqual([200, 'private, no-cache'])
  expect(await controlOf(shop, `render/image/public/pictures/${key}?${SIZE}&download=other.exe`)).toEqual([200, 'private, no-cache'])
  const sized = await shop.fetch(`/storage/v1/render/image/public/pictures/${key}?${SIZE}`, { method: 'HEAD' })
  const again = await shop.fetch(`/storage/v1/render/image/public/pictures/${key}?${SIZE}`, { headers: { 'if-none-match': sized.headers.get('etag') ?? '' } })
  expect([again.status, again.headers.get('cache-control'), sized.headers.get('vary')]).toEqual([304, FOREVER, 'Accept'])
})

test('it cannot be replaced, with no key and in no way; the same bytes once more are no harm', async () => {
  const [red, green] = [await pictureOf('#f00'), await pictureOf('#0f0')]
  const place = 'pictures/once-red.png'
  expect((await put(folder, place, red)).status).toBe(200)
  for (const more of [{ 'x-upsert': 'true' }, {}] as Record<string, string>[])
    expect(await (await put(folder, place, green, more)).json()).toMatchObject({ statusCode: '409', code: 'KeyAlreadyExists' })
  const changed = await folder.fetch(`/storage/v1/object/${place}`, { method: 'PUT', headers, body: new Uint8Array(green) })
  expect(await changed.json()).toMatchObject({ statusCode: '409' })
  const service = folder.client({ key: KEYS.secretKey }).storage.from('pictures')
  expect((await put(folder, 'pictures/green.png', green)).status).toBe(200)
  expect((await service.move('green.png', 'once-red.png')).error).toMatchObject({ statusCode: '409' })
  expect((await service.copy('green.png', 'once-red.png')).error).toMatchObject({ statusCode: '409' })
  const signed = await service.createSignedUploadUrl('once-red.png', { upsert: true })
  const sent = await service.uploadToSignedUrl('once-red.png', signed.data?.token ?? '', new Blob([new Uint8Array(green)], { type: 'image/png' }))
  expect(sent.error).toMatchObject({ statusCode: '409' })
  const kept = async () => Buffer.from(await (await folder.fetch(`/storage/v1/object/public/${place}`)).arrayBuffer())
  expect(await kept()).toEqual(red)
  expect((await put(folder, place, red, { 'x-upsert': 'true' })).status).toBe(200)
  expect(await kept()).toEqual(red)
})

test('a version or anything else that a caller adds to the address is another address of the same picture, and rendered no second time', async () => {
  const shop = await open()
  const bytes = await pictureOf('#00f')
  expect((await put(shop, 'pictures/once-blue.png', bytes)).status).toBe(200)
  const address = `render/image/public/pictures/once-blue.png?${SIZE}`
  const shown = await (await shop.fetch(`/storage/v1/${address}`)).arrayBuffer()
  for (const more of ['&v=1', '&v=../../x', '&v=0&v=1', '&format=', `&v=${'9'.repeat(500)}`]) {
    const answer = await shop.fetch(`/storage/v1/${address}${more}`)
    expect([answer.status, Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(shown))], more).toEqual([200, true])
  }
  const rendered = await readdir(path.join(shop.storageDir, 'renditions'), { recursive: true, withFileTypes: true })
  expect(rendered.filter((entry) => entry.isFile())).toHaveLength(1)
})

test('a refusal, a missing file and an address for one person are not kept', async () => {
  expect(await controlOf(folder, 'object/public/pictures/once-missing.png')).toEqual([400, 'no-store'])
  expect(await controlOf(folder, `render/image/public/pictures/once-missing.png?${SIZE}`)).toEqual([400, 'no-store'])
  expect((await put(folder, 'pictures/once-size.png', await pictureOf('#ff0'))).status).toBe(200)
  expect(await controlOf(folder, 'render/image/public/pictures/once-size.png?width=161&quality=75')).toEqual([400, 'no-store'])
  expect((await put(folder, 'drafts/once-private.png', await pictureOf('#0ff'))).status).toBe(200)
  const service = folder.client({ key: KEYS.secretKey }).storage.from('drafts')
  const signed = new URL((await service.createSignedUrl('once-private.png', 60)).data?.signedUrl ?? '')
  expect(await controlOf(folder, `${signed.pathname.slice('/storage/v1/'.length)}${signed.search}`)).toEqual([200, 'private, no-store'])
  expect(await controlOf(folder, 'object/public/drafts/once-private.png')).toEqual([400, 'no-store'])
})

test('a file with another name is replaced and seen at once; a removed one is gone', async () => {
  const address = `render/image/public/pictures/named.png?${SIZE}`
  expect((await put(folder, 'pictures/named.png', await pictureOf('#111'))).status).toBe(200)
  const first = await folder.fetch(`/storage/v1/${address}`)
  expect(first.headers.get('cache-control')).toBe('no-cache')
  expect((await put(folder, 'pictures/named.png', await pictureOf('#eee'), { 'x-upsert': 'true' })).status).toBe(200)
  const second = await folder.fetch(`/storage/v1/${address}`, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
  expect(second.status).toBe(200)
  for (const name of ['named.png', 'once-red.png']) {
    expect((await folder.fetch(`/storage/v1/object/pictures/${name}`, { method: 'DELETE', headers })).status).toBe(200)
    expect(await controlOf(folder, `render/image/public/pictures/${name}?${SIZE}`)).toEqual([400, 'no-store'])
  }
})
