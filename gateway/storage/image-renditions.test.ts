import sharp from 'sharp'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestGateway } from '../testing/gateway.ts'
import { blob, openTestStorage, own, type TestStorage } from '../testing/storage.ts'

let storage: TestStorage
let shop: TestGateway
let owner: SupabaseClient
let service: SupabaseClient
let picture: Buffer

beforeAll(async () => {
  storage = await openTestStorage()
  ;({ shop, owner, service, picture } = storage)
})
afterAll(() => storage.close())

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
  for (const wrong of ['width=0', 'width=99999', 'quality=1', 'resize=none', 'format=svg']) expect((await get(wrong, '*/*')).status).toBe(400)
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
  const text = `${await own(owner)}/raw.txt`
  await owner.storage.from('documents').upload(text, Buffer.from('as bytes'), { contentType: 'text/plain' })
  const { data } = await owner.storage.from('documents').createSignedUrl(text, 60, { transform: { width: 10 } })
  expect((await shop.gateway.fetch(new Request(data?.signedUrl ?? ''))).status).toBe(400)
})
