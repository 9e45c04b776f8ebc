import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEYS, ORIGIN, type TestGateway } from '../testing/gateway.ts'
import { blob, bytesOf, openTestStorage, own, type StoreKind, type TestStorage } from '../testing/storage.ts'

describe.each<StoreKind>(['folder', 's3'])('files in a store of the kind %s', (kind) => {
  let storage: TestStorage
  let shop: TestGateway
  let owner: SupabaseClient
  let stranger: SupabaseClient
  let anonymous: SupabaseClient
  let service: SupabaseClient
  let picture: Buffer

  beforeAll(async () => {
    storage = await openTestStorage(kind)
    ;({ shop, owner, stranger, anonymous, service, picture } = storage)
  })
  afterAll(() => storage.close())

  const storedFiles = () => storage.storedFiles()

  test('a file uploaded as form or raw bytes is downloaded unchanged', async () => {
    const folder = await own(owner)
    const form = await owner.storage.from('documents').upload(`${folder}/form file.txt`, new Blob(['as a form'], { type: 'text/plain' }))
    expect(form).toMatchObject({
      data: { path: `${folder}/form file.txt`, fullPath: `documents/${folder}/form file.txt`, id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      error: null,
    })
    const raw = await owner.storage
      .from('documents')
      .upload(`${folder}/raw.txt`, Buffer.from('as bytes'), { contentType: 'text/plain', metadata: { note: 'ok' } })
    expect(raw.error).toBeNull()
    expect((await bytesOf((await owner.storage.from('documents').download(`${folder}/form file.txt`)).data)).toString()).toBe('as a form')
    expect((await bytesOf((await owner.storage.from('documents').download(`${folder}/raw.txt`)).data)).toString()).toBe('as bytes')
    const info = await owner.storage.from('documents').info(`${folder}/raw.txt`)
    expect(info.data).toMatchObject({ name: `${folder}/raw.txt`, size: 8, contentType: 'text/plain', metadata: { note: 'ok' } })
  })

  test('a second upload is a duplicate; with upsert or PUT it replaces the file and removes the old bytes', async () => {
    const folder = await own(owner)
    const documents = owner.storage.from('documents')
    await documents.upload(`${folder}/notes.txt`, Buffer.from('one'), { contentType: 'text/plain' })
    expect((await documents.upload(`${folder}/notes.txt`, Buffer.from('two'))).error).toMatchObject({
      status: 400,
      statusCode: '409',
      message: 'The resource already exists',
    })
    const before = (await storedFiles()).length
    expect((await documents.upload(`${folder}/notes.txt`, Buffer.from('two'), { upsert: true })).error).toBeNull()
    expect((await documents.update(`${folder}/notes.txt`, Buffer.from('three'))).error).toBeNull()
    expect((await bytesOf((await documents.download(`${folder}/notes.txt`)).data)).toString()).toBe('three')
    expect(await storedFiles()).toHaveLength(before)
    expect((await documents.update(`${folder}/missing.txt`, Buffer.from('x'))).error).toMatchObject({ statusCode: '404' })
  })

  test('an upload refused by policies leaves neither row nor file', async () => {
    const folder = await own(owner)
    const before = await storedFiles()
    for (const client of [stranger, anonymous]) {
      expect((await client.storage.from('documents').upload(`${folder}/intruder.txt`, Buffer.from('x'))).error).toMatchObject({
        status: 400,
        statusCode: '403',
        message: 'new row violates row-level security policy',
      })
      expect((await client.storage.from('documents').upload(`${folder}/notes.txt`, Buffer.from('x'), { upsert: true })).error).toMatchObject({
        statusCode: '403',
      })
      expect((await client.storage.from('documents').update(`${folder}/notes.txt`, Buffer.from('x'))).error).toMatchObject({ statusCode: '403' })
      expect((await client.storage.from('documents').download(`${folder}/notes.txt`)).error).toMatchObject({ statusCode: '404' })
      expect((await client.storage.from('documents').remove([`${folder}/notes.txt`])).data).toEqual([])
      expect((await client.storage.from('documents').createSignedUrl(`${folder}/notes.txt`, 60)).error).toMatchObject({ statusCode: '404' })
      expect((await client.storage.from('documents').list(folder)).data).toEqual([])
    }
    expect(await storedFiles()).toEqual(before)
    expect((await bytesOf((await owner.storage.from('documents').download(`${folder}/notes.txt`)).data)).toString()).toBe('three')
  })

  test('the body of a refused upload is not read', async () => {
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) })
    const answer = await shop.fetch('/storage/v1/object/documents/somewhere/x', {
      method: 'POST',
      headers: { apikey: KEYS.publishableKey },
      body: endless,
      duplex: 'half',
    } as RequestInit)
    expect(await answer.json()).toMatchObject({ statusCode: '403' })
  })

  test('bucket limits use the actual size and detected type, not the name or the declared type', async () => {
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
    const answer = await shop.fetch(`/storage/v1/object/public/documents/${folder}/notes.txt`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ statusCode: '404', error: 'Bucket not found' })
  })

  test('HTML and SVG scripts cannot run from storage', async () => {
    const folder = await own(owner)
    const documents = owner.storage.from('documents')
    await documents.upload(`${folder}/page.txt`, Buffer.from('<!doctype html><script>alert(1)</script>'), { contentType: 'text/html' })
    await documents.upload(`${folder}/drawing`, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), {
      contentType: 'image/png',
    })
    const session = (await owner.auth.getSession()).data.session?.access_token ?? ''
    const get = (name: string): Promise<Response> =>
      shop.fetch(`/storage/v1/object/authenticated/documents/${folder}/${name}`, { headers: { authorization: `Bearer ${session}` } })
    expect((await get('page.txt')).headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const svg = await get('drawing')
    expect(svg.headers.get('content-type')).toBe('image/svg+xml')
    expect(svg.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(svg.headers.get('cache-control')).toBe('private, no-cache')
  })

  test('a signed URL grants one file until it expires, and is not an access token', async () => {
    const folder = await own(owner)
    const { data } = await owner.storage.from('documents').createSignedUrl(`${folder}/form file.txt`, 60, { download: 'copy.txt' })
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
    const several = await owner.storage.from('documents').createSignedUrls([`${folder}/raw.txt`, 'elsewhere/x'], 60)
    expect(several.data?.map(({ error }) => error === null)).toEqual([true, false])
    shop.advance(61)
    expect(await (await shop.gateway.fetch(new Request(data?.signedUrl ?? ''))).json()).toMatchObject({ error: 'InvalidJWT' })
    shop.advance(-61)
  })

  test('a signed upload URL lets anyone upload one file once', async () => {
    const folder = await own(owner)
    const refused = await stranger.storage.from('documents').createSignedUploadUrl(`${folder}/gift.txt`)
    expect(refused.error).toMatchObject({ statusCode: '403' })
    const { data } = await owner.storage.from('documents').createSignedUploadUrl(`${folder}/gift.txt`)
    const put = (key: string): Promise<{ error: unknown }> =>
      anonymous.storage.from('documents').uploadToSignedUrl(key, data?.token ?? '', Buffer.from('a gift'))
    expect((await put(`${folder}/other.txt`)).error).toMatchObject({ statusCode: '400' })
    expect((await put(`${folder}/gift.txt`)).error).toBeNull()
    expect((await put(`${folder}/gift.txt`)).error).toMatchObject({ statusCode: '409' })
    expect((await bytesOf((await owner.storage.from('documents').download(`${folder}/gift.txt`)).data)).toString()).toBe('a gift')
  })

  test('a list returns one level: folders with id null, then files', async () => {
    const folder = await own(owner)
    const documents = owner.storage.from('documents')
    await documents.upload(`${folder}/tree/b.txt`, Buffer.from('b'))
    await documents.upload(`${folder}/tree/a.txt`, Buffer.from('a'))
    await documents.upload(`${folder}/tree/deep/c.txt`, Buffer.from('c'))
    const { data } = await documents.list(`${folder}/tree`)
    expect(data?.map(({ name, id }) => [name, id === null])).toEqual([
      ['deep', true],
      ['a.txt', false],
      ['b.txt', false],
    ])
    expect((await documents.list(`${folder}/tree`, { limit: 1, offset: 1, sortBy: { column: 'name', order: 'desc' } })).data?.map(({ name }) => name)).toEqual([
      'b.txt',
    ])
    expect((await documents.list(`${folder}/tree`, { search: 'A.' })).data?.map(({ name }) => name)).toEqual(['a.txt'])
  })

  test('remove returns the removed files and skips missing ones', async () => {
    const folder = await own(owner)
    const documents = owner.storage.from('documents')
    const before = (await storedFiles()).length
    const { data } = await documents.remove([`${folder}/tree/a.txt`, `${folder}/tree/b.txt`, `${folder}/never.txt`])
    expect(data?.map(({ name }) => name).toSorted()).toEqual([`${folder}/tree/a.txt`, `${folder}/tree/b.txt`])
    expect((await storedFiles()).length).toBe(before - 2)
    expect((await documents.exists(`${folder}/tree/a.txt`)).data).toBe(false)
  })

  test('move and copy follow the policies of both locations', async () => {
    const folder = await own(owner)
    const documents = owner.storage.from('documents')
    await documents.upload(`${folder}/from.txt`, Buffer.from('travels'))
    expect((await documents.copy(`${folder}/from.txt`, `${folder}/copied.txt`)).error).toBeNull()
    expect((await documents.move(`${folder}/from.txt`, `${folder}/moved.txt`)).error).toBeNull()
    expect((await bytesOf((await documents.download(`${folder}/moved.txt`)).data)).toString()).toBe('travels')
    expect((await bytesOf((await documents.download(`${folder}/copied.txt`)).data)).toString()).toBe('travels')
    expect((await documents.move(`${folder}/moved.txt`, `someone-else/moved.txt`)).error).toMatchObject({ statusCode: '403' })
    expect((await documents.copy(`${folder}/moved.txt`, 'x.txt', { destinationBucket: 'pictures' })).error).toMatchObject({ statusCode: '415' })
    expect((await stranger.storage.from('documents').copy(`${folder}/moved.txt`, `${await own(stranger)}/stolen.txt`)).error).toMatchObject({
      statusCode: '404',
    })
  })

  test.each(['../../etc/passwd', 'a/../b', 'a//b', '/a', 'a/', 'a\\b', 'a\u0000b', 'नमस्ते', 'a/./b', 'x'.repeat(1025)])('the key %j is refused', async (key) => {
    const answer = await shop.fetch(`/storage/v1/object/documents/${key.split('/').map(encodeURIComponent).join('%2F')}`, {
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
    expect((await service.storage.listBuckets()).data?.map(({ id }) => id)).toEqual(['documents', 'pictures'])
  })

  test('unsupported endpoints answer 501', async () => {
    expect((await shop.fetch('/storage/v1/upload/resumable', { method: 'POST' })).status).toBe(501)
  })
})
