import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from '../testing/database.ts'
import { KEYS, openTestGateway, type TestGateway } from '../testing/gateway.ts'

let database: TestDatabase
let shop: TestGateway
const blob = (bytes: Buffer, type: string): Blob => new Blob([new Uint8Array(bytes)], { type })

beforeAll(async () => {
  database = await createGatewayDatabase()
  await database.prepare(`
    insert into storage.buckets (id, name, public) values ('pictures', 'pictures', true), ('documents', 'documents', false);
    create policy "anyone reads" on storage.objects for select to anon using (true);
  `)
  shop = await openTestGateway(database, { publicRenditions: { widths: [160, 320], qualities: [75] } })
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#b5485d' } })
    .jpeg()
    .toBuffer()
  // 42 megapixels in a few kilobytes.
  const bomb = await sharp({ create: { width: 7000, height: 6000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const service = shop.client({ key: KEYS.secretKey })
  for (const bucket of ['pictures', 'documents']) expect((await service.storage.from(bucket).upload('a.jpg', blob(picture, 'image/jpeg'))).error).toBeNull()
  expect((await service.storage.from('pictures').upload('bomb.png', blob(bomb, 'image/png'))).error).toBeNull()
})
afterAll(async () => {
  await shop.close()
  await database.drop()
})

const get = (address: string, headers: Record<string, string> = {}) => shop.fetch(`/storage/v1/render/image/${address}`, { headers })

test('a public image is rendered only in the allowed sizes, through any kind of URL', async () => {
  expect((await get('public/pictures/a.jpg?width=160&quality=75')).status).toBe(200)
  for (const query of ['width=161&quality=75', 'width=160&quality=74', 'width=160', 'quality=75', '', 'width=160&quality=75&height=9'])
    expect((await get(`public/pictures/a.jpg?${query}`)).status, query).toBe(400)
  for (const query of ['width=160&quality=75&format=png', 'width=160&quality=75&resize=fill'])
    expect((await get(`public/pictures/a.jpg?${query}`)).status, query).toBe(400)
  const apikey = KEYS.publishableKey
  expect((await get('authenticated/pictures/a.jpg?width=161&quality=75', { apikey })).status).toBe(400)
  expect((await get('authenticated/pictures/a.jpg?width=320&quality=75', { apikey })).status).toBe(200)
  const signed = await shop
    .client()
    .storage.from('pictures')
    .createSignedUrl('a.jpg', 60, { transform: { width: 161, quality: 75 } })
  expect((await shop.gateway.fetch(new Request(signed.data?.signedUrl ?? ''))).status).toBe(400)
})

test('an image of a private bucket is rendered in any size for callers who may read it', async () => {
  expect((await get('authenticated/documents/a.jpg?width=161&height=40', { apikey: KEYS.publishableKey })).status).toBe(200)
})

test('a decompression bomb is refused by its header', async () => {
  const answer = await get('public/pictures/bomb.png?width=160&quality=75')
  expect([answer.status, await answer.json()]).toMatchObject([400, { statusCode: '422' }])
})

test('two concurrent upserts of one new key both succeed, and one file is left', async () => {
  const service = shop.client({ key: KEYS.secretKey })
  for (let turn = 0; turn < 10; turn += 1) {
    const texts = ['first', 'second', 'third']
    const answers = await Promise.all(
      texts.map((text) => service.storage.from('documents').upload(`new ${turn}.txt`, blob(Buffer.from(text), 'text/plain'), { upsert: true })),
    )
    expect(answers.map(({ error }) => error)).toEqual([null, null, null])
    const { data } = await service.storage.from('documents').download(`new ${turn}.txt`)
    expect(texts).toContain(await data?.text())
  }
})
