import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from '../testing/database.ts'
import { KEYS, ORIGIN, openTestGateway, type TestGateway } from '../testing/gateway.ts'

let database: TestDatabase
let shop: TestGateway
let owner: SupabaseClient
let stranger: SupabaseClient
let anonymous: SupabaseClient
let service: SupabaseClient
let picture: Buffer

async function signedUp(email: string): Promise<SupabaseClient> {
  const client = shop.client()
  expect((await client.auth.signUp({ email, password: 'correct horse' })).error).toBeNull()
  return client
}

beforeAll(async () => {
  database = await createGatewayDatabase()
  await database.prepare(`
    insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
      ('pictures', 'pictures', true, 200000, array['image/*']), ('papers', 'papers', false, null, null);
    create policy "own folder: read" on storage.objects for select to authenticated
      using (bucket_id = 'papers' and (storage.foldername(name))[1] = (select auth.uid())::text);
    create policy "own folder: write" on storage.objects for insert to authenticated
      with check (bucket_id = 'papers' and (storage.foldername(name))[1] = (select auth.uid())::text);
    create policy "own folder: change" on storage.objects for update to authenticated
      using (bucket_id = 'papers' and owner_id = (select auth.uid())::text) with check ((storage.foldername(name))[1] = (select auth.uid())::text);
    create policy "own folder: remove" on storage.objects for delete to authenticated
      using (bucket_id = 'papers' and owner_id = (select auth.uid())::text);
  `)
  shop = await openTestGateway(database, { auth: { autoconfirm: true, bcryptCost: 4, limits: true } })
  ;[owner, stranger] = await Promise.all([signedUp('owner@example.com'), signedUp('stranger@example.com')])
  anonymous = shop.client()
  service = shop.client({ key: KEYS.secretKey })
  picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#b5485d' } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'somebody' } })
    .toBuffer()
})
afterAll(async () => {
  expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([])
  await shop.close()
  await database.drop()
})

const own = async (client: SupabaseClient): Promise<string> => (await client.auth.getUser()).data.user?.id ?? ''
const bytesOf = async (data: Blob | null): Promise<Buffer> => Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer())
const filesOnDisk = async (): Promise<string[]> =>
  (await readdir(path.join(shop.storageDir, 'files'), { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).map(({ name }) => name)
const blob = (bytes: Buffer, type: string): Blob => new Blob([new Uint8Array(bytes)], { type })

test('a file uploaded as form or raw bytes is downloaded unchanged', async () => {
  const folder = await own(owner)
  const form = await owner.storage.from('papers').upload(`${folder}/form file.txt`, new Blob(['as a form'], { type: 'text/plain' }))
  expect(form).toMatchObject({
    data: { path: `${folder}/form file.txt`, fullPath: `papers/${folder}/form file.txt`, id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    error: null,
  })
  const raw = await owner.storage.from('papers').upload(`${folder}/raw.txt`, Buffer.from('as bytes'), { contentType: 'text/plain', metadata: { note: 'ok' } })
  expect(raw.error).toBeNull()
  expect((await bytesOf((await owner.storage.from('papers').download(`${folder}/form file.txt`)).data)).toString()).toBe('as a form')
  expect((await bytesOf((await owner.storage.from('papers').download(`${folder}/raw.txt`)).data)).toString()).toBe('as bytes')
  const info = await owner.storage.from('papers').info(`${folder}/raw.txt`)
  expect(info.data).toMatchObject({ name: `${folder}/raw.txt`, size: 8, contentType: 'text/plain', metadata: { note: 'ok' } })
})

test('a second upload is a duplicate; with upsert or PUT it replaces the file and removes the old bytes', async () => {
  const folder = await own(owner)
  const papers = owner.storage.from('papers')
  await papers.upload(`${folder}/notes.txt`, Buffer.from('one'), { contentType: 'text/plain' })
  expect((await papers.upload(`${folder}/notes.txt`, Buffer.from('two'))).error).toMatchObject({
    status: 400,
    statusCode: '409',
    message: 'The resource already exists',
  })
  const before = (await filesOnDisk()).length
  expect((await papers.upload(`${folder}/notes.txt`, Buffer.from('two'), { upsert: true })).error).toBeNull()
  expect((await papers.update(`${folder}/notes.txt`, Buffer.from('three'))).error).toBeNull()
  expect((await bytesOf((await papers.download(`${folder}/notes.txt`)).data)).toString()).toBe('three')
  expect(await filesOnDisk()).toHaveLength(before)
  expect((await papers.update(`${folder}/missing.txt`, Buffer.from('x'))).error).toMatchObject({ statusCode: '404' })
})

test('an upload refused by policies leaves neither row nor file', async () => {
  const folder = await own(owner)
  const before = await filesOnDisk()
  for (const client of [stranger, anonymous]) {
    expect((await client.storage.from('papers').upload(`${folder}/intruder.txt`, Buffer.from('x'))).error).toMatchObject({
      status: 400,
      statusCode: '403',
      message: 'new row violates row-level security policy',
    })
    expect((await client.storage.from('papers').upload(`${folder}/notes.txt`, Buffer.from('x'), { upsert: true })).error).toMatchObject({ statusCode: '403' })
    expect((await client.storage.from('papers').update(`${folder}/notes.txt`, Buffer.from('x'))).error).toMatchObject({ statusCode: '403' })
    expect((await client.storage.from('papers').download(`${folder}/notes.txt`)).error).toMatchObject({ statusCode: '404' })
    expect((await client.storage.from('papers').remove([`${folder}/notes.txt`])).data).toEqual([])
    expect((await client.storage.from('papers').createSignedUrl(`${folder}/notes.txt`, 60)).error).toMatchObject({ statusCode: '404' })
    expect((await client.storage.from('papers').list(folder)).data).toEqual([])
  }
  expect(await filesOnDisk()).toEqual(before)
  expect((await bytesOf((await owner.storage.from('papers').download(`${folder}/notes.txt`)).data)).toString()).toBe('three')
})

test('the body of a refused upload is not read', async () => {
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) })
  const answer = await shop.fetch('/storage/v1/object/papers/somewhere/x', {
    method: 'POST',
    headers: { apikey: KEYS.publishableKey },
    body: endless,
    duplex: 'half',
  } as RequestInit)
  expect(await answer.json()).toMatchObject({ statusCode: '403' })
})

test('bucket limits use the actual size and detected type, whatever name and declared type say', async () => {
  const pictures = service.storage.from('pictures')
  expect((await pictures.upload('page.jpg', blob(Buffer.from('<html><script>alert(1)</script></html>'), 'image/jpeg'))).error).toMatchObject({
    statusCode: '415',
    message: 'mime type text/html is not supported',
  })
  expect((await pictures.upload('words.jpg', blob(Buffer.from('just words'), 'image/jpeg'))).error).toMatchObject({ statusCode: '415' })
  expect((await pictures.upload('huge.jpg', blob(Buffer.concat([picture, Buffer.alloc(200_001)]), 'image/jpeg'))).error).toMatchObject({
    status: 413,
    statusCode: '413',
  })
  expect((await pictures.upload('huge.jpg', Buffer.concat([picture, Buffer.alloc(200_001)]), { contentType: 'image/jpeg' })).error).toMatchObject({
    status: 413,
  })
  expect((await pictures.upload('honest.png', blob(picture, 'image/png'))).error).toBeNull()
  const answer = await shop.fetch('/storage/v1/object/public/pictures/honest.png')
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
})

test('a public image needs no key and is cacheable', async () => {
  await service.storage.from('pictures').upload('a/b/public one.jpg', blob(picture, 'image/jpeg'), { cacheControl: '31536000' })
  const { publicUrl } = anonymous.storage.from('pictures').getPublicUrl('a/b/public one.jpg').data
  const answer = await shop.gateway.fetch(new Request(publicUrl))
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'public, max-age=31536000, stale-while-revalidate=86400',
    'content-disposition': 'inline',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  })
  expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true)
  const etag = answer.headers.get('etag') ?? ''
  expect((await shop.gateway.fetch(new Request(publicUrl, { headers: { 'if-none-match': etag } }))).status).toBe(304)
  const head = await shop.gateway.fetch(new Request(publicUrl, { method: 'HEAD' }))
  expect([head.status, head.headers.get('content-length'), head.body]).toEqual([200, String(picture.length), null])
  const saved = await shop.gateway.fetch(new Request(`${publicUrl}?${new URLSearchParams({ download: 'my "photo"\r\nx: y.jpg' })}`))
  expect(saved.headers.get('content-disposition')).toBe(`attachment; filename="my _photo___x_ y.jpg"; filename*=UTF-8''my%20%22photo%22%0D%0Ax%3A%20y.jpg`)
})

test('a private bucket looks missing at the public URL', async () => {
  const folder = await own(owner)
  const answer = await shop.fetch(`/storage/v1/object/public/papers/${folder}/notes.txt`)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ statusCode: '404', error: 'Bucket not found' })
})

test('HTML and SVG scripts cannot run from storage', async () => {
  const folder = await own(owner)
  const papers = owner.storage.from('papers')
  await papers.upload(`${folder}/page.txt`, Buffer.from('<!doctype html><script>alert(1)</script>'), { contentType: 'text/html' })
  await papers.upload(`${folder}/drawing`, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), { contentType: 'image/png' })
  const session = (await owner.auth.getSession()).data.session?.access_token ?? ''
  const get = (name: string): Promise<Response> =>
    shop.fetch(`/storage/v1/object/authenticated/papers/${folder}/${name}`, { headers: { authorization: `Bearer ${session}` } })
  expect((await get('page.txt')).headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const svg = await get('drawing')
  expect(svg.headers.get('content-type')).toBe('image/svg+xml')
  expect(svg.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(svg.headers.get('cache-control')).toBe('private, no-cache')
})

test('a signed URL grants one file until it expires, and is not an access token', async () => {
  const folder = await own(owner)
  const { data } = await owner.storage.from('papers').createSignedUrl(`${folder}/form file.txt`, 60, { download: 'copy.txt' })
  const answer = await shop.gateway.fetch(new Request(data?.signedUrl ?? ''))
  expect(await answer.text()).toBe('as a form')
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(answer.headers.get('content-disposition')).toContain('copy.txt')
  const other = await shop.gateway.fetch(new Request((data?.signedUrl ?? '').replace('form%20file.txt', 'raw.txt')))
  expect(await other.json()).toMatchObject({ statusCode: '400', error: 'InvalidJWT' })
  const token = new URL(data?.signedUrl ?? ORIGIN).searchParams.get('token') ?? ''
  expect((await shop.fetch('/storage/v1/bucket', { headers: { authorization: `Bearer ${token}` } })).status).toBe(400)
  const access = (await owner.auth.getSession()).data.session?.access_token ?? ''
  expect((await shop.gateway.fetch(new Request((data?.signedUrl ?? '').replace(token, access)))).status).toBe(400)
  const several = await owner.storage.from('papers').createSignedUrls([`${folder}/raw.txt`, 'elsewhere/x'], 60)
  expect(several.data?.map(({ error }) => error === null)).toEqual([true, false])
  shop.advance(61)
  expect(await (await shop.gateway.fetch(new Request(data?.signedUrl ?? ''))).json()).toMatchObject({ error: 'InvalidJWT' })
  shop.advance(-61)
})

test('a signed upload URL lets anyone upload one file once', async () => {
  const folder = await own(owner)
  const refused = await stranger.storage.from('papers').createSignedUploadUrl(`${folder}/gift.txt`)
  expect(refused.error).toMatchObject({ statusCode: '403' })
  const { data } = await owner.storage.from('papers').createSignedUploadUrl(`${folder}/gift.txt`)
  const put = (key: string): Promise<{ error: unknown }> => anonymous.storage.from('papers').uploadToSignedUrl(key, data?.token ?? '', Buffer.from('a gift'))
  expect((await put(`${folder}/other.txt`)).error).toMatchObject({ statusCode: '400' })
  expect((await put(`${folder}/gift.txt`)).error).toBeNull()
  expect((await put(`${folder}/gift.txt`)).error).toMatchObject({ statusCode: '409' })
  expect((await bytesOf((await owner.storage.from('papers').download(`${folder}/gift.txt`)).data)).toString()).toBe('a gift')
})

test('a list returns one level: folders with id null, then files', async () => {
  const folder = await own(owner)
  const papers = owner.storage.from('papers')
  await papers.upload(`${folder}/tree/b.txt`, Buffer.from('b'))
  await papers.upload(`${folder}/tree/a.txt`, Buffer.from('a'))
  await papers.upload(`${folder}/tree/deep/c.txt`, Buffer.from('c'))
  const { data } = await papers.list(`${folder}/tree`)
  expect(data?.map(({ name, id }) => [name, id === null])).toEqual([
    ['deep', true],
    ['a.txt', false],
    ['b.txt', false],
  ])
  expect((await papers.list(`${folder}/tree`, { limit: 1, offset: 1, sortBy: { column: 'name', order: 'desc' } })).data?.map(({ name }) => name)).toEqual([
    'b.txt',
  ])
  expect((await papers.list(`${folder}/tree`, { search: 'A.' })).data?.map(({ name }) => name)).toEqual(['a.txt'])
})

test('remove returns the removed files and skips missing ones', async () => {
  const folder = await own(owner)
  const papers = owner.storage.from('papers')
  const before = (await filesOnDisk()).length
  const { data } = await papers.remove([`${folder}/tree/a.txt`, `${folder}/tree/b.txt`, `${folder}/never.txt`])
  expect(data?.map(({ name }) => name).toSorted()).toEqual([`${folder}/tree/a.txt`, `${folder}/tree/b.txt`])
  expect((await filesOnDisk()).length).toBe(before - 2)
  expect((await papers.exists(`${folder}/tree/a.txt`)).data).toBe(false)
})

test('move and copy follow the policies of both locations', async () => {
  const folder = await own(owner)
  const papers = owner.storage.from('papers')
  await papers.upload(`${folder}/from.txt`, Buffer.from('travels'))
  expect((await papers.copy(`${folder}/from.txt`, `${folder}/copied.txt`)).error).toBeNull()
  expect((await papers.move(`${folder}/from.txt`, `${folder}/moved.txt`)).error).toBeNull()
  expect((await bytesOf((await papers.download(`${folder}/moved.txt`)).data)).toString()).toBe('travels')
  expect((await bytesOf((await papers.download(`${folder}/copied.txt`)).data)).toString()).toBe('travels')
  expect((await papers.move(`${folder}/moved.txt`, `someone-else/moved.txt`)).error).toMatchObject({ statusCode: '403' })
  expect((await papers.copy(`${folder}/moved.txt`, 'x.txt', { destinationBucket: 'pictures' })).error).toMatchObject({ statusCode: '415' })
  expect((await stranger.storage.from('papers').copy(`${folder}/moved.txt`, `${await own(stranger)}/stolen.txt`)).error).toMatchObject({ statusCode: '404' })
})

test.each(['../../etc/passwd', 'a/../b', 'a//b', '/a', 'a/', 'a\\b', 'a\u0000b', 'नमस्ते', 'a/./b', 'x'.repeat(1025)])('the key %j is refused', async (key) => {
  const answer = await shop.fetch(`/storage/v1/object/papers/${key.split('/').map(encodeURIComponent).join('%2F')}`, {
    method: 'POST',
    headers: { apikey: KEYS.secretKey },
    body: 'x',
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ statusCode: '400', error: 'InvalidKey' })
})

test('the service role creates, reads, updates, empties and deletes buckets', async () => {
  expect((await service.storage.createBucket('things', { public: false, fileSizeLimit: '20mb', allowedMimeTypes: ['text/plain'] })).error).toBeNull()
  expect((await service.storage.getBucket('things')).data).toMatchObject({
    id: 'things',
    public: false,
    file_size_limit: 20_000_000,
    allowed_mime_types: ['text/plain'],
  })
  expect((await service.storage.updateBucket('things', { public: true })).error).toBeNull()
  expect((await service.storage.getBucket('things')).data?.public).toBe(true)
  expect((await service.storage.from('things').upload('one.txt', Buffer.from('1'), { contentType: 'text/plain' })).error).toBeNull()
  expect((await service.storage.deleteBucket('things')).error).toMatchObject({ statusCode: '409' })
  for (const client of [owner, anonymous]) {
    expect((await client.storage.listBuckets()).data).toEqual([])
    expect((await client.storage.createBucket('mine')).error).toMatchObject({ statusCode: '403' })
    expect((await client.storage.updateBucket('things', { public: false })).error).toMatchObject({ statusCode: '403' })
    expect((await client.storage.deleteBucket('things')).error).toMatchObject({ statusCode: '403' })
  }
  expect((await service.storage.emptyBucket('things')).error).toBeNull()
  expect((await service.storage.deleteBucket('things')).error).toBeNull()
  expect((await service.storage.getBucket('things')).error).toMatchObject({ statusCode: '404' })
  expect((await service.storage.listBuckets()).data?.map(({ id }) => id)).toEqual(['papers', 'pictures'])
})

test('unsupported endpoints answer 501', async () => {
  expect((await shop.fetch('/storage/v1/upload/resumable', { method: 'POST' })).status).toBe(501)
})

test('an image is rendered resized, upright, without metadata and in a format that the browser accepts', async () => {
  await service.storage.from('pictures').upload('product.jpg', blob(picture, 'image/jpeg'))
  const get = (query: string, accept: string): Promise<Response> =>
    shop.fetch(`/storage/v1/render/image/public/pictures/product.jpg?${query}`, { headers: { accept } })
  const formats: unknown[] = []
  for (const accept of ['image/avif,image/webp,*/*', 'image/webp,*/*', '*/*']) {
    const answer = await get('width=100&height=100', accept)
    expect([answer.status, answer.headers.get('vary')]).toEqual([200, 'Accept'])
    const { width, height, exif } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([width, height, exif]).toEqual([100, 100, undefined])
    formats.push(answer.headers.get('content-type'))
  }
  expect(formats).toEqual(['image/avif', 'image/webp', 'image/jpeg'])
  const contained = await sharp(Buffer.from(await (await get('width=100&height=100&resize=contain&format=origin', '*/*')).arrayBuffer())).metadata()
  expect([contained.width, contained.height, contained.format]).toEqual([100, 75, 'jpeg'])
  const large = await sharp(Buffer.from(await (await get('width=2000', '*/*')).arrayBuffer())).metadata()
  expect(large.width).toBe(400)
  const again = await get('width=100&height=100', 'image/webp')
  expect((await get('width=100&height=100', 'image/webp')).headers.get('etag')).toBe(again.headers.get('etag'))
  for (const wrong of ['width=0', 'width=99999', 'quality=1', 'resize=stretch', 'format=svg']) expect((await get(wrong, '*/*')).status).toBe(400)
})

test('only valid images of four formats are rendered, and removing a file removes its renditions', async () => {
  const pictures = service.storage.from('pictures')
  await pictures.upload('script.svg', blob(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'image/svg+xml'))
  await pictures.upload('broken.jpg', blob(picture.subarray(0, 700), 'image/jpeg'))
  const get = (name: string): Promise<Response> =>
    shop.fetch(`/storage/v1/render/image/public/pictures/${name}?width=50`, { headers: { accept: 'image/webp' } })
  expect((await get('script.svg')).status).toBe(400)
  expect(await (await get('broken.jpg')).json()).toMatchObject({ statusCode: '422' })
  expect((await get('product.jpg')).status).toBe(200)
  await pictures.remove(['product.jpg'])
  expect((await get('product.jpg')).status).toBe(400)
  const { data } = await owner.storage.from('papers').createSignedUrl(`${await own(owner)}/raw.txt`, 60, { transform: { width: 10 } })
  expect((await shop.gateway.fetch(new Request(data?.signedUrl ?? ''))).status).toBe(400)
})
